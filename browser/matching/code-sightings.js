/** The codes in a log that no entry explains, as trainwreck/matching/code_sightings.py finds them. */

import data from "#data/matching.json" with { type: "json" }

import { CodeFinder } from "./code-finder.js"
import { lines, withoutEscapes } from "./normalizer.js"
import { excerpt } from "./sightings.js"

/** @import { Code, CodeTable, DiagnosedEntry } from "../common/types.js" */
/** @import { Matcher } from "./matcher.js" */
/** @import { Diagnosis, LogLine } from "./results.js" */

/**
 * @typedef {object} CodeInLog
 * @property {string} table Id of the list that it is in.
 * @property {string} title What the codes of this list are.
 * @property {Code} code
 * @property {LogLine} line The first line that has it.
 *
 * @typedef {object} Knowledge What is known of the entries.
 * @property {Matcher} matcher
 * @property {Map<string, DiagnosedEntry>} entries
 *
 * @typedef {{ table: string, kind: string, value: string, line: LogLine }} Found
 */

const { reported: REPORTED, ends: ENDS, tail: TAIL, most_shown: MOST_SHOWN } = data.codes
const STOPPING = new Set(data.results.stopping)
const NO_COLUMN = () => 0

/**
 * Return the codes in a log that no entry explains, in the order of their lines.
 *
 * @param {Diagnosis} diagnosis What is known of the log.
 * @param {string} tail The end of the log, of which the last TAIL characters are looked at.
 * @param {CodeTable[]} tables The tables.
 * @param {Knowledge} knowledge What is known of the entries.
 * @returns {CodeInLog[]} The codes.
 */
export function codesIn(diagnosis, tail, tables, knowledge) {
  const explained = new Explained(diagnosis, knowledge)
  const end = wholeLines(tail)
  const finders = new Map(tables.map(table => [table.id, new CodeFinder(table)]))
  /** @type {Map<string, CodeInLog>} */
  const seen = new Map()
  const found = [...reportedCodes(diagnosis), ...printedCodes(diagnosis, end, [...finders.values()])]
  for (const { table: id, kind, value, line } of found) {
    const finder = finders.get(id)
    if (!finder || explained.hasTable(id)) continue
    for (const code of finder.codes(kind, value)) {
      const key = `${id}#${code.anchor}`
      if (seen.has(key) || explained.has(code, line)) continue
      seen.set(key, { table: id, title: finder.table.title, code, line })
    }
  }
  return [...seen.values()].sort((a, b) => a.line.number - b.line.number).slice(0, MOST_SHOWN)
}

/**
 * Return the lines at the end of a log that are not cut off.
 *
 * @param {string} tail
 */
function wholeLines(tail) {
  if (tail.length < TAIL) return tail
  const end = tail.slice(-TAIL)
  return end.slice((end.indexOf("\n") + 1) || TAIL)
}

/** Knows which codes the entries that were found explain. */
class Explained {
  /** @type {Set<string>} */
  #ids = new Set()
  /** @type {Set<number>} */
  #lines = new Set()
  #hasCause = false

  /**
   * @param {Diagnosis} diagnosis
   * @param {Knowledge} knowledge
   */
  constructor({ matches }, { matcher, entries }) {
    this.matcher = matcher
    this.entries = entries
    for (const { id, role, lines: shown } of matches) {
      if (id === null) continue
      this.#ids.add(id)
      for (const { number } of shown) this.#lines.add(number)
      this.#hasCause ||= role === "cause" && STOPPING.has(entries.get(id)?.kind ?? "")
    }
  }

  /** @param {string} id Id of a table. */
  hasTable(id) {
    return this.#hasCause && ENDS.includes(id)
  }

  /**
   * @param {Code} code
   * @param {LogLine} line
   */
  has({ entry }, line) {
    if (entry !== null && this.#ids.has(entry)) return true
    if (this.#lines.has(line.number)) return true
    if (this.#hasCause && entry !== null && this.#isReport(entry)) return true
    // An entry that isn't found itself gave way, or somebody handled or mentioned the error.
    return this.matcher.find(line.text).some(({ message }) => message.purpose === "message")
  }

  /**
   * Tell whether an entry only ever reports that something else failed.
   *
   * @param {string} id
   */
  #isReport(id) {
    const entry = this.entries.get(id)
    return entry !== undefined && entry.messages.every(text => entry.secondary.includes(text))
  }
}

/**
 * @param {Diagnosis} diagnosis
 * @returns {Found[]}
 */
function reportedCodes({ failures }) {
  return failures.flatMap(({ kind, code, line, text }) => {
    const table = /** @type {Record<string, string | undefined>} */ (REPORTED)[kind]
    if (table === undefined || code === null) return []
    return [{ table, kind: "number", value: String(code), line: { number: line, text } }]
  })
}

/**
 * @param {Diagnosis} diagnosis
 * @param {string} end
 * @param {CodeFinder[]} finders
 * @returns {Found[]}
 */
function printedCodes({ line_count: lineCount }, end, finders) {
  const plain = withoutEscapes(end)
  const known = finders.filter(finder => finder.mayBeIn(plain))
  if (!known.length) return []
  const count = end.split("\n").length - Number(end.endsWith("\n"))
  return lines(end, lineCount - count + 1).flatMap(({ number, text }) => {
    const line = { number, text: excerpt(text, NO_COLUMN) }
    return known.flatMap(finder => {
      return finder.find(line.text).map(found => ({ table: finder.table.id, ...found, line }))
    })
  })
}
