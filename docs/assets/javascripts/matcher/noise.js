/* The lines of a log without their noise, as trainwreck/noise.py tells it: colour codes, prefixes of
 * ranks and loggers, boxes, and the ends of lines that something wrapped. Defines TrainwreckNoise.
 */

globalThis.TrainwreckNoise = (() => {
  "use strict"

  const RULES = TrainwreckRules.noise
  const { NOT_ASCII, SPACE, lengthOf, startOfText, endOfText } = TrainwreckCharacters

  // Few texts hold what an escape code begins with, and this is found at once.
  const MAY_ESCAPE = /[\x1b\x00]/
  const ESCAPE = new RegExp(RULES.escape, "ug")
  const BOX_LEFT = new RegExp(`^${RULES.box_left}`, "u")
  const BOX_EDGE = new RegExp(RULES.box_edge, "ug")
  const TIME = new RegExp(RULES.time, "uy")
  const SOURCE = new RegExp(RULES.source, "uy")
  const RANK_WITHIN = new RegExp(RULES.rank_within, "ug")
  const QUOTED = new RegExp(RULES.quoted, "uy")
  const FIRST_WORD = new RegExp(`[^${SPACE}]+`)

  function at(expression, text, position) {
    expression.lastIndex = position
    return expression.exec(text)
  }

  function withoutBox(raw) {
    let text = raw.replace(BOX_LEFT, "")
    // A bar at the end, found from there: a search forward would look at each run of spaces again
    // for each of its characters.
    let end = endOfText(text)
    if (end && RULES.box_bars.includes(text[end - 1])) {
      end -= 1
      while (end && text.charCodeAt(end - 1) === 32) end -= 1
      text = text.slice(0, end)
    }
    return text.replace(BOX_EDGE, "")
  }

  function readLine(number, raw, ascii) {
    let text = ascii || !NOT_ASCII.test(raw) ? raw : withoutBox(raw)
    let position = startOfText(text)
    let source = null
    let ranked = false
    let timed = false
    for (let count = 0; count < RULES.most_prefixes; count += 1) {
      let match = at(TIME, text, position)
      if (match) {
        timed = true
      } else if ((match = at(SOURCE, text, position))) {
        const group = match.findIndex((part, index) => index > 0 && part !== undefined)
        const isRank = group <= RULES.rank_groups
        ranked ||= isRank
        if (isRank || source === null) source = match[group]
      } else if (!(match = at(QUOTED, text, position))) {
        break
      }
      position += match[0].length
    }
    if (!ranked && text.indexOf("[rank", position) >= 0) {
      source = at(RANK_WITHIN, text, position)?.[1] ?? source
    }
    if (position) text = text.slice(position)
    return { number, raw, text, source, timed }
  }

  /**
   * Reads the lines of a log.
   *
   * @param {string} text A log or a part of it.
   * @param {number} first Number of its first line.
   * @returns {object[]} Each with its `number`, `raw` without escape codes, `text` without prefixes and
   *   boxes, `source` (rank, host or process of its prefix, or null) and `timed` (whether the prefix
   *   holds a time).
   */
  function readLines(text, first) {
    const lines = []
    const ascii = !NOT_ASCII.test(text)
    const mayEscape = MAY_ESCAPE.test(text)
    const mayReturn = text.includes("\r")
    // Several times as fast as to look for one end of a line after the other.
    for (const [index, physical] of text.split("\n").entries()) {
      const number = first + index
      let plain = physical
      if (mayEscape) plain = plain.replace(ESCAPE, "")
      if (mayReturn && plain.includes("\r")) {
        // What a carriage return would overwrite is a line of its own.
        let last = plain.length
        while (last && plain.charCodeAt(last - 1) === 13) last -= 1
        for (const part of plain.slice(0, last).split("\r")) {
          lines.push(readLine(number, part, ascii))
        }
      } else {
        lines.push(readLine(number, plain, ascii))
      }
    }
    return lines
  }

  /**
   * Reads the lines of a log and joins those that one rank printed as one and something else wrapped.
   *
   * @param {string} text A log or a part of it.
   * @param {number} first Number of its first line.
   * @returns {{lines: object[], length: number}[]} The logical lines: their physical lines, as
   *   `readLines()` has them, and the length of these together.
   */
  function logicalLines(text, first) {
    const unfinished = new Map()
    const logical = []
    let latest = null
    for (const line of readLines(text, first)) {
      if (startOfText(line.text) === line.text.length) continue
      // Some write their prefix in front of the first line only.
      const before = line.source !== null || !latest ? unfinished.get(line.source) : latest
      if (before && !line.timed && goesOn(before, line)) {
        before.lines.push(line)
        before.length += lengthOf(line.raw)
        latest = before
      } else {
        latest = { lines: [line], length: lengthOf(line.raw) }
        unfinished.set(line.source, latest)
        logical.push(latest)
      }
    }
    return logical
  }

  /* By their lengths alone: both fit a width into which the first word would not have fitted too. */
  function goesOn(before, line) {
    const previous = before.lines[before.lines.length - 1].raw
    const full = lengthOf(previous.slice(0, endOfText(previous)))
    if (full < RULES.shortest_full_line || before.length > RULES.longest_logical_line) return false
    const own = lengthOf(line.raw.slice(0, endOfText(line.raw)))
    // Most lines are decided without their first word.
    if (own < full + 2) return true
    return own < full + 1 + lengthOf(line.text.match(FIRST_WORD)[0])
  }

  return { readLines, logicalLines }
})()
