/** Regular expressions that come from Python as data. */

/** @import { Pattern } from "./types.js" */

/**
 * Compile a pattern.
 *
 * @param {Pattern} pattern What macros/scripts/javascript_patterns.py writes.
 * @param {string} [more] Flags to add, such as "g" or "y".
 * @returns {RegExp} The expression.
 */
export function compiled({ source, flags }, more = "") {
  return new RegExp(source, flags + more)
}

/**
 * Compile a pattern that must match where a text begins, as Python's `re.match` has it.
 *
 * @param {Pattern} pattern What macros/scripts/javascript_patterns.py writes.
 * @returns {RegExp} The expression.
 */
export function compiledAtStart({ source, flags }) {
  return new RegExp(`^(?:${source})`, flags)
}
