/** From the answers of the form to the entry: what was answered, and prompts for the rest. */

import data from "#data/drafting.json" with { type: "json" }

import { stripped } from "../matching/index.js"
import { printable } from "../common/elements.js"
import { compiled } from "../common/patterns.js"
import { redacted } from "./redaction.js"

/**
 * @typedef {object} Field A field of the form.
 * @property {string} label
 * @property {"line" | "text" | "code" | "word" | "words"} control
 * @property {string} path Where its value is in the entry, as a JSON Pointer; empty where it is in none.
 * @property {boolean} optional Whether the file keeps a prompt, or nothing, where it is empty.
 *
 * @typedef {Record<string, Field>} Fields By their names.
 *
 * @typedef {Record<string, any>} Answers What was answered, by field: text, or a list of words.
 */

const FENCE = /^ {0,3}(?:`{3}|~{3})/mu
/** Characters that change the direction of text, or that are not text at all. */
const UNWANTED = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
const LINE_ENDS = /\r\n?|[\v\f\x85\u2028\u2029]/g
const TO_WRITE = compiled(data.patterns.toWrite)

/**
 * Clean what was typed, so that an entry may contain it.
 *
 * @param {Answers} raw What the fields contain, by name.
 * @param {Fields} fields The fields.
 * @param {(text: string) => string} [redact] Takes names out of the sample.
 * @returns {Answers} The answers: `messages` as a list, lines without space at their ends.
 */
export function answers(raw, fields, redact = redacted) {
  const cleaned = Object.entries(fields).map(([name, { control }]) => {
    if (name === "messages") return [name, raw[name].split("\n").map(line).filter(Boolean)]
    if (name === "sample") return [name, sample(redact(raw[name].replace(/\r\n/g, "\n").replaceAll("\0", "")))]
    if (control === "line") return [name, line(raw[name])]
    return [name, control === "text" || control === "code" ? block(raw[name]) : raw[name]]
  })
  return { ...raw, ...Object.fromEntries(cleaned) }
}

/**
 * Make the entry.
 *
 * @param {Answers} given As `answers()` returns them.
 * @param {Fields} fields The fields.
 * @param {object} skeleton An entry of which nothing is known, with its prompts.
 * @param {string} today Day of the proof, YYYY-MM-DD.
 * @returns {Record<string, any>} The content of the file.
 */
export function entryOf(given, fields, skeleton, today) {
  const entry = structuredClone(skeleton)
  const { reproduction } = /** @type {any} */ (entry)
  for (const [name, { path, optional }] of Object.entries(fields)) {
    if (path && !path.startsWith("/reproduction/") && (given[name].length || !optional)) {
      setAt(entry, path, given[name])
    }
  }
  setAt(entry, "/verified/date", today)
  setAt(entry, "/reproduction", reproductionOf(given, reproduction))
  return entry
}

/**
 * Return what is still to be written.
 *
 * @param {object} entry As `entryOf()` returns it.
 * @param {Fields} fields The fields.
 * @returns {string[]} Labels of the fields for which the file contains a prompt.
 */
export function unwritten(entry, fields) {
  return Object.values(fields)
    .filter(({ path }) => path && TO_WRITE.test(String(valueAt(entry, path) ?? "")))
    .map(({ label }) => label)
}

/**
 * Return a value of an entry.
 *
 * @param {object} entry The entry.
 * @param {string} path A JSON Pointer.
 * @returns {any} The value; undefined where there is none.
 */
export function valueAt(entry, path) {
  return path.slice(1).split("/").reduce((/** @type {any} */ part, name) => part?.[name], entry)
}

/**
 * @param {object} entry
 * @param {string} path
 * @param {unknown} value
 */
function setAt(entry, path, value) {
  const names = path.slice(1).split("/")
  const last = /** @type {string} */ (names.pop())
  /** @type {any} */
  let part = entry
  for (const [index, name] of names.entries()) {
    part[name] ??= /^\d+$/.test(names[index + 1] ?? last) ? [] : {}
    part = part[name]
  }
  part[last] = value
}

/**
 * @param {Answers} given
 * @param {{ error: string, fix: string }} prompts
 */
function reproductionOf({ reproduction, error, fixed, because }, prompts) {
  if (reproduction === "") return prompts
  if (reproduction !== "script") return { exempt: reproduction, because }
  return { error: fenced(error) || prompts.error, fix: fenced(fixed) || prompts.fix }
}

/** @param {string} text */
function fenced(text) {
  if (!text || FENCE.test(text)) return text
  return `\`\`\`${text.trimStart().startsWith(">>>") ? "python" : "bash"}\n${text}\`\`\`\n`
}

/** @param {string} text */
function line(text) {
  return printable(stripped(text))
}

/** @param {string} text */
function block(text) {
  const kept = text.replace(LINE_ENDS, "\n").replace(UNWANTED, "\ufffd").replace(/^\n+|\s+$/g, "")
  return kept.trim() && `${kept}\n`
}

/**
 * Take the common indent from a sample, as textwrap.dedent() and strip() of Python do.
 *
 * @param {string} text
 */
function sample(text) {
  const lines = text.split("\n").map(part => (/^[ \t]*$/.test(part) ? "" : part))
  const indents = lines.filter(Boolean).map(part => /^[ \t]*/.exec(part)?.[0] ?? "")
  let margin = indents[0] ?? ""
  for (const indent of indents) {
    while (!indent.startsWith(margin)) margin = margin.slice(0, -1)
  }
  const kept = stripped(lines.map(part => part.slice(margin.length)).join("\n"))
  return kept && `${kept}\n`
}
