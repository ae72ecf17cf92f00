/* Reads a log of any size for messages, block by block, as in trainwreck/scan.py.
 * Defines TrainwreckScan.
 */

globalThis.TrainwreckScan = (() => {
  "use strict"

  const BLOCK = 1 << 20
  const OVERLAP = 1 << 14

  /** A log while it is read. Memory does not grow with the log. */
  class Reading {
    constructor(matcher, collector) {
      this.matcher = matcher
      this.collector = collector
      this.waiting = ""
      this.offset = 0
      this.line = 1
      /** Lines read. */
      this.lineCount = 0
    }

    /**
     * Reads on.
     *
     * @param {string} piece The next part of the log, of any length. A piece of 256 KiB takes a few
     *   milliseconds; between two of them a caller may show progress, or stop for good.
     */
    add(piece) {
      let text = this.waiting + piece
      while (text.length >= BLOCK) {
        // A whole number of lines, where they are not very long: the rest of a word matters.
        const newline = text.lastIndexOf("\n", BLOCK - 1)
        const end = newline >= BLOCK - OVERLAP ? newline + 1 : characterStart(text, BLOCK)
        const next = text.indexOf("\n", end - OVERLAP) + 1
        const cut = next && next < end ? next : characterStart(text, end - OVERLAP)
        this.take(text.slice(0, end), cut)
        text = text.slice(cut)
      }
      this.waiting = text
    }

    /**
     * Ends the log.
     *
     * @returns {object[]} As `matches()`.
     */
    finish() {
      if (this.waiting) this.take(this.waiting, this.waiting.length)
      this.lineCount = this.line - 1
      if (this.waiting && !this.waiting.endsWith("\n")) this.lineCount += 1
      this.waiting = ""
      return this.matches()
    }

    /* Looks at a block of which the part from `cut` on is seen again, so that no message is cut. */
    take(block, cut) {
      this.collector.add(this.matcher.find(block, this.line), this.offset)
      this.line += block.slice(0, cut).split("\n").length - 1
      this.offset += cut
      this.lineCount = this.line - 1
    }

    /**
     * What was found so far: the causes, then their consequences, among each the surest first.
     *
     * @returns {{id: string, role: "cause"|"consequence", caused_by: string[], message: string,
     *   weight: number, confidence: "certain"|"likely"|"possible", reason: string, count: number,
     *   lines: {number: number, text: string}[], ranks: string[]}[]} The fields as
     *   `trainwreck diagnose --format json` has them; `weight` counts the letters of fixed text in
     *   `message`; `lines` are the first five.
     */
    matches() {
      return this.collector.matches()
    }
  }

  /* Not the middle of a surrogate pair. */
  function characterStart(text, position) {
    const code = text.charCodeAt(position)
    return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position
  }

  return { Reading }
})()
