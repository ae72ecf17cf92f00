/** The steps that a log shows, by the rank that printed them, as trainwreck/series/steps.py has it. */

import { LIMITS } from "./metric-data.js"

/**
 * @typedef {object} Step A line that names a step or an epoch beside a metric.
 * @property {number} line Number of the line, from 1.
 * @property {number} size Characters of the log up to its end, estimated where lines were not read.
 * @property {[epoch: number, step: number]} place Each is 0 where the log doesn't name it.
 * @property {boolean} isPrompt Whether it was printed at once: by a progress bar, or by a logger, which adds
 *   the time.
 */

const { most_steps: MOST_STEPS, most_sources: MOST_SOURCES } = LIMITS

/** The steps of one source. */
class Track {
  /** @type {Step[]} */
  kept = []
  /** @type {Step | null} */
  last = null
  stride = 1
  seen = 0

  /** @param {Step} step */
  add(step) {
    this.last = step
    this.seen += 1
    if ((this.seen - 1) % this.stride) return
    this.kept.push(step)
    if (this.kept.length <= MOST_STEPS) return
    this.kept = this.kept.filter((_, index) => index % 2 === 0)
    this.stride *= 2
  }
}

/** An even sample of the steps of each rank, host or process. */
export class Steps {
  /** @type {Map<string | null, Track>} */
  #tracks = new Map()

  /** Who printed steps; null is a line without a source. */
  get sources() {
    return [...this.#tracks.keys()]
  }

  /**
   * Add the next step of a source.
   *
   * @param {string | null} source Who printed it.
   * @param {Step} step The step.
   */
  add(source, step) {
    let track = this.#tracks.get(source)
    if (!track && this.#tracks.size < MOST_SOURCES) {
      track = new Track()
      this.#tracks.set(source, track)
    }
    track?.add(step)
  }

  /**
   * Return the steps of a source.
   *
   * @param {string | null} source Who printed them.
   * @returns {Step[]} Those that were kept, and the last one.
   */
  of(source) {
    const { kept, last } = this.#tracks.get(source) ?? { kept: [], last: null }
    return last && kept.at(-1) !== last ? [...kept, last] : kept
  }
}
