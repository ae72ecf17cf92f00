/**
 * Finds and replaces what names a person or is a secret, as trainwreck/logs/redaction.py does, by the
 * same rules.
 */

import data from "#data/redaction.json" with { type: "json" }

/**
 * @typedef {object} Trace Something that must not be published.
 * @property {number} line Its line, from 0.
 * @property {string} problem What is wrong with it.
 * @property {string} placeholder What to write instead.
 *
 * @typedef {object} Found A value that a rule found.
 * @property {number} position Where it begins.
 * @property {string} value
 *
 * @typedef {object} Rule One form of a secret or a name.
 * @property {RegExp} pattern Finds it; its first group, if any, is what precedes it and stays.
 * @property {string} placeholder What replaces it.
 * @property {RegExp | undefined} unless Begins at the start of values that are harmless.
 * @property {boolean} isName Whether the value is taken out wherever else it is.
 * @property {Refusal | undefined} refusal Why it must not be in an entry.
 *
 * @typedef {object} Refusal
 * @property {string} problem
 * @property {RegExp} only Begins at the start of a value that is one beyond doubt.
 * @property {RegExp | undefined} unless Begins at the start of values that are harmless.
 * @property {boolean} isHidden Whether no more than the beginning of the value is shown.
 */

const SCHEMES = new Set(["basic", "bearer", "digest", "token"])
const TAKEN_OUT = /^[ /\\]<[a-z]+>/
/** Characters of which TAKEN_OUT looks at most. */
const FOLLOWING = 40
const SHOWN_OF_A_SECRET = 4
const MOST_ROUNDS = 8
const REFUSALS = new Map(Object.entries(data.refused).map(([name, refusal]) => [name, refusalOf(refusal)]))
const RULES = data.rules.map(ruleOf)
const MADE_UP = new RegExp(data.made_up, "iu")
const WORDS = new RegExp(data.words, "gu")
const ONLY_WORDS = new RegExp(`^(?:${data.words})$`, "u")
const NOT_NAMES = new Set(data.not_names)

/**
 * Replace what names a person or is a secret; no line is added or lost. To redact the result again
 * changes nothing.
 *
 * @param {string} text A log or a part of one.
 * @returns {string} The text with placeholders.
 */
export function redacted(text) {
  let [before, result] = [text, redactedOnce(text)]
  // What was taken out may show what stands beside it: the host behind a user.
  for (let round = 1; round < MOST_ROUNDS && result !== before; round++) {
    [before, result] = [result, redactedOnce(result)]
  }
  return result
}

/** @param {string} text */
function redactedOnce(text) {
  /** @type {Set<string>} */
  const found = new Set()
  const replaced = RULES.reduce((result, rule) => {
    return result.replace(rule.pattern, (match, ...rest) => {
      const at = /** @type {number} */ (rest.find(part => typeof part === "number"))
      const end = at + match.length
      return replacement(rule, found, match, rest[0], result.slice(end, end + FOLLOWING))
    })
  }, text)
  const known = new Set([...found].filter(name => isSomebody(name) && ONLY_WORDS.test(name)))
  return known.size ? replaced.replace(WORDS, words => without(known, words)) : replaced
}

/**
 * Find what names a person or is a secret, placeholders left out.
 *
 * @param {string} text A text of an entry.
 * @returns {Trace[]} The traces, by kind.
 */
export function traces(text) {
  /** @type {Trace[]} */
  const all = []
  let left = text
  for (const rule of RULES) {
    const { refusal, placeholder } = rule
    if (!refusal) continue
    const refused = valuesOf(rule, left).filter(({ value }) => isRefused(value, rule, refusal))
    const lines = lineNumbers(text, refused)
    for (const [index, { value }] of refused.entries()) {
      const shown = refusal.isHidden ? `${[...value].slice(0, SHOWN_OF_A_SECRET).join("")}…` : value
      all.push({ line: lines[index], problem: `"${shown}" ${refusal.problem}`, placeholder })
    }
    left = blanked(left, refused)
  }
  return all
}

/**
 * @param {Rule} rule
 * @param {string} text
 * @returns {Found[]}
 */
