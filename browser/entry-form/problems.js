/**
 * Judges the answers of the form by the JSON Schema of an entry, by the entries that there are, and by
 * what must not be published. All other rules are left to `trainwreck check`.
 */

import validateEntry from "#data/validate-entry.cjs"

import { valueAt } from "./draft.js"
import { traces } from "./redaction.js"

/** @import { Answers, Fields } from "./draft.js" */

/**
 * @typedef {object} Problem
 * @property {string} field Name of the field.
 * @property {string} message What is wrong.
 * @property {string} fix What would be right.
 * @property {string} [id] The entry to read.
 *
 * @typedef {object} SchemaError What Ajv reports.
 * @property {string} keyword
 * @property {string} instancePath A JSON Pointer.
 * @property {Record<string, any>} params
 * @property {string} [message]
 *
 * @typedef {object} Rules What macros/entry_form/form.py writes.
 * @property {Fields} fields
 * @property {string} idPattern
 * @property {number} longestFile In bytes.
 */

const LONGEST_SHOWN = 120
const validate = /** @type {((entry: object) => boolean) & { errors?: SchemaError[] }} */ (
  /** @type {unknown} */ (validateEntry)
)

/**
 * Find what is wrong.
 *
 * @param {Answers} given As `answers()` of draft.js returns them.
 * @param {Record<string, any>} entry As `entryOf()` of draft.js returns it.
 * @param {{ id: string }[]} known The entries that explain the messages already.
 * @param {Rules} rules What is right.
 * @returns {Problem[]} The problems, in the order of the fields.
 */
export function problemsOf(given, entry, known, rules) {
  const order = Object.keys(rules.fields)
  return [
    ...schemaProblems(entry, rules.fields),
    ...placeProblems(given, rules),
    ...knownProblems(given, known),
    ...traceProblems(given, entry, rules.fields),
  ].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}

/**
 * Find what makes the file longer than the catalog allows.
 *
 * @param {Record<string, number>} lengths Characters in each field.
 * @param {string} yaml The file.
 * @param {number} longest Bytes that a file may have.
 * @returns {Problem[]} The problems.
 */
export function sizeProblems(lengths, yaml, longest) {
  const fix = `keep the whole file within ${counted(longest)} bytes`
  const tooLong = Object.entries(lengths).filter(([, length]) => length > longest)
  if (tooLong.length) {
    return tooLong.map(([field, length]) => {
      return { field, message: `is ${counted(length)} characters long`, fix }
    })
  }
  const { size } = new Blob([yaml])
  if (size <= longest) return []
  const [[field]] = Object.entries(lengths).sort(([, a], [, b]) => b - a)
  return [{ field, message: `is the longest part of a file of ${counted(size)} bytes`, fix }]
}

/**
 * @param {Record<string, any>} entry
 * @param {Fields} fields
 * @returns {Problem[]}
 */
function schemaProblems(entry, fields) {
  if (validate(entry)) return []
  /** @type {Map<string, SchemaError[]>} */
  const byPath = new Map()
  for (const error of validate.errors ?? []) {
    byPath.set(error.instancePath, [...(byPath.get(error.instancePath) ?? []), error])
  }
  return [...byPath].flatMap(([path, errors]) => {
    const field = fieldAt(path, fields)
    if (!field) return []
    return [{ field, ...explained(errors, valueAt(entry, path), fields[field].label) }]
  })
}

/**
 * Return the field whose value is at a path or contains it.
 *
 * @param {string} path
 * @param {Fields} fields
 */
function fieldAt(path, fields) {
  return Object.keys(fields).filter(name => {
    const own = fields[name].path
    return own && (path === own || path.startsWith(`${own}/`))
  }).at(-1)
}

/**
 * Describe what the validator found at one place.
 *
 * @param {SchemaError[]} errors
 * @param {any} value
 * @param {string} label
 */
function explained(errors, value, label) {
  const error = errors.find(({ keyword }) => keyword in EXPLANATIONS) ?? errors[0]
  const explain = EXPLANATIONS[error.keyword]
  return explain?.(value, error.params.limit, label)
    ?? { message: error.message ?? "is not valid", fix: "see the description of the field" }
}

/** @type {Record<string, (value: any, limit: number, label: string) => Omit<Problem, "field">>} */
const EXPLANATIONS = {
  enum: (value, _, label) => (value === "" ? notChosen() : {
    message: `"${shown(String(value))}" is not a valid ${label.toLowerCase().replace(/s$/, "")}`,
    fix: "choose from the list",
  }),
  minItems: () => ({ message: "names none", fix: "choose at least one" }),
  minLength: (value, limit) => (value.trim() ? {
    message: `is only ${characters(value)} long`, fix: `write at least ${limit}`,
  } : { message: "is empty", fix: "write it" }),
  maxLength: (value, limit) => ({
    message: `is ${[...value].length} characters long`, fix: `keep it within ${limit}`,
  }),
}

/**
 * Judge category and id, which are the path of the file and not part of it.
 *
 * @param {Answers} given
 * @param {Rules} rules
 * @returns {Problem[]}
 */
function placeProblems({ id, category }, { idPattern }) {
  /** @type {Problem[]} */
  const found = category ? [] : [{ field: "category", ...notChosen() }]
  if (!id) {
    found.push({ field: "id", message: "is empty", fix: `write it: ${idAdvice("")}` })
  } else if (!new RegExp(idPattern).test(id)) {
    found.push({ field: "id", message: `"${shown(id)}" is not a valid id`, fix: idAdvice(id) })
  }
  return found
}

/**
 * @param {Answers} given
 * @param {{ id: string }[]} known
 * @returns {Problem[]}
 */
function knownProblems({ other_cause: isOther }, known) {
  if (isOther || !known.length) return []
  const [{ id }] = known
  return [{
    field: "messages",
    message: `are explained by ${id} already`,
    fix: "read that entry; if yours has another cause, say so below the log",
    id,
  }]
}

/**
 * @param {Answers} given
 * @param {Record<string, any>} entry
 * @param {Fields} fields
 * @returns {Problem[]}
 */
function traceProblems(given, entry, fields) {
  return Object.entries(fields).flatMap(([field, { path, control }]) => {
    if (!path || !given[field].length || control === "word" || control === "words") return []
    const text = [valueAt(entry, path) ?? ""].flat().join("\n")
    const hasLines = text.trim().includes("\n")
    return traces(text).map(({ line, problem, placeholder }) => ({
      field,
      message: hasLines ? `line ${line + 1}: ${problem}` : problem,
      fix: `write ${field === "messages" ? "<*>" : placeholder}`,
    }))
  })
}

function notChosen() {
  return { message: "is not chosen", fix: "choose one" }
}

/** @param {string} name */
function idAdvice(name) {
  const better = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "")
  const advice = "use lower-case words joined by hyphens"
  return better ? `${advice}, such as "${shown(better)}"` : advice
}

/** @param {string} text */
function shown(text) {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} …` : text
}

/** @param {number} number */
function counted(number) {
  return number.toLocaleString("en")
}

/** @param {string} text */
function characters(text) {
  const { length } = [...text]
  return length === 1 ? "1 character" : `${length} characters`
}
