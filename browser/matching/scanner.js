/** Reads a log of any size, block by block, as trainwreck/matching/scanner.py does. */

import { Stream } from "./stream.js"

/** @import { Matcher } from "./matcher.js" */
/** @import { Diagnosis } from "./results.js" */
/** @import { Collector } from "./sightings.js" */

const BLOCK = 1 << 20
const OVERLAP = 1 << 14

/** A log while it is read. Memory does not grow with the log. */
export class Scanner {
  #waiting = ""
  #offset = 0
  #line = 1

  /**
   * @param {Matcher} matcher What to look for.
   * @param {Collector} collector Takes what is found.
   * @param {(collector: Collector, lineCount: number, text: string) => Diagnosis} judge Says what it
   *   means; gets the whole text of a log of one block, none of a longer one.
   */
  constructor(matcher, collector, judge) {
    this.matcher = matcher
    this.collector = collector
    this.judge = judge
    /** Lines read. */
    this.lineCount = 0
  }

  /**
   * Read on.
   *
   * @param {string} piece The next part of the log, of any length. A piece of 256 KiB takes a few
   *   milliseconds; between two of them a caller may show progress, or stop.
   */
  add(piece) {
    let text = this.#waiting + piece
    while (text.length >= BLOCK) {
      // A whole number of lines, where they are not very long: the rest of a word matters.
      const newline = text.lastIndexOf("\n", BLOCK - 1)
      const end = newline >= BLOCK - OVERLAP ? newline + 1 : characterStart(text, BLOCK)
      const next = text.indexOf("\n", end - OVERLAP) + 1
      const cut = next && next < end ? next : characterStart(text, end - OVERLAP)
      this.#take(text.slice(0, end), cut)
      text = text.slice(cut)
    }
    this.#waiting = text
  }

  /**
   * End the log.
   *
   * @returns {Diagnosis} What explains it.
   */
  finish() {
    const rest = this.#waiting
    const whole = this.#offset ? "" : rest
    if (rest) this.#take(rest, rest.length)
    if (rest && !rest.endsWith("\n")) this.lineCount += 1
    this.#waiting = ""
    return this.judge(this.collector, this.lineCount, whole)
  }

  /**
   * Read a block; the part from `cut` on is read again, so that no message is cut.
   *
   * @param {string} block
   * @param {number} cut
   */
  #take(block, cut) {
    const stream = new Stream(block, this.#line)
    this.collector.read(stream.lines)
    this.collector.add(this.matcher.findIn(stream), this.#offset)
    this.#line += block.slice(0, cut).split("\n").length - 1
    this.#offset += cut
    this.lineCount = this.#line - 1
  }
}

/**
 * Return the position, or the one before it where it is in the middle of a surrogate pair.
 *
 * @param {string} text
 * @param {number} position
 */
function characterStart(text, position) {
  const code = text.charCodeAt(position)
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position
}
