/* Finds the messages of a catalog in a log and ranks what was found.
 *
 * The same algorithm as that of the command, with the same results; tests/data/vectors.json holds the two
 * together. Puts the other parts together and defines the only name that others use,
 * TrainwreckMatcher.
 */

globalThis.TrainwreckMatcher = (() => {
  "use strict"

  const { readLines } = TrainwreckNoise
  const { Template } = TrainwreckMessage
  const { Messages } = TrainwreckMatching
  const { Collector, rootsOf } = TrainwreckDiagnosis
  const { Reading } = TrainwreckScan

  return class Matcher {
    /**
     * @param {object[]} entries Entries of the compiled catalog: of each `id`, `messages`, `unless`
     *   and `caused_by` are read.
     */
    constructor(entries) {
      this.messages = new Messages(entries)
      this.roots = rootsOf(entries)
    }

    /**
     * Tells of which errors each may be the consequence.
     *
     * @param {object[]} entries Entries of the compiled catalog: `id` and `caused_by` are read.
     * @returns {Map<string, Set<string>>} For each id those that lead to it, at any distance.
     */
    static roots(entries) {
      return rootsOf(entries)
    }

    /**
     * Reads lines as a diagnosis does.
     *
     * @param {string} text A log or a part of one.
     * @returns {{number: number, raw: string, text: string}[]} Each line: `raw` without escape codes,
     *   `text` also without prefixes and boxes.
     */
    static lines(text) {
      return readLines(text, 1)
    }

    /**
     * Reads a message.
     *
     * @param {string} text The message as an entry gives it.
     * @returns {{pieces: string[], gaps: {reach: number}[], weight: number}} Its fixed text, folded,
     *   what stands between, and how many letters and digits of fixed text it has.
     */
    static template(text) {
      return new Template(text)
    }

    /**
     * Diagnoses a whole log.
     *
     * @param {string} text The log.
     * @returns {object[]} As `Reading.matches()`.
     */
    diagnose(text) {
      const reading = this.read()
      reading.add(text)
      return reading.finish()
    }

    /**
     * Begins to read a log in pieces.
     *
     * @returns {Reading} Takes the pieces and knows what was found.
     */
    read() {
      return new Reading(this, new Collector(this.roots))
    }

    /**
     * Finds messages, without a judgement of what they mean together.
     *
     * @param {string} text A log or a part of it that begins with a line.
     * @param {number} first Number of its first line.
     * @returns {{message: {entry: string, template: object}, index: number, start: number,
     *   lines: object[], column: () => number}[]} Where messages stand, from top to bottom: the
     *   message, its index, its place in the text without noise, its lines as the noise leaves them,
     *   and its column in the first of these. Of two entries' messages on the same text the one with
     *   less fixed text is left out.
     */
    find(text, first = 1) {
      return this.messages.find(text, first)
    }
  }
})()
