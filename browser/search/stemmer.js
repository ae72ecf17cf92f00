/** Cuts the endings of English words, so that "hangs", "hanging" and "hang" are one. */

/** Endings with what is left of them, in the order in which they are cut. @type {[RegExp, string][]} */
const NOUN_ENDINGS = [
  [/(ss|x|ch|sh)es$/, "$1"],
  [/ies$/, "y"],
  [/([^siu])s$/, "$1"],
]
const VERB = /^(.*[aeiouy].*?)(?:ing|ed)$/
const DOUBLED = /([bdfgmnprt])\1$/
const SHORTEST_VERB = 3
/** @type {[RegExp, string][]} */
const OTHER_ENDINGS = [
  [/(.{3})(?:ely|ly)$/, "$1"],
  [/(.{3}i[sz])ation$/, "$1"],
  [/(.{3})(?:ation|ator|ate|at)$/, "$1"],
  [/(.{3}[st])(?:ion|or)$/, "$1"],
  [/(.{4})(?:ence|ent|er)$/, "$1"],
  [/(.{3}.)e$/, "$1"],
  [/(.{3})is$/, "$1iz"],
  [/(.{3})y$/, "$1i"],
]
const LONGEST_KEPT = 3

/**
 * Cut the ending of a word.
 *
 * @param {string} word A word in lower case.
 * @returns {string} Its stem, which need not be a word; words of up to three letters and words with
 *   other characters than a to z stay as they are.
 */
export function stem(word) {
  if (word.length <= LONGEST_KEPT || !/^[a-z]+$/.test(word)) return word
  const noun = cut(word, NOUN_ENDINGS)
  const verb = VERB.exec(noun)?.[1] ?? ""
  const base = verb.length >= SHORTEST_VERB ? verb.replace(DOUBLED, "$1") : noun
  return cut(base, OTHER_ENDINGS)
}

/**
 * @param {string} word
 * @param {[RegExp, string][]} endings
 */
function cut(word, endings) {
  return endings.reduce((left, [ending, kept]) => left.replace(ending, kept), word)
}
