/**
 * Finds the lines with an unusually high loss among those that are not read for numbers, as
 * trainwreck/series/spikes.py does.
 */

import { nameOf } from "./line-parser.js"
import { LIMITS, NUMBER_AT, PAIR, numberIn } from "./metric-data.js"
import { median } from "./statistics.js"

const {
  spike: SPIKE, above: ABOVE, recent: RECENT, most_spikes: MOST_SPIKES, longest_label: LONGEST_LABEL,
} = LIMITS

/** Knows how the log prints its loss, and what is usual. */
export class SpikeWatch {
  #label = ""
  /** @type {number[]} */
  #recent = []
  #limit = Infinity
  #before = 0
  #found = 0

  /**
   * Take in a line that was read.
   *
   * @param {string} text The line.
   * @param {number} loss Its loss.
   */
  learn(text, loss) {
    this.#label ||= labelIn(text)
    this.#recent.push(loss)
    if (this.#recent.length < RECENT) return
    const usual = this.#recent.every(Number.isFinite) ? median(this.#recent) : Infinity
    const own = usual > 0 ? Math.max(SPIKE * usual, ABOVE * Math.max(...this.#recent)) : Infinity
    // So few numbers may all be low by chance.
    this.#limit = Math.max(own, this.#before)
    this.#before = own
    this.#recent = []
    this.#found = 0
  }

  /**
   * Tell whether a line that is not to be read prints a loss above the limit.
   *
   * @param {string} text The line.
   * @returns {boolean} True where it does.
   */
  isSpike(text) {
    if (!this.#label || !Number.isFinite(this.#limit) || this.#found >= MOST_SPIKES) return false
    const at = text.indexOf(this.#label)
    if (at < 0) return false
    const number = NUMBER_AT.exec(text.slice(at + this.#label.length))
    const isAbove = number !== null && numberIn(number[1]) > this.#limit
    if (isAbove) this.#found += 1
    return isAbove
  }
}

/**
 * Return the text before the loss in a line.
 *
 * @param {string} text The line.
 */
function labelIn(text) {
  for (const match of text.matchAll(PAIR)) {
    const { name, value } = /** @type {Record<string, string>} */ (match.groups)
    if (nameOf(name).metric !== "loss") continue
    const end = match.index + match[0].length - value.length
    return text.slice(Math.max(match.index, end - LONGEST_LABEL), end).trimEnd()
  }
  return ""
}
