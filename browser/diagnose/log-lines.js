/** Shows the lines of a log that a match rests on, with the ranks and nodes that printed them. */

import { make, printable } from "../common/elements.js"

/** @import { LogLine } from "../matching/results.js" */
/** @import { ShownMatch } from "./shared-result.js" */

const MOST_NAMED = 12

/**
 * Show the lines of a match.
 *
 * @param {ShownMatch} match The match; one of a shared link has no lines.
 * @returns {HTMLElement[]} The lines, and a note on how often and where they were found.
 */
export function lineElements(match) {
  if (!match.lines) return []
  const width = String(match.lines[match.lines.length - 1].number).length
  const code = make("code", "", ...match.lines.map(line => lineElement(line, width)))
  // What a log says from right to left must not turn around the line number.
  code.dir = "ltr"
  const notes = [...countNotes(match), ...rankNotes(match.ranks), ...nodeNotes(match)]
  return [
    make("pre", "diagnosis__lines", code),
    ...(notes.length ? [make("p", "diagnosis__notes", notes.join("; "))] : []),
  ]
}

/**
 * Say whose lines they are.
 *
 * @param {string[]} [ranks] Ranks, hosts or processes.
 * @returns {string[]} A note; none where there are none.
 */
export function rankNotes(ranks = []) {
  if (!ranks.length) return []
  const isNumbered = ranks.every(rank => /^\p{Nd}+$/u.test(rank))
  const kind = isNumbered ? (ranks.length > 1 ? "ranks " : "rank ") : ""
  return [`on ${kind}${named(ranks)}`]
}

/**
 * @param {LogLine} line
 * @param {number} width
 */
function lineElement({ number, text }, width) {
  return make("span", "diagnosis__line",
    make("span", "diagnosis__number", `${String(number).padStart(width)} | `),
    make("span", "diagnosis__text", `${printable(text)}\n`),
  )
}

/** @param {ShownMatch} match */
function countNotes({ count = 1 }) {
  return count > 1 ? [`found ${count.toLocaleString("en")} times`] : []
}

/** @param {ShownMatch} match */
function nodeNotes({ nodes = [] }) {
  return nodes.length ? [`${nodes.length > 1 ? "nodes" : "node"} ${named(nodes)}`] : []
}

/** @param {string[]} names */
function named(names) {
  const more = names.length - MOST_NAMED
  const shown = names.slice(0, MOST_NAMED).map(printable).join(", ")
  return `${shown}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`
}
