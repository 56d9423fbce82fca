// The seconds that were told, the oldest first. They outlive connections and hubs.
const most = 900

export class History {
  #samples = []

  get first() {
    return this.#samples[0]
  }

  get last() {
    return this.#samples.at(-1)
  }

  /** Adds seconds; those that are known already are left out. */
  add(samples) {
    for (const sample of samples) {
      if (this.last === undefined || sample.time > this.last.time) this.#samples.push(sample)
    }
    this.#samples.splice(0, this.#samples.length - most)
  }

  /** The seconds from one time to another, in milliseconds. */
  between(from, to) {
    return this.#samples.filter(sample => sample.time >= from && sample.time <= to)
  }

  /** The last seconds that a way served, to a time; the newest first. */
  of(way, number, to) {
    const found = []
    for (let i = this.#samples.length - 1; i >= 0 && found.length < number; i--) {
      if (this.#samples[i].by === way && this.#samples[i].time <= to) found.push(this.#samples[i])
    }
    return found
  }
}

export function average(samples, value) {
  return samples.length === 0 ? undefined : samples.reduce((sum, sample) => sum + value(sample), 0) / samples.length
}
