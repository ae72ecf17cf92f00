/* Characters as Python has them, where JavaScript's own functions and expressions differ, so that both
 * find the same. Defines TrainwreckCharacters.
 */

globalThis.TrainwreckCharacters = (() => {
  "use strict"

  // White space as Python's str.split() has it; \s lacks some of it and holds U+FEFF.
  const SPACE =
    "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
  const NOT_ASCII = /[^\x00-\x7f]/
  const HAS_SURROGATE = /[\ud800-\udfff]/
  const OTHER_SPACE = new RegExp(`[${SPACE}]`)
  const IS_DIGIT = /^\p{Nd}$/u
  const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u

  function isSpace(code) {
    if (code < 128) return (code >= 9 && code <= 13) || (code >= 28 && code <= 32)
    return OTHER_SPACE.test(String.fromCharCode(code))
  }

  function isLetterOrDigit(code) {
    if (code < 128) {
      return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
    }
    return LETTER_OR_DIGIT.test(String.fromCharCode(code))
  }

  /** A single code unit that is a digit, a letter or neither as `character` beyond U+FFFF is. */
  function standIn(character) {
    const code = character.codePointAt(0)
    if (IS_DIGIT.test(character)) return String.fromCharCode(0xa8d0 + (code % 10))
    return LETTER_OR_DIGIT.test(character)
      ? String.fromCharCode(0xa000 + (code % 1_165))
      : String.fromCharCode(0xe000 + (code % 6_400))
  }

  /** Number of characters of `text`, as Python counts them. */
  function lengthOf(text) {
    if (!HAS_SURROGATE.test(text)) return text.length
    let count = 0
    for (const _ of text) count += 1
    return count
  }

  function endOfText(text) {
    let end = text.length
    while (end && isSpace(text.charCodeAt(end - 1))) end -= 1
    return end
  }

  function startOfText(text) {
    let start = 0
    while (start < text.length && isSpace(text.charCodeAt(start))) start += 1
    return start
  }

  /** `text` without the white space around it, as Python's str.strip() has it. */
  function stripped(text) {
    return text.slice(startOfText(text), Math.max(startOfText(text), endOfText(text)))
  }

  return {
    NOT_ASCII, HAS_SURROGATE,
    SPACE, isSpace, isLetterOrDigit, standIn, lengthOf, startOfText, endOfText, stripped,
  }
})()
