// The history of figures per second, the oldest first. It outlives connections and hubs.
const kept = 900
const averaged = 30 // seconds of a way in an average

export class History {
  #samples = []

  get first() {
    return this.#samples[0]
  }

  get last() {
    return this.#samples.at(-1)
  }

  /** Adds seconds, except those that are known already. */
  add(samples) {
    for (const sample of samples) {
      if (this.last === undefined || sample.time > this.last.time) this.#samples.push(sample)
    }
    this.#samples.splice(0, this.#samples.length - kept)
  }

  /** Returns the seconds from one time to another, in milliseconds. */
  between(from, to) {
    return this.#samples.filter(sample => sample.time >= from && sample.time <= to)
  }

  /** Returns the last seconds that a way served up to a time, the newest first. Every average on the page is one of these seconds. */
  of(way, to) {
    const found = []
    for (let i = this.#samples.length - 1; i >= 0 && found.length < averaged; i--) {
      if (this.#samples[i].by === way && this.#samples[i].time <= to) found.push(this.#samples[i])
    }
    return found
  }
}

/** Returns the average of the known values; undefined if there are none. */
export function average(samples, value) {
  const values = samples.map(value).filter(known => known !== null)
  return values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length
}
