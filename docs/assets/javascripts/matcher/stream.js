/* What a log says without its noise, as one run of characters in which messages can be looked for.
 * Defines TrainwreckStream.
 */

globalThis.TrainwreckStream = (() => {
  "use strict"

  const RULES = TrainwreckRules.noise
  const { NOT_ASCII, isSpace, isLetterOrDigit, standIn, lengthOf } = TrainwreckCharacters
  const { logicalLines } = TrainwreckNoise

  const END = 10
  // Per ASCII character what a stream holds in its place; 0 for white space.
  const FOLDED = new Uint8Array(128)
  for (let code = 0; code < 128; code += 1) {
    const quote = RULES.quotes.includes(String.fromCharCode(code))
    const capital = code >= 65 && code <= 90
    FOLDED[code] = isSpace(code) ? 0 : quote ? 39 : capital ? code + 32 : code
  }

  const QUOTES = new RegExp(`[${RULES.quotes}]`, "g")
  const UNSEEN = new RegExp(`[${RULES.unseen}]`, "g")
  const ASTRAL = /[\u{10000}-\u{10ffff}]/gu
  const DECODER = new TextDecoder("utf-16le", { ignoreBOM: true })

  /** `text` as a stream holds it, but for its white space: one kind of quote, small letters. */
  function folded(text) {
    if (!NOT_ASCII.test(text)) return text.toLowerCase().replace(QUOTES, "'")
    return text.replace(QUOTES, "'").replace(UNSEEN, "").toLowerCase().replace(ASTRAL, standIn)
  }

  /* The text of a log without white space, quotes all alike, letters small, as character codes;
   * each logical line ends with END. Only a message of several lines reaches over an END. */
  class Stream {
    constructor(text, first) {
      const logical = logicalLines(text, first)
      this.lines = []
      this.starts = []
      this.logicalStarts = []
      for (const { lines } of logical) this.lines.push(...lines)
      const size = this.lines.reduce((sum, line) => sum + line.text.length, logical.length)
      // Small letters can be longer than capital ones.
      this.codes = new Uint16Array(NOT_ASCII.test(text) ? 2 * size : size)
      this.breaks = new Uint8Array(this.codes.length + 1)
      this.length = 0
      for (const { lines } of logical) {
        this.logicalStarts.push(this.length)
        for (const line of lines) this.append(line.text)
        this.codes[this.length] = END
        this.length += 1
      }
    }

    /** The same as a string, made only where something may have been found. */
    get text() {
      this.decoded ??= DECODER.decode(this.codes.subarray(0, this.length))
      return this.decoded
    }

    append(text) {
      this.starts.push(this.length)
      const said = NOT_ASCII.test(text) ? folded(text) : text
      const { codes, breaks } = this
      let position = this.length
      let apart = true
      for (let index = 0; index < said.length; index += 1) {
        const code = said.charCodeAt(index)
        const place = code < 128 ? FOLDED[code] : isSpace(code) ? 0 : code
        if (place === 0) {
          apart = true
          continue
        }
        if (apart) breaks[position] = 1
        apart = false
        codes[position] = place
        position += 1
      }
      this.length = position
    }

    holds(piece, position) {
      if (position < 0 || position + piece.length > this.length) return false
      for (let index = 0; index < piece.length; index += 1) {
        if (this.codes[position + index] !== piece.charCodeAt(index)) return false
      }
      return true
    }

    /** Where in its line, from 0, the character at `position` stands. */
    columnOf(position) {
      const at = lastUpTo(this.starts, position)
      const { raw, text } = this.lines[at]
      const column = lengthOf(raw) - lengthOf(text)
      let left = position - this.starts[at]
      let place = 0
      for (const character of text) {
        if (!isSpace(character.charCodeAt(0))) {
          if (left === 0) return column + place
          left -= 1
        }
        place += 1
      }
      return column
    }

    linesBetween(start, end) {
      const first = lastUpTo(this.starts, start)
      const last = lastUpTo(this.starts, Math.max(start, end - 1))
      return this.lines.slice(first, last + 1)
    }

    /** Where the line of the log that holds `position` begins. */
    lineStart(position) {
      return this.starts[lastUpTo(this.starts, position)]
    }

    /** Whether a line of the log holds the text from `start` to `end` and no more. */
    isWholeLine(start, end) {
      const isEnd = end >= this.length || this.codes[end] === END || this.lineStart(end) === end
      return isEnd && this.lineStart(start) === start
    }

    logicalLineOf(position) {
      return lastUpTo(this.logicalStarts, position)
    }

    endOfLogicalLine(index) {
      const next = this.logicalStarts[index + 1]
      return (next === undefined ? this.length : next) - 1
    }

    /** Whether no word reaches over `position`. */
    beginsWord(position) {
      if (position === 0 || position >= this.length || this.breaks[position]) return true
      const { codes } = this
      return !(isLetterOrDigit(codes[position]) && isLetterOrDigit(codes[position - 1]))
    }
  }

  /* Index of the last of the ascending `numbers` that is not above `limit`. */
  function lastUpTo(numbers, limit) {
    let low = 0
    let high = numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (numbers[middle] <= limit) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  return { Stream, folded }
})()
