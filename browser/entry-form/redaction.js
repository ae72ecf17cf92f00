/**
 * Finds and replaces what names a person or is a secret, by the rules of
 * trainwreck/logs/redaction.py.
 */

import data from "#data/drafting.json" with { type: "json" }

import { compiled } from "../shared/patterns.js"

/**
 * @typedef {object} Trace Something that must not be published.
 * @property {number} line Its line, from 0.
 * @property {string} problem What is wrong with it.
 * @property {string} placeholder What to write instead.
 */

const { noNames: NO_NAMES, shortestName: SHORTEST_NAME } = data.redaction
const NAMES = data.redaction.names.map(pattern => compiled(pattern, "g"))
const REPLACEMENTS = data.redaction.replacements.map(({ pattern, replacement }) => {
  return { pattern: compiled(pattern, "g"), replacement }
})
const TRACES = data.redaction.traces.map(({ pattern, telling, problem, placeholder }) => {
  return { pattern: compiled(pattern, "g"), telling: compiled(telling, "y"), problem, placeholder }
})
const WORD = "[\\p{L}\\p{N}_\\-]"

/**
 * Replace what names a person or is a secret; no line is added or lost.
 *
 * @param {string} text A log or a part of one.
 * @returns {string} The text with placeholders.
 */
export function redacted(text) {
  const names = namesIn(text)
  const replaced = REPLACEMENTS.reduce((result, { pattern, replacement }) => {
    return result.replace(pattern, replacement)
  }, text)
  if (!names.length) return replaced
  const anywhere = names.map(name => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")
  return replaced.replace(new RegExp(`(?<!${WORD})(?:${anywhere})(?!${WORD})`, "gu"), "<user>")
}

/**
 * Find what names a person or is a secret, placeholders left out.
 *
 * @param {string} text A text of an entry.
 * @returns {Trace[]} The traces, by kind.
 */
export function traces(text) {
  return TRACES.flatMap(({ pattern, telling, problem, placeholder }) => {
    return [...text.matchAll(pattern)].flatMap(match => {
      const value = valueOf(match)
      telling.lastIndex = 0
      if (!value || !telling.test(value)) return []
      const line = text.slice(0, match.index).split("\n").length - 1
      return [{ line, problem: `"${value}" ${problem}`, placeholder }]
    })
  })
}

/**
 * Return the names that could be a person's wherever they are.
 *
 * @param {string} text
 */
function namesIn(text) {
  const matches = NAMES.flatMap(pattern => [...text.matchAll(pattern)])
  const names = new Set(matches.map(({ groups }) => groups?.name ?? ""))
  return [...names].sort().filter(name => {
    const isWord = NO_NAMES.includes(name.toLowerCase()) || /^\p{Nd}+$/u.test(name)
    return [...name].length >= SHORTEST_NAME && !isWord
  })
}

/** @param {RegExpExecArray} match */
function valueOf({ 0: whole, groups = {} }) {
  if ("value" in groups) return groups.value
  return "name" in groups ? groups.name : whole
}
