/** Lines that only mention an error, by the rules of trainwreck/logs/mentions.py. */

import data from "#data/matching.json" with { type: "json" }

import { SURROGATE } from "./characters.js"
import { compiled, compiledAtStart } from "../common/patterns.js"

const { reach: REACH, before, behind, handled } = data.mentions
const BEFORE = before.map(rule => compiled(rule))
const BEHIND = behind.map(compiledAtStart)
const HANDLED = compiledAtStart(handled)

/**
 * Tell whether a line says how the program goes on after its message.
 *
 * @param {string} line The line as the log has it.
 * @param {number} column Where the message begins, from 0.
 * @returns {boolean} Whether it does.
 */
export function isHandled(line, column) {
  return HANDLED.test(part(line, column, column + 2 * REACH))
}

/**
 * Tell whether a line only mentions what its message is about.
 *
 * @param {string} line The line as the log has it.
 * @param {number} column Where the message begins, from 0.
 * @returns {boolean} Whether nobody reports the error there.
 */
export function isMention(line, column) {
  const left = part(line, Math.max(0, column - REACH), column)
  const right = part(line, column, column + REACH)
  return BEFORE.some(rule => rule.test(left)) || BEHIND.some(rule => rule.test(right))
}

/**
 * @param {string} line
 * @param {number} start
 * @param {number} end
 */
function part(line, start, end) {
  return SURROGATE.test(line) ? [...line].slice(start, end).join("") : line.slice(start, end)
}
