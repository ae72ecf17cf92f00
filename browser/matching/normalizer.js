/**
 * Takes the noise from the lines of a log, as trainwreck/logs/normalizer.py does: color codes,
 * prefixes of ranks and loggers, boxes, and the ends of lines that something wrapped.
 */

import data from "#data/matching.json" with { type: "json" }

import { NOT_ASCII, SPACE, endOfText, lengthOf, startOfText, stripped } from "./characters.js"

/**
 * @typedef {object} Line A line of a log.
 * @property {number} number Counted from 1.
 * @property {string} raw The line without escape codes.
 * @property {string} text The line without prefixes and boxes.
 * @property {string | null} source Rank, host or process in its prefix.
 * @property {boolean} timed Whether its prefix contains a time.
 *
 * @typedef {object} LogicalLine Lines that one rank printed as one.
 * @property {Line[]} lines
 * @property {number} length Their characters together.
 *
 * @typedef {object} Prefix What comes before the text of a line.
 * @property {number} end Where the text begins.
 * @property {string | null} source
 * @property {boolean} ranked Whether the source is a rank.
 * @property {boolean} timed
 */

const RULES = data.noise
/** Few texts contain what an escape code begins with, and this is found at once. */
const MAY_ESCAPE = /[\x1b\x00]/
const ESCAPE = new RegExp(RULES.escape, "ug")
const BOX_LEFT = new RegExp(`^${RULES.box_left}`, "u")
const BOX_EDGE = new RegExp(RULES.box_edge, "ug")
const TIME = new RegExp(RULES.time, "uy")
const SOURCE = new RegExp(RULES.source, "uy")
const OF_SCHEDULER = new RegExp(RULES.of_scheduler, "uy")
const RANK_WITHIN = new RegExp(RULES.rank_within, "ug")
const RANK_OF_GROUP = new RegExp(RULES.rank_of_group, "ug")
const QUOTED = new RegExp(RULES.quoted, "uy")
const FIRST_WORD = new RegExp(`[^${SPACE}]+`)
const CARRIAGE_RETURN = 13

/**
 * Take the escape codes, such as those of colors, out of a text.
 *
 * @param {string} text Any text.
 * @returns {string} The text without them.
 */
export function withoutEscapes(text) {
  return MAY_ESCAPE.test(text) ? text.replace(ESCAPE, "") : text
}

/**
 * Read the lines of a log.
 *
 * @param {string} text A log or a part of it.
 * @param {number} [first] Number of its first line.
 * @returns {Line[]} The lines; what a carriage return would overwrite is a line of its own.
 */
export function lines(text, first = 1) {
  const ascii = !NOT_ASCII.test(text)
  const mayEscape = MAY_ESCAPE.test(text)
  const mayReturn = text.includes("\r")
  /** @type {Line[]} */
  const found = []
  // Several times as fast as to look for one end of a line after the other.
  for (const [index, physical] of text.split("\n").entries()) {
    const plain = mayEscape ? physical.replace(ESCAPE, "") : physical
    const parts = mayReturn && plain.includes("\r") ? partsOf(plain) : [plain]
    for (const part of parts) found.push(lineOf(first + index, part, ascii))
  }
  return found
}

/**
 * Read the lines of a log and join those that one rank printed as one and something else wrapped.
 *
 * @param {string} text A log or a part of it.
 * @param {number} first Number of its first line.
 * @returns {LogicalLine[]} The logical lines; empty lines are left out.
 */
