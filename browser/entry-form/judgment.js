/** What the fields of the form amount to: the file, and what is wrong with it. */

import { answers, entryOf } from "./draft.js"
import { problemsOf, sizeProblems } from "./problems.js"
import { yamlOf } from "./yaml.js"

/** @import { KnownMatch } from "../matching/results.js" */
/** @import { Answers } from "./draft.js" */
/** @import { FirstLook } from "./first-look.js" */
/** @import { Problem, Rules } from "./problems.js" */

/**
 * @typedef {Rules & { schemaLine: string, skeleton: object }} FormData What macros/entry_form/form.py writes.
 *
 * @typedef {object} Judgment
 * @property {Answers} given The answers.
 * @property {Record<string, any>} entry The content of the file.
 * @property {string} yaml The file.
 * @property {Problem[]} problems
 * @property {KnownMatch[]} known The entries that explain the messages already.
 */

/**
 * Make the file and find what is wrong with it.
 *
 * @param {Record<string, any>} raw What the fields contain, by name.
 * @param {FormData} data The fields and the rules.
 * @param {FirstLook | null} look Knows the entries that there are; null before they are loaded.
 * @param {string} today The day, YYYY-MM-DD.
 * @returns {Judgment} File and problems.
 */
export function judge(raw, data, look, today) {
  const { fields, skeleton, schemaLine, longestFile } = data
  const short = Object.entries(raw).map(([name, value]) => {
    // What is longer than a file may be is refused, and need not be read.
    return [name, typeof value === "string" ? value.slice(0, longestFile + 1) : value]
  })
  const given = answers(Object.fromEntries(short), fields)
  const entry = entryOf(given, fields, skeleton, today)
  const yaml = yamlOf(entry, schemaLine)
  const lengths = Object.fromEntries(Object.keys(fields).map(name => [name, raw[name].length]))
  const problems = sizeProblems(lengths, yaml, longestFile)
  // Judging very long texts takes time and helps nobody.
  if (problems.length) return { given, entry, yaml, problems, known: [] }
  const known = look && given.messages.length ? look.known(given.messages) : []
  return { given, entry, yaml, problems: problemsOf(given, entry, known, data), known }
}
