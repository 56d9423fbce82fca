// Splits a history into contiguous stretches of time.
const together = 2_500 // milliseconds between two seconds that follow each other, on a busy machine

/** Returns the stretches in which one way served without a break: { by, samples }. */
export function stretches(samples) {
  const found = []
  let open = null
  for (const sample of samples) {
    if (open === null || open.by !== sample.by || sample.time - open.samples.at(-1).time > together) {
      open = { by: sample.by, samples: [] }
      found.push(open)
    }
    open.samples.push(sample)
  }
  return found.filter(stretch => stretch.by !== null)
}

/** Returns the stretches without data, up to the end of the window: [from, to]. */
export function silences(samples, to) {
  const found = []
  for (let i = 1; i < samples.length; i++) {
    if (samples[i].time - samples[i - 1].time > together) found.push([samples[i - 1].time, samples[i].time])
  }
  if (samples.length > 0 && to - samples.at(-1).time > together) found.push([samples.at(-1).time, to])
  return found
}
