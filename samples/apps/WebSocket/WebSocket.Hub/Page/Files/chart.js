// Draws a line for each way over the last minutes, one value a second.
import { average } from './history.js'
import { ago, figure } from './format.js'
import { silences, stretches } from './segments.js'
import { draw, line, steps } from './svg.js'
import { ways } from './ways.js'

const space = { top: 22, right: 14, bottom: 26, left: 44 }
const seconds = 1_000
const textWidth = 96 // with the space between two, of which the first may stand further right

/** Returns the time span to show: the shortest one that covers the history, up to the maximum for the width. */
function lengthFor(width, known) {
  const lengths = (width < 480 ? [60, 90] : [60, 120, 180]).map(length => length * seconds)
  return lengths.find(length => length >= known) ?? lengths.at(-1)
}

export class Chart {
  #figure
  #plot
  #readout
  #options
  #view = null // what was drawn last
  #cursor = null // a time

  /** @param options {value, unit, min, ticks}: of a second, its unit, the smallest top of the axis, and whether to draw events */
  constructor(element, options) {
    this.#figure = element
    this.#plot = element.querySelector('.plot')
    this.#readout = element.querySelector('.readout')
    this.#options = options
    this.#listen()
  }

  /** Draws the seconds of a history to a time. */
  show(history, to) {
    const width = this.#plot.clientWidth
    const height = this.#plot.clientHeight
    const length = lengthFor(width, to - (history.first?.time ?? to))
    const from = to - length
    const samples = history.between(from - seconds, to)
    const before = new Map(ways.map(way => [way, average(history.of(way, to), this.#options.value)]))
    const values = [...samples.filter(sample => sample.by).map(this.#options.value), ...[...before.values()].filter(value => value !== undefined)]
    const marks = steps(Math.max(this.#options.min, ...values) * 1.05)
    const top = marks.at(-1)
    const right = width - space.right
    const bottom = height - space.bottom
    this.#view = {
      history, samples, before, from, to, width, height, right, bottom, marks,
      x: time => space.left + (time - from) / length * (right - space.left),
      y: value => bottom - 2 - value / top * (bottom - 2 - space.top),
    }
    this.#draw()
  }

  #draw() {
    const view = this.#view
    if (view === null || view.width === 0) return
    const serving = view.samples.findLast(sample => sample.by)?.by
    const picture = draw('svg', { viewBox: `0 0 ${view.width} ${view.height}`, width: view.width, height: view.height, 'aria-hidden': 'true' })
    const clip = `${this.#figure.id}-clip`
    picture.append(
      draw('clipPath', { id: clip }, draw('rect', { x: space.left, y: 0, width: view.right - space.left, height: view.height })),
      this.#axes(),
      draw('g', { 'clip-path': `url(#${clip})` }, ...this.#bands(), ...this.#levels(serving), ...this.#lines()),
      ...this.#ends(),
      ...this.#cursorMarks(),
    )
    this.#plot.replaceChildren(picture)
  }

  #axes() {
    const { marks, right, bottom, from, to, x, y } = this.#view
    const group = draw('g', { class: 'axes' })
    for (const mark of marks) {
      group.append(
        draw('line', { x1: space.left, x2: right, y1: y(mark), y2: y(mark), class: mark === 0 ? 'base' : 'grid' }),
        draw('text', { x: space.left - 8, y: y(mark) + 4, 'text-anchor': 'end' }, String(Number(mark.toFixed(3)))),
      )
    }
    const room = (right - space.left) / (to - from) * seconds // of a second
    const step = [15, 30, 60].find(step => step * room >= textWidth) ?? 60
    for (let age = 0; age * seconds <= to - from; age += step) {
      const place = x(to - age * seconds)
      const text = age === 0 ? 'now' : step === 60 ? `${age / 60} min ago` : `${age} s ago`
      const anchor = age === 0 ? 'end' : place - space.left < 20 ? 'start' : 'middle'
      group.append(
        draw('line', { x1: place, x2: place, y1: bottom, y2: bottom + 4, class: 'base' }),
        draw('text', { x: place, y: bottom + 18, 'text-anchor': anchor }, text),
      )
    }
    return group
  }

  /** Draws the way that served as a tint with a name, and marks the times without data. */
  #bands() {
    const { samples, to, bottom, x } = this.#view
    const bands = stretches(samples).flatMap(({ by, samples }) => {
      const from = x(samples[0].time - seconds)
      const until = x(samples.at(-1).time)
      return [
        draw('rect', { class: `band ${by}`, x: from, y: space.top - 18, width: Math.max(1, until - from), height: bottom - space.top + 18 }),
        ...until - Math.max(from, space.left) > 52
          ? [draw('text', { class: `band-name ${by}`, x: Math.max(from, space.left) + 6, y: space.top - 5 }, by)]
          : [],
      ]
    })
    return [...bands, ...silences(samples, to).flatMap(([from, until]) => {
      const [left, width] = [x(from), x(until) - x(from)]
      return [
        draw('rect', { class: 'silence', x: left, y: space.top - 18, width, height: bottom - space.top + 18 }),
        ...width > 90
          ? [draw('text', { class: 'silence-name', x: left + width / 2, y: (space.top + bottom) / 2, 'text-anchor': 'middle' }, 'no connection')]
          : [],
      ]
    })]
  }

  /** Draws the last known values of the ways that do not serve now. */
  #levels(serving) {
    const { before, right, samples, to, x, y } = this.#view
    return ways.filter(way => way !== serving && before.get(way) !== undefined).flatMap(way => {
      const value = before.get(way)
      const from = Math.max(space.left, x(samples.findLast(sample => sample.by === way)?.time ?? 0))
      const place = y(value)
      const text = `${way}: ${figure(value)}`
      return right - from < 12 ? [] : [
        draw('line', { class: `level ${way}`, x1: from, x2: x(to), y1: place, y2: place }),
        ...right - from < 110 ? [] : [
          draw('text', { class: `level-name ${way}`, x: right - 6, y: place < space.top + 14 ? place + 15 : place - 6, 'text-anchor': 'end' }, text),
        ],
      ]
    })
  }

  #lines() {
    const { samples, bottom, x, y } = this.#view
    return stretches(samples).flatMap(({ by, samples }) => {
      const points = samples.map(sample => [x(sample.time), y(this.#options.value(sample))])
      if (this.#options.ticks) return this.#ticks(by, points)
      if (points.length === 1) return [this.#mark(by, ...points[0])]
      const path = line(points)
      return [
        draw('path', { class: `area ${by}`, d: `${path}L${points.at(-1)[0].toFixed(1)} ${bottom}L${points[0][0].toFixed(1)} ${bottom}Z` }),
        draw('path', { class: `line ${by}`, d: path }),
      ]
    })
  }

  /** Draws a tick for each second with an event, on a line that shows the way that served. */
  #ticks(by, points) {
    const base = this.#view.y(0)
    const ticks = points.filter(([, y]) => y < base - 0.5).map(([x, y]) => `M${x.toFixed(1)} ${base}V${y.toFixed(1)}`)
    return [
      draw('path', { class: `line ${by}`, d: line(points.map(([x]) => [x, base])) }),
      ...ticks.length === 0 ? [] : [draw('path', { class: `tick ${by}`, d: ticks.join('') })],
    ]
  }

  /** Draws a mark at the last value of each way, with a different shape for each. */
  #ends() {
    const { samples, from, x, y } = this.#view
    return ways.flatMap(way => {
      const last = samples.findLast(sample => sample.by === way)
      return last === undefined || last.time < from ? [] : [this.#mark(way, x(last.time), y(this.#options.value(last)))]
    })
  }

  #mark(way, x, y) {
    if (way === 'before') return draw('rect', { class: 'mark before', x: x - 4.5, y: y - 4.5, width: 9, height: 9 })
    if (way === 'plain') return draw('path', { class: 'mark plain', d: `M${x} ${y - 6}L${x + 6} ${y + 4.5}H${x - 6}Z` })
    return draw('circle', { class: 'mark pooled', cx: x, cy: y, r: 5 })
  }

  #cursorMarks() {
    const sample = this.#sampleAtCursor()
    this.#readout.textContent = sample === undefined ? this.#now() : this.#tell(sample)
    if (sample === undefined) return []
    const { bottom, x, y } = this.#view
    return [
      draw('line', { class: 'cursor', x1: x(sample.time), x2: x(sample.time), y1: space.top - 18, y2: bottom }),
      ...sample.by ? [this.#mark(sample.by, x(sample.time), y(this.#options.value(sample)))] : [],
    ]
  }

  #now() {
    const last = this.#view.samples.findLast(sample => sample.by)
    return last === undefined ? '' : `${last.by} ${figure(this.#options.value(last))} ${this.#options.unit}`
  }

  #tell(sample) {
    const value = `${figure(this.#options.value(sample))} ${this.#options.unit}`
    return `${ago((this.#view.to - sample.time) / seconds)}: ${sample.by ?? 'switching'} ${value}`
  }

  #sampleAtCursor() {
    if (this.#cursor === null || this.#view === null) return undefined
    return this.#view.samples.filter(sample => sample.time >= this.#view.from)
      .reduce((best, sample) => Math.abs(sample.time - this.#cursor) < Math.abs((best?.time ?? Infinity) - this.#cursor) ? sample : best, undefined)
  }

  #listen() {
    this.#plot.setAttribute('aria-orientation', 'horizontal')
    this.#plot.addEventListener('pointermove', event => {
      if (this.#view === null) return
      const place = (event.clientX - this.#plot.getBoundingClientRect().left - space.left) / (this.#view.right - space.left)
      this.#moveTo(this.#view.from + place * (this.#view.to - this.#view.from))
    })
    this.#plot.addEventListener('pointerleave', () => this.#moveTo(null))
    this.#plot.addEventListener('blur', () => this.#moveTo(null))
    this.#plot.addEventListener('focus', () => this.#describe())
    this.#plot.addEventListener('keydown', event => {
      const samples = this.#view?.samples.filter(sample => sample.time >= this.#view.from) ?? []
      if (samples.length === 0) return
      const at = samples.indexOf(this.#sampleAtCursor())
      const next = {
        ArrowLeft: at < 0 ? samples.length - 1 : at - 1, ArrowDown: at < 0 ? samples.length - 1 : at - 1,
        ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at < 0 ? samples.length - 1 : at - 10, PageUp: at + 10,
        Home: 0, End: samples.length - 1, Escape: null,
      }[event.key]
      if (next === undefined) return
      event.preventDefault()
      this.#moveTo(next === null ? null : samples[Math.min(samples.length - 1, Math.max(0, next))].time)
    })
  }

  #moveTo(time) {
    this.#cursor = time
    this.#draw()
    this.#describe()
  }

  /** Describes the chart for screen readers, but not each second, because each change is read aloud. */
  #describe() {
    if (this.#view === null) return
    const sample = this.#sampleAtCursor() ?? this.#view.samples.at(-1)
    const age = sample === undefined ? 0 : Math.round((this.#view.to - sample.time) / seconds)
    this.#plot.setAttribute('aria-valuemin', String(Math.round((this.#view.from - this.#view.to) / seconds)))
    this.#plot.setAttribute('aria-valuemax', '0')
    this.#plot.setAttribute('aria-valuenow', String(-age))
    this.#plot.setAttribute('aria-valuetext', sample === undefined ? 'nothing yet' : this.#tell(sample))
  }
}
