/** What the form for a new error makes of texts, for the tests that compare it with the command. */

import validateEntry from "#data/validate-entry.cjs"

import { answers, entryOf } from "../../../browser/entry-form/draft.js"
import { FirstLook, idLike, titleOf } from "../../../browser/entry-form/first-look.js"
import { frameworks, proposals, sample } from "../../../browser/entry-form/proposals.js"
import { redacted } from "../../../browser/entry-form/redaction.js"
import { yamlOf } from "../../../browser/entry-form/yaml.js"

export { redacted, traces } from "../../../browser/entry-form/redaction.js"

/** @import { MatchedEntry } from "../../../browser/common/types.js" */

/** @type {FirstLook} */
let look

/**
 * Judge an entry by the schema.
 *
 * @param {object} entry The content of a file.
 * @returns {boolean} Whether it is valid.
 */
export function isValid(entry) {
  return validateEntry(entry)
}

/**
 * Set the catalog.
 *
 * @param {MatchedEntry[]} entries Its entries.
 */
export function setEntries(entries) {
  look = new FirstLook(entries)
}

/**
 * Read a log.
 *
 * @param {string} log The log.
 * @returns {object} What is proposed of it.
 */
export function read(log) {
  const text = redacted(log)
  const found = look.proposals(text)
  const messages = found.map(({ message }) => message)
  return {
    text,
    proposals: found.map(({ message, kind }) => [message, kind]),
    likeliest: proposals(text).map(({ message }) => message),
    sample: sample(text, messages),
    frameworks: frameworks(text),
    title: titleOf(messages[0]),
    id: idLike(log),
  }
}

/**
 * Write a file.
 *
 * @param {Record<string, any>} raw What the fields contain.
 * @param {any} data What the page brings along.
 * @param {string} today The day.
 * @returns {[Record<string, any>, string]} The cleaned answers and the file.
 */
export function write(raw, data, today) {
  const given = answers(raw, data.fields, text => text)
  return [given, yamlOf(entryOf(given, data.fields, data.skeleton, today), data.schemaLine)]
}
