// Reads the figures of docs/generated/figures.md, which benchmarks/figures writes. No page of the site repeats a measured number by hand.
import { readFileSync } from 'node:fs'

const page = new URL('../generated/figures.md', import.meta.url)

/** Returns the contenders of a group of docs/generated/figures.md: name, time in ns, time as written, bytes as written. */
export function group(title) {
  const lines = readFileSync(page, 'utf8').split('\n')
  const start = lines.indexOf(`### ${title}`)
  if (start < 0) throw new Error(`docs/generated/figures.md has no group ${title}`)
  const end = lines.findIndex((line, index) => index > start && line.startsWith('#'))
  const rows = lines.slice(start, end < 0 ? undefined : end).filter(line => line.startsWith('|')).map(cells)
  const [head, , ...body] = rows
  const column = name => {
    const index = head.indexOf(name)
    if (index < 0) throw new Error(`docs/generated/figures.md, ${title}: no column ${name}`)
    return index
  }
  const [name, time, allocated] = ['contender', 'time', 'allocated'].map(column)
  return new Map(body.map(row => [row[name], { time: row[time], nanoseconds: nanoseconds(row[time]), allocated: row[allocated] }]))
}

const processors = [[/AMD family 26 model 2;/, 'AMD Zen 5'], [/AMD family 25 model 17;/, 'AMD Zen 4']]

/** Returns the first machine that the page names. */
export function machine() {
  const text = readFileSync(page, 'utf8').replace(/\s+/g, ' ')
  const found = /- (\.NET [\d.]+), .*?, (AMD|Intel|ARM)[^;]*; (\d{4}-\d{2}-\d{2});/i.exec(text)
  if (!found) throw new Error('docs/generated/figures.md names no machine')
  return { runtime: found[1], processor: processors.find(([pattern]) => pattern.test(found[0]))?.[1] ?? found[2], date: found[3] }
}

const cells = line => line.split(/(?<!\\)\|/).slice(1, -1).map(cell => cell.trim())

function nanoseconds(time) {
  const [value, unit] = time.replaceAll(',', '').split(' ')
  const factor = { ns: 1, us: 1e3, 'µs': 1e3, ms: 1e6 }[unit]
  if (factor === undefined) throw new Error(`No time: ${time}`)
  return Number(value) * factor
}