function valuesOf({ pattern }, text) {
  return [...text.matchAll(pattern)].map(({ 0: match, 1: before = "", index }) => {
    return { position: index + before.length, value: match.slice(before.length) }
  })
}

/**
 * Return the line of each of the values, which are in the order of the text.
 *
 * @param {string} text
 * @param {Found[]} found
 */
function lineNumbers(text, found) {
  let line = 0
  let end = 0
  return found.map(({ position }) => {
    line += text.slice(end, position).split("\n").length - 1
    end = position
    return line
  })
}

/**
 * Return the text without what was found, which other rules need not find again.
 *
 * @param {string} text
 * @param {Found[]} found
 */
function blanked(text, found) {
  let end = 0
  const kept = found.map(({ position, value }) => {
    const before = text.slice(end, position)
    end = position + value.length
    return before + "\0".repeat(value.length)
  })
  return kept.join("") + text.slice(end)
}

/**
 * @param {string} value
 * @param {Rule} rule
 * @param {Refusal} refusal
 */
function isRefused(value, rule, refusal) {
  if (!refusal.isHidden && !isSomebody(value.split("@")[0])) return false
  const isHarmless = [rule.unless, refusal.unless].some(pattern => pattern && beginsWith(pattern, value))
  return !isHarmless && !MADE_UP.test(value) && beginsWith(refusal.only, value)
}

/**
 * @param {Rule} rule
 * @param {Set<string>} found Takes up names.
 * @param {string} match
 * @param {unknown} group What the first group matched, where the pattern has one.
 * @param {string} after What follows the match.
 */
function replacement({ placeholder, unless, isName }, found, match, group, after) {
  const before = typeof group === "string" ? group : ""
  const value = match.slice(before.length)
  if (unless && beginsWith(unless, value)) return match
  // What only precedes what was taken out before: "Bearer <token>".
  const isShort = [...value].length === 1 || SCHEMES.has(value.toLowerCase())
  if (isShort && TAKEN_OUT.test(after)) return match
  if (isName) found.add(value)
  return before + placeholder + value.replace(/[^\r\n]/gu, "")
}

/**
 * Tell whether a name could be a person's.
 *
 * @param {string} name
 */
function isSomebody(name) {
  const { length } = [...name]
  const isAccount = NOT_NAMES.has(name.toLowerCase()) || /^\p{Nd}+$/u.test(name)
  return length >= data.shortest_name && length <= data.longest_name && !isAccount
}

/**
 * Return words, joined by periods, with a placeholder for each name in them.
 *
 * @param {Set<string>} names
 * @param {string} words
 */
function without(names, words) {
  if (names.has(words)) return "<user>"
  const parts = words.split(".")
  const kept = []
  for (let position = 0; position < parts.length;) {
    // Of several parts a name may be two: "jane.doe".
    const length = names.has(parts.slice(position, position + 2).join(".")) ? 2 : 1
    const name = parts.slice(position, position + length).join(".")
    kept.push(names.has(name) ? "<user>" : name)
    position += length
  }
  return kept.join(".")
}

/**
 * @param {RegExp} pattern A sticky one.
 * @param {string} value
 */
function beginsWith(pattern, value) {
  pattern.lastIndex = 0
  return pattern.test(value)
}

/** @param {{ problem: string, only?: string, unless?: string, hidden?: boolean }} refusal */
function refusalOf({ problem, only = "", unless, hidden = false }) {
  return { problem, only: new RegExp(only, "uy"), unless: unless ? new RegExp(unless, "iuy") : undefined, isHidden: hidden }
}

/**
 * @param {{ pattern: string, placeholder: string, unless?: string, ignore_case?: boolean, name?: boolean,
 *   refused?: string }} rule
 * @returns {Rule}
 */
function ruleOf({ pattern, placeholder, unless, ignore_case: ignoreCase, name = false, refused }) {
  return {
    pattern: new RegExp(pattern, ignoreCase ? "giu" : "gu"),
    placeholder,
    unless: unless ? new RegExp(unless, "iuy") : undefined,
    isName: name,
    refusal: refused ? REFUSALS.get(refused) : undefined,
  }
}
