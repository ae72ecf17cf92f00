/** Takes text apart into words as the search compares them: compounds split, endings cut. */

import ranking from "#data/ranking.json" with { type: "json" }

import { stem } from "./stemmer.js"

/**
 * @typedef {object} Compound
 * @property {string[]} parts The stems of its words, in their order.
 * @property {string | undefined} whole The stem of all of it, where it has several words.
 */

const COMPOUND = /[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*/gu
const TYPED_WORD = /[\p{L}\p{N}_]{3,40}/gu
const CAMEL_CASE = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/
/** Identifies one run, not an error: addresses, process ids, sizes, hashes. */
const RUN_NUMBER = /^\d{5,}$|^0x|^(?=(?:\D*\d){4}).{8,}$/u
const LONGEST_WORD = ranking.weights.longest_word
const MOST_CACHED = 100_000

/** @type {Map<string, Compound>} */
const cache = new Map()

/**
 * Return the words of a text in their order.
 *
 * @param {string} text Any text.
 * @returns {string[]} Stems; "DataLoader" gives "data" and "load".
 */
export function words(text) {
  return compounds(text).flatMap(({ parts }) => parts)
}

/**
 * Return the compounds of a text in their order.
 *
 * @param {string} text Any text.
 * @returns {Compound[]} "prefetch_factor" has the parts "prefetch" and "factor" and the whole
 *   "prefetchfactor"; a plain word has one part and no whole.
 */
export function compounds(text) {
  return written(text).map(cachedCompound)
}

/**
 * Return the compounds of a text as they were written.
 *
 * @param {string} text Any text.
 * @returns {string[]} Words and what is written as one, such as "prefetch_factor", in their order.
 */
export function written(text) {
  return text.match(COMPOUND) ?? []
}

/**
 * Return the words of a text as they were written.
 *
 * @param {string} text Any text.
 * @returns {string[]} Words in lower case, in their order; those of one or two letters are left out.
 */
export function typedWords(text) {
  return text.toLowerCase().match(TYPED_WORD) ?? []
}

/** @param {string} text */
function cachedCompound(text) {
  let found = cache.get(text)
  if (!found) {
    if (cache.size >= MOST_CACHED) cache.clear()
    found = compound(text)
    cache.set(text, found)
  }
  return found
}

/** @param {string} text */
function compound(text) {
  const parts = text.split("_").flatMap(split).map(stem)
  const isOneWord = parts.length < 2 || isLong(text)
  const whole = isOneWord ? undefined : stem(text.toLowerCase().replaceAll("_", ""))
  return { parts, whole }
}

/** @param {string} token */
function split(token) {
  if (isLong(token) || RUN_NUMBER.test(token)) return []
  return token.split(CAMEL_CASE).map(part => part.toLowerCase())
}

/** @param {string} text */
function isLong(text) {
  return text.length > LONGEST_WORD && [...text].length > LONGEST_WORD
}
