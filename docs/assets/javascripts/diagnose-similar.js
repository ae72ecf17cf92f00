/* The entries whose words are most like those of a log in which no known message stands. They explain
 * nothing and are shown as "not sure". Needs the rules of matcher.js; defines TrainwreckSimilar.
 */

globalThis.TrainwreckSimilar = (() => {
  "use strict"

  const MOST_LINES = 12
  const MOST_WORDS = 60
  const LONGEST_LINE = 2_000
  const WEIGHTS = { title: 8, messages: 6, keywords: 6, samples: 3, summary: 3, cause: 2, prose: 1 }

  function wordsOf(text) {
    const apart = text.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    const words = `${text} ${apart}`.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
    return new Set(words.filter(word => !/^\d+$/.test(word)))
  }

  function tellingWords(tail) {
    const lines = tail.split(/[\r\n]+/).filter(line => line.trim())
    const pattern = new RegExp(TrainwreckRules.telling, "iu")
    const telling = lines.filter(line => pattern.test(line))
    const last = (telling.length ? telling : lines).slice(-MOST_LINES)
    const words = wordsOf(last.map(line => line.slice(0, LONGEST_LINE)).join(" "))
    return [...words].slice(0, MOST_WORDS)
  }

  /**
   * Ranks the entries by the words of the telling lines of a log.
   *
   * @param {object[]} entries Entries of the compiled catalog.
   * @param {string} tail The end of the log.
   * @param {number} limit How many entries to return at most.
   * @returns {object[]} The most similar ones, none where no word is shared.
   */
  function similar(entries, tail, limit) {
    const words = tellingWords(tail)
    const fields = entries.map(entry => Object.entries(WEIGHTS).map(([name, weight]) => {
      const text = [entry[name]].flat().join("\n")
      return { weight, words: wordsOf(name === "title" ? `${text} ${entry.id}` : text) }
    }))
    const scores = entries.map(() => 0)
    for (const word of words) {
      const worths = fields.map(of => {
        return of.reduce((best, field) => Math.max(best, field.words.has(word) ? field.weight : 0), 0)
      })
      const rarity = Math.log(1 + entries.length / (1 + worths.filter(Boolean).length))
      for (const [index, worth] of worths.entries()) scores[index] += worth * rarity
    }
    return entries
      .map((entry, index) => ({ entry, score: scores[index] }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ entry }) => entry)
  }

  return { similar }
})()
