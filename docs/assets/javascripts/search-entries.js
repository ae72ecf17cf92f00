/* Finds entries: those whose message stands in the query, then those with the most similar words.
 * Runs in the search worker after search-ranking.js and matcher.js, and defines EntrySearch.
 */

const EntrySearch = (() => {
  const MOST_FOUND = 20
  /* An entry with less than this part of the best score has a few common words with the query. */
  const LEAST_SHARE = 0.15

  return class EntrySearch {
    /**
     * Index the entries.
     *
     * @param {object[]} docs documents of Material's index with "entry", as macros/search_index.py
     *   writes them
     */
    constructor(docs) {
      this.docs = docs
      this.entries = docs.map(doc => ({ ...doc.entry, title: plainText(doc.title) }))
      this.positions = new Map(this.entries.map((entry, index) => [entry.id, index]))
      this.ranking = new SearchRanking(this.entries)
      this.matcher = new TrainwreckMatcher(this.entries)
    }

    /**
     * Find the entries for a query, the best first.
     *
     * @param {string} query what somebody typed or pasted
     * @returns {{doc: object, entry: object, match: ?object, words: Map<string, boolean>}[]} the
     *   entries; of each its document, the match of a message where one stands in the query, and of
     *   each telling word of the query, or of that message, whether the entry holds it
     */
    find(query) {
      const matched = this.matcher.diagnose(query.replaceAll("\u2028", "\n"))
        .map(match => ({ index: this.positions.get(match.id), match }))
      const known = new Set(matched.map(({ index }) => index))
      const ranked = this.ranking.rank(query, { limit: MOST_FOUND, unfinished: /[\p{L}\p{N}]$/u.test(query) })
      const least = LEAST_SHARE * (ranked[0]?.score ?? 0)
      const similar = ranked.filter(({ index, score }) => score >= least && !known.has(index))
      const words = this.ranking.tellingWords(query)
      return [...matched, ...similar].slice(0, MOST_FOUND).map(({ index, match }) => ({
        doc: this.docs[index],
        entry: this.entries[index],
        match,
        words: new Map((match ? this.ranking.tellingWords(match.message) : words)
          .map(word => [word, this.ranking.holds(index, word)])),
      }))
    }
  }

  /* Titles come escaped, as Material wants them. */
  function plainText(html) {
    const named = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" }
    return html.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name) => named[name])
  }
})()
