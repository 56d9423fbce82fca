// Formats figures with as many digits as can be read, and with the same width from second to second.
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export function count(value) {
  return whole.format(value)
}

/** Formats a figure with about three digits. */
export function figure(value) {
  if (value >= 100) return whole.format(value)
  return value.toFixed(value >= 10 ? 1 : 2)
}

export function ago(seconds) {
  if (seconds < 1) return 'now'
  if (seconds < 100) return `${Math.round(seconds)} s ago`
  return `${Math.round(seconds / 60)} min ago`
}
