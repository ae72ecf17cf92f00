/**
 * Gathers what is found while a log is read and ranks it, the earliest cause first, as
 * trainwreck/matching/results.py does.
 */

import data from "#data/matching.json" with { type: "json" }

import { SURROGATE, lengthOf, stripped } from "./characters.js"

/** @import { Occurrence } from "./matcher.js" */
/** @import { Line } from "./normalizer.js" */

/**
 * @typedef {object} LogLine A line of the log.
 * @property {number} number Counted from 1.
 * @property {string} text Cut where it is very long.
 *
 * @typedef {object} Match An entry whose messages the log contains, as `trainwreck diagnose --format
 *   json` has it.
 * @property {string} id
 * @property {"cause" | "consequence"} role Whether another error in the log explains it.
 * @property {string[]} caused_by The errors in the log that lead to it.
 * @property {string} message The one with the most fixed text that was found.
 * @property {number} weight Letters and digits of fixed text in it.
 * @property {"certain" | "likely" | "possible"} confidence
 * @property {string} reason Why, in a sentence.
 * @property {number} count How many lines contain a message of the entry.
 * @property {LogLine[]} lines The first of them.
 * @property {string[]} ranks Ranks, hosts or processes in the prefixes of these lines.
 *
 * @typedef {[line: number, position: number]} Place
 *
 * @typedef {object} Sighting What is known of an entry while the log is read.
 * @property {Place} first
 * @property {number} weight
 * @property {string} message
 * @property {Set<number>} numbers
 * @property {Map<number, string>} lines
 * @property {Set<string>} sources
 *
 * @typedef {{ id: string, sighting: Sighting, causes: string[] }} Candidate
 */

const {
  shown_lines: SHOWN_LINES, shown_length: SHOWN_LENGTH, specific: SPECIFIC, vague: VAGUE,
} = data.results
const DECIMAL = /^\d+$/

/** Gathers occurrences while a log is read. Memory does not grow with the log. */
export class Collector {
  /** @param {Map<string, Set<string>>} roots For each id all errors that may lead to it. */
  constructor(roots) {
    this.roots = roots
    /** @type {Set<string>} */
    this.recent = new Set()
    /** @type {Map<string, Sighting>} By the id of the entry. */
    this.sightings = new Map()
  }

  /**
   * Add the occurrences of a block. Blocks overlap, so that no message is cut; a line counts once
   * per message.
   *
   * @param {Occurrence[]} occurrences Where messages are.
   * @param {number} offset Where in the log the block begins.
   */
  add(occurrences, offset) {
    const before = this.recent
    this.recent = new Set()
    for (const found of occurrences) {
      const key = `${found.index} ${found.lines[0].number}`
      if (!before.has(key) && !this.recent.has(key)) this.#note(found, offset)
      this.recent.add(key)
    }
  }

  /**
   * Return what was found so far.
   *
   * @returns {Match[]} The causes, then their consequences; among each the surest first.
   */
  matches() {
    /** @type {Candidate[]} */
    const found = [...this.sightings].map(([id, sighting]) => {
      const roots = this.roots.get(id)
      return { id, sighting, causes: [...this.sightings.keys()].filter(cause => roots?.has(cause)) }
    })
    return found.sort(compareCandidates).map(matchOf)
  }

  /**
   * @param {Occurrence} occurrence
   * @param {number} offset
   */
  #note({ start, message, lines, column }, offset) {
    const { number } = lines[0]
    /** @type {Place} */
    const place = [number, offset + start]
    const sighting = this.#sightingOf(message.entry, place)
    sighting.numbers.add(number)
    if (comparePlaces(place, sighting.first) < 0) sighting.first = place
    if (message.template.weight > sighting.weight) {
      sighting.weight = message.template.weight
      sighting.message = message.template.text
    }
    for (const line of lines) noteLine(line, column, sighting)
  }

  /**
   * @param {string} entry
   * @param {Place} first
   */
  #sightingOf(entry, first) {
    let sighting = this.sightings.get(entry)
    if (!sighting) {
      sighting = {
        first, weight: 0, message: "", numbers: new Set(), lines: new Map(), sources: new Set(),
      }
      this.sightings.set(entry, sighting)
    }
    return sighting
  }
}

/**
 * @param {Line} line
 * @param {() => number} columnOf
 * @param {Sighting} sighting
 */
function noteLine({ number, raw, source }, columnOf, { sources, lines }) {
  if (source !== null) sources.add(source)
  if (lines.size < SHOWN_LINES && !lines.has(number)) lines.set(number, excerpt(raw, columnOf))
}

/**
 * @param {Candidate} candidate
 * @returns {Match}
 */
function matchOf({ id, sighting, causes }) {
  const { message, weight, numbers, lines, sources } = sighting
  return {
    id,
    role: causes.length ? "consequence" : "cause",
    caused_by: causes,
    message,
    weight,
    confidence: weight >= SPECIFIC ? "certain" : weight >= VAGUE ? "likely" : "possible",
    reason: reason(sighting),
    count: numbers.size,
    lines: [...lines].sort(([a], [b]) => a - b).map(([number, text]) => ({ number, text })),
    ranks: [...sources].sort(compareSources),
  }
}

/** @param {Sighting} sighting */
function reason({ message, weight }) {
  const said = message.split("\n").map(stripped).join(" / ")
  if (weight >= SPECIFIC) return `the log contains "${said}"`
  return `the log contains "${said}", only ${weight} letters of fixed text`
}

/**
 * Return the line, or where it is long the part around a column.
 *
 * @param {string} line
 * @param {() => number} columnOf
 */
function excerpt(line, columnOf) {
  const text = stripped(line)
  if (lengthOf(text) <= SHOWN_LENGTH) return text
  const characters = SURROGATE.test(line) ? [...line] : line
  const last = characters.length - SHOWN_LENGTH
  const start = Math.max(0, Math.min(columnOf() - Math.floor(SHOWN_LENGTH / 3), last))
  const part = characters.slice(start, start + SHOWN_LENGTH)
  const shown = stripped(typeof part === "string" ? part : part.join(""))
  return (start ? "… " : "") + shown + (start < last ? " …" : "")
}

/**
 * @param {Candidate} a
 * @param {Candidate} b
 */
function compareCandidates(a, b) {
  const isConsequence = (/** @type {Candidate} */ { causes }) => Number(causes.length > 0)
  const isVague = (/** @type {Candidate} */ { sighting }) => Number(sighting.weight < SPECIFIC)
  return isConsequence(a) - isConsequence(b) ||
    isVague(a) - isVague(b) ||
    comparePlaces(a.sighting.first, b.sighting.first) ||
    b.sighting.weight - a.sighting.weight
}

/**
 * @param {Place} a
 * @param {Place} b
 */
function comparePlaces(a, b) {
  return a[0] - b[0] || a[1] - b[1]
}

/**
 * @param {string} a
 * @param {string} b
 */
function compareSources(a, b) {
  const [one, other] = [a, b].map(source => (DECIMAL.test(source) ? Number(source) : -1))
  if (one !== other) return one - other
  return one >= 0 || a === b ? 0 : a < b ? -1 : 1
}
