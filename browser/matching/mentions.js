/** Lines that only mention an error, by the rules of trainwreck/logs/mentions.py. */

import data from "#data/matching.json" with { type: "json" }

import { SURROGATE } from "./characters.js"
import { compiled, compiledAtStart } from "../common/patterns.js"

const { reach: REACH, before, behind } = data.mentions
const BEFORE = before.map(rule => compiled(rule))
const BEHIND = behind.map(compiledAtStart)

/**
 * Tell whether a line only mentions what its message is about.
 *
 * @param {string} line The line as the log has it.
 * @param {number} column Where the message begins, from 0.
 * @returns {boolean} Whether nobody reports the error there.
 */
export function isMention(line, column) {
  const characters = SURROGATE.test(line) ? [...line] : line
  const part = (/** @type {number} */ start, /** @type {number} */ end) => {
    const found = characters.slice(start, end)
    return typeof found === "string" ? found : found.join("")
  }
  const left = part(Math.max(0, column - REACH), column)
  const right = part(column, column + REACH)
  return BEFORE.some(rule => rule.test(left)) || BEHIND.some(rule => rule.test(right))
}
