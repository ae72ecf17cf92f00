/** What the site's matcher says of logs, for the tests that compare it with the command's. */

import { Diagnoser } from "../../../browser/matching/index.js"

/** @import { DiagnosedEntry } from "../../../browser/common/types.js" */

/** @type {Diagnoser} */
let diagnoser

/**
 * Set the catalog.
 *
 * @param {DiagnosedEntry[]} entries Its entries.
 */
export function setEntries(entries) {
  diagnoser = new Diagnoser(entries)
}

/**
 * Diagnose a log that comes in pieces.
 *
 * @param {string} text The log.
 * @param {number} length Characters of a piece.
 */
export function diagnose(text, length) {
  const scanner = diagnoser.read()
  for (let start = 0; start < text.length; start += length) scanner.add(text.slice(start, start + length))
  return scanner.finish()
}
