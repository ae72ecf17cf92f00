/** Which lines of a log say what went wrong. */

import pattern from "#data/error-lines.json" with { type: "json" }

import { compiled } from "./patterns.js"

const ERROR_LINE = compiled(pattern)

/**
 * Tell whether a line looks like an error.
 *
 * @param {string} line A line of a log, or any short text.
 * @returns {boolean} True where it says that something went wrong.
 */
export function looksLikeAnError(line) {
  return ERROR_LINE.test(line)
}
