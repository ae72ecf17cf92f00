/**
 * From a log to the parts of an entry: its messages, a sample, the software that it names. The rules
 * are those of trainwreck/drafting/proposals.py.
 */

import data from "#data/drafting.json" with { type: "json" }

import { Engine, Template, beginning, collapsed, lines, stripped, strippedRight } from "../matching/index.js"
import { compiled } from "../common/patterns.js"

/**
 * @typedef {object} Proposal A message that a log may stand for.
 * @property {string} message
 * @property {"crash" | "warning"} kind What happened, as far as the line tells.
 */

const { limits: LIMITS, patterns: PATTERNS } = data
/** @type {[string, string[]][]} Words by which a framework shows itself, by its name. */
const SIGNS = Object.entries(data.signs)
const EXCEPTION = compiled(PATTERNS.exception, "y")
const FAILURE = compiled(PATTERNS.failure)
const WARNING = compiled(PATTERNS.warning)
const BYSTANDER = compiled(PATTERNS.bystander, "y")
const VARYING = compiled(PATTERNS.varying, "g")
const SEVERAL = compiled(PATTERNS.several, "g")
const SENTENCE = compiled(PATTERNS.sentence)
const CODE = compiled(PATTERNS.code)
const EDGE = compiled(PATTERNS.edge, "g")
const SOFTWARE = compiled(PATTERNS.software, "g")
const TAB_WIDTH = 4
/** How likely a line is the error, the likeliest first. */
const RANKS = [
  (/** @type {string} */ text) => begins(EXCEPTION, text),
  (/** @type {string} */ text) => FAILURE.test(text),
  (/** @type {string} */ text) => WARNING.test(text),
]

/**
 * Propose messages made of the lines that look like errors.
 *
 * @param {string} log A log, without names.
 * @returns {Proposal[]} The likeliest first.
 */
export function proposals(log) {
  /** @type {Map<string, Proposal & { rank: number }>} */
  const ranked = new Map()
  for (const text of errorLines(log)) {
    const message = template(text)
    const { pieces, weight } = new Template(message)
    const key = JSON.stringify(pieces)
    if (ranked.has(key) || weight < LIMITS.least || !message.includes(" ")) continue
    if (!engineFor([message]).find(text).length) continue
    const rank = rankOf(text)
    ranked.set(key, { rank, message, kind: rank === RANKS.length - 1 ? "warning" : "crash" })
  }
  return [...ranked.values()]
    .sort((a, b) => a.rank - b.rank)
    .slice(0, LIMITS.proposals)
    .map(({ message, kind }) => ({ message, kind }))
}

/**
 * Write a line of a log as a message.
 *
 * @param {string} line The line, without its prefixes.
 * @returns {string} The message: placeholders where it varies, no longer than it has to be.
 */
export function template(line) {
  const varied = collapsed(line).replace(VARYING, placeholderFor).replace(SEVERAL, "<*>")
  const sentences = varied.split(SENTENCE)
  const isSpecific = (/** @type {number} */ length) => {
    return new Template(sentences.slice(0, length).join(" ")).weight >= LIMITS.specific
  }
  let length = 1
  while (length < sentences.length && !isSpecific(length)) length += 1
  const message = sentences.slice(0, length).join(" ")
  const isLong = [...message].length > LIMITS.longestMessage
  const short = isLong ? beforeLastSpace(beginning(message, LIMITS.longestMessage)) : message
  return stripped(short.replace(EDGE, ""))
}

/**
 * Take a few lines up to the first that contains a message.
 *
 * @param {string} log A log, without names.
 * @param {string[]} messages The messages.
 * @returns {string} The lines; empty where none contains one.
 */
export function sample(log, messages) {
  const engine = engineFor(messages)
  const said = lines(log).filter(line => stripped(line.text) !== "")
  const position = said.findIndex(line => engine.find(line.raw).length > 0)
  if (position < 0) return ""
  return said
    .slice(Math.max(0, position - LIMITS.linesBefore), position + 1)
    .map(line => strippedRight(beginning(withoutTabs(line.raw), LIMITS.longestLine)))
    .join("\n")
}

/**
 * Return the software that a text names.
 *
 * @param {string} text Any text.
 * @returns {string[]} Words of the vocabulary, in its order.
 */
export function frameworks(text) {
  const words = new Set(text.toLowerCase().match(SOFTWARE))
  return SIGNS.filter(([, signs]) => signs.some(sign => words.has(sign))).map(([name]) => name)
}

/**
 * Return a text up to its last space.
 *
 * @param {string} text Any text.
 * @returns {string} All of it where it has no space.
 */
export function beforeLastSpace(text) {
  const end = text.lastIndexOf(" ")
  return end < 0 ? text : text.slice(0, end)
}

/**
 * Yield the lines that look like errors, the code quoted in tracebacks left out.
 *
 * @param {string} log
 */
function* errorLines(log) {
  let quoted = false
  for (const line of lines(log)) {
    const text = beginning(stripped(line.text), LIMITS.longestRead)
    const isCode = quoted && !begins(EXCEPTION, `${text} `)
    const isError = !isCode && !begins(BYSTANDER, text)
    if (text && isError && rankOf(text) < RANKS.length) yield text
    quoted = text.startsWith('File "')
  }
}

/** @param {string} text */
function rankOf(text) {
  const rank = RANKS.findIndex(fits => fits(`${text} `))
  return rank < 0 ? RANKS.length : rank
}

/** @param {any[]} parts The arguments of a replacer: the match, …, its position, the text, its groups. */
function placeholderFor(...parts) {
  const [position, text, groups] = parts.slice(-3)
  const [match] = parts
  if (groups.labelled) return "<#>"
  if (!groups.number) return "<*>"
  // A number that says which error it is does not vary.
  if (CODE.test(text.slice(0, position))) return match
  return match.length <= LIMITS.longestNumber ? "<#>" : "<*>"
}

/** @param {string[]} messages */
function engineFor(messages) {
  return new Engine([{
    id: "new", kind: "crash", messages, secondary: [], unless: [], telltales: [], series: [], caused_by: [],
    narrows: null,
  }])
}

/**
 * @param {RegExp} expression One with the flag "y".
 * @param {string} text
 */
function begins(expression, text) {
  expression.lastIndex = 0
  return expression.test(text)
}

/** @param {string} text */
function withoutTabs(text) {
  let column = 0
  return text.replace(/\t|[^\t]+/g, part => {
    const shown = part === "\t" ? " ".repeat(TAB_WIDTH - (column % TAB_WIDTH)) : part
    column += [...shown].length
    return shown
  })
}
