/** Characters as Python classifies them, where JavaScript differs, so that both find the same. */

/** White space as Python's str.split() knows it, for character classes; \s has other members. */
export const SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
export const NOT_ASCII = /[^\x00-\x7f]/
export const SURROGATE = /[\ud800-\udfff]/
const OTHER_SPACE = new RegExp(`[${SPACE}]`)
const SPACES = new RegExp(`[${SPACE}]+`, "g")
const DIGIT = /^\p{Nd}$/u
const DECIMAL = /^\p{Nd}+$/u
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u

/**
 * Tell whether a character is white space.
 *
 * @param {number} code A UTF-16 code unit.
 * @returns {boolean} As Python's str.isspace().
 */
export function isSpace(code) {
  if (code < 128) return (code >= 9 && code <= 13) || (code >= 28 && code <= 32)
  return OTHER_SPACE.test(String.fromCharCode(code))
}

/**
 * Tell whether a character is a letter or a digit.
 *
 * @param {number} code A UTF-16 code unit.
 * @returns {boolean} As Python's str.isalnum().
 */
export function isLetterOrDigit(code) {
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
  }
  return LETTER_OR_DIGIT.test(String.fromCharCode(code))
}

/**
 * Tell whether a letter is Chinese, Japanese or Korean.
 *
 * @param {number} code The UTF-16 code unit of a letter.
 * @returns {boolean} Whether it is.
 */
export function isOfEastAsia(code) {
  return code >= 0x3040 && code <= 0xd7af
}

/**
 * Return a single code unit of the same class for a character beyond U+FFFF.
 *
 * @param {string} character One character of two code units.
 * @returns {string} A digit, a letter or neither, as the character is.
 */
export function replacementFor(character) {
  const code = /** @type {number} */ (character.codePointAt(0))
  if (DIGIT.test(character)) return String.fromCharCode(0xa8d0 + (code % 10))
  return LETTER_OR_DIGIT.test(character)
    ? String.fromCharCode(0xa000 + (code % 1_165))
    : String.fromCharCode(0xe000 + (code % 6_400))
}

/**
 * Count the characters of a text as Python does.
 *
 * @param {string} text Any text.
 * @returns {number} Code points.
 */
export function lengthOf(text) {
  return SURROGATE.test(text) ? [...text].length : text.length
}

/**
 * Return where a text begins after white space.
 *
 * @param {string} text Any text.
 * @returns {number} Its length where there is nothing else.
 */
export function startOfText(text) {
  let start = 0
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1
  return start
}

/**
 * Return where a text ends before white space.
 *
 * @param {string} text Any text.
 * @returns {number} 0 where there is nothing else.
 */
export function endOfText(text) {
  let end = text.length
  while (end && isSpace(text.charCodeAt(end - 1))) end -= 1
  return end
}

/**
 * Take the white space from both ends of a text.
 *
 * @param {string} text Any text.
 * @returns {string} As Python's str.strip().
 */
export function stripped(text) {
  const start = startOfText(text)
  return text.slice(start, Math.max(start, endOfText(text)))
}

/**
 * Take the white space from the end of a text.
 *
 * @param {string} text Any text.
 * @returns {string} As Python's str.rstrip().
 */
export function strippedRight(text) {
  return text.slice(0, endOfText(text))
}

/**
 * Replace each run of white space by one space, and take it from both ends.
 *
 * @param {string} text Any text.
 * @returns {string} As " ".join(text.split()) in Python.
 */
export function collapsed(text) {
  return stripped(text).replace(SPACES, " ")
}

/**
 * Return the beginning of a text.
 *
 * @param {string} text Any text.
 * @param {number} length Characters to keep at most, as Python counts them.
 * @returns {string} The beginning.
 */
export function beginning(text, length) {
  return text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join("")
}

/**
 * Tell whether a text is a number, as the number of a rank is.
 *
 * @param {string | null} text Any text.
 * @returns {text is string} As Python's str.isdecimal().
 */
export function isDecimal(text) {
  return text !== null && DECIMAL.test(text)
}

/**
 * Return the number that a text is.
 *
 * @param {string} text Decimal digits of any script, with or without a sign.
 * @returns {number} As Python's int().
 */
export function numberOf(text) {
  return Number([...text].map(character => (DIGIT.test(character) ? digitOf(character) : character)).join(""))
}

/** @param {string} character */
function digitOf(character) {
  const code = /** @type {number} */ (character.codePointAt(0))
  // The digits of a script follow one another from 0 on, those of several at times too.
  let first = code
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10
}