export function logicalLines(text, first) {
  /** @type {Map<string | null, LogicalLine>} */
  const unfinished = new Map()
  /** @type {LogicalLine[]} */
  const logical = []
  /** @type {LogicalLine | null} */
  let latest = null
  for (const line of withoutReports(text, lines(text, first))) {
    if (startOfText(line.text) === line.text.length) continue
    // Some write their prefix in front of the first line only.
    /** @type {LogicalLine | undefined} */
    const before = line.source !== null || !latest ? unfinished.get(line.source) : latest
    if (before && !line.timed && continues(before, line)) {
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

/**
 * Leave out what earlier diagnoses printed into the log, which would be found again.
 *
 * Of a report whose end or beginning is missing only so many lines are left out: it may have been
 * cut, and what came after or before it is no part of it.
 *
 * @param {string} text
 * @param {Line[]} physical
 */
function withoutReports(text, physical) {
  if (!text.includes(RULES.report_begins)) return physical
  /** @type {Line[]} */
  const kept = []
  /** @type {Line[] | null} */
  let report = null
  let isFirst = true
  const cut = () => {
    for (const line of (report ?? []).slice(RULES.longest_report)) kept.push(line)
  }
  for (const line of physical) {
    const said = stripped(line.text)
    if (said.startsWith(`${RULES.report_begins} of `)) {
      cut()
      report = [line]
      isFirst = false
    } else if (said === RULES.report_ends) {
      // The beginning of the first report may lie before this piece of the log.
      if (isFirst) kept.length = Math.max(0, kept.length - RULES.longest_report)
      isFirst = false
      report = null
    } else {
      ;(report ?? kept).push(line)
    }
  }
  cut()
  return kept
}

/** @param {string} plain */
function partsOf(plain) {
  let end = plain.length
  while (end && plain.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1
  return plain.slice(0, end).split("\r")
}

/**
 * @param {number} number
 * @param {string} raw
 * @param {boolean} ascii Whether the whole log is.
 * @returns {Line}
 */
function lineOf(number, raw, ascii) {
  const text = ascii || !NOT_ASCII.test(raw) ? raw : withoutBox(raw)
  const prefix = prefixOf(text)
  const { end } = prefix
  const source = sourceOf(text, prefix)
  return { number, raw, text: end ? text.slice(end) : text, source, timed: prefix.timed }
}

/**
 * @param {string} text
 * @param {Prefix} prefix
 */
function sourceOf(text, { end, source, ranked }) {
  const within = ranked ? null : rankWithin(text, end)
  if (within) return within[1]
  return source !== null && matchAt(OF_SCHEDULER, text, end) ? null : source
}

/**
 * @param {string} text
 * @param {number} start
 */
function rankWithin(text, start) {
  if (text.indexOf("[rank", start) >= 0) {
    const match = matchAt(RANK_WITHIN, text, start)
    if (match) return match
  }
  return text.indexOf("ProcessGroup", start) >= 0 ? matchAt(RANK_OF_GROUP, text, start) : null
}

/**
 * @param {string} text
 * @returns {Prefix}
 */
function prefixOf(text) {
  /** @type {Prefix} */
  const prefix = { end: startOfText(text), source: null, ranked: false, timed: false }
  for (let count = 0; count < RULES.most_prefixes; count += 1) {
    let match = matchAt(TIME, text, prefix.end)
    if (match) {
      prefix.timed = true
    } else if ((match = matchAt(SOURCE, text, prefix.end))) {
      noteSource(match, prefix)
    } else if (!(match = matchAt(QUOTED, text, prefix.end))) {
      break
    }
    prefix.end += match[0].length
  }
  return prefix
}

/**
 * @param {RegExpExecArray} match
 * @param {Prefix} prefix
 */
function noteSource(match, prefix) {
  const group = match.findIndex((part, index) => index > 0 && part !== undefined)
  const isRank = group <= RULES.rank_groups
  prefix.ranked ||= isRank
  if (isRank || prefix.source === null) prefix.source = match[group]
}

/** @param {string} raw */
function withoutBox(raw) {
  let text = raw.replace(BOX_LEFT, "")
  // A bar at the end, found from there: a search forward would look at each run of spaces again
  // for each of its characters.
  let end = endOfText(text)
  if (end && RULES.box_bars.includes(text[end - 1])) {
    end -= 1
    while (end && text[end - 1] === " ") end -= 1
    text = text.slice(0, end)
  }
  return text.replace(BOX_EDGE, "")
}

/**
 * Tell whether a line is the rest of the one before it, by their lengths and distance: both fit a width
 * into which the first word would not have fitted too.
 *
 * @param {LogicalLine} before
 * @param {Line} line
 */
function continues(before, line) {
  const { raw: previous, number } = before.lines[before.lines.length - 1]
  if (line.number > number + RULES.most_lines_between) return false
  const full = lengthOf(previous.slice(0, endOfText(previous)))
  if (full < RULES.shortest_full_line || before.length > RULES.longest_logical_line) return false
  const own = lengthOf(line.raw.slice(0, endOfText(line.raw)))
  // Most lines are decided without their first word.
  if (own < full + 2) return true
  return own < full + 1 + lengthOf(FIRST_WORD.exec(line.text)?.[0] ?? "")
}

/**
 * @param {RegExp} expression One with the flag "g" or "y".
 * @param {string} text
 * @param {number} position
 */
function matchAt(expression, text, position) {
  expression.lastIndex = position
  return expression.exec(text)
}
