/* Ranks entries by the words of a query: made for lines of logs, good for plain words too.
 * Runs in the search worker after search-index.js, and defines SearchRanking.
 *
 * Words are weighted by their rarity and by the field they stand in (BM25F). Among the entries that
 * are best by this, words that follow one another in query and entry say more, and so does a message
 * that stands in the query almost whole.
 */

const SearchRanking = (() => {
  const { sequence, compounds, stem, synonyms, withPhrases, isStopWord } = SearchWords
  const { BREAK } = SearchIndex

  /* What counts less than a word that stands there as it was written. */
  const SYNONYM = 0.45
  const JOINED = 0.8
  const PREFIX = 0.7
  const WHOLE_SCORE = 0.4 // the part of the score that does not depend on how much of the query is there
  const ENOUGH = 2 // a word with half of the highest impact is there
  const PAIR = 0.35
  const TRIPLE = 0.35
  const MESSAGE = 0.5
  const MOST_WORDS = 64
  const MOST_TELLING = 8
  const RERANKED = 60
  const SHIFT = 2 ** 26 // ids are smaller, so that two fit into one number

  class Ranking {
    /**
     * Prepare to rank the entries.
     *
     * @param {object[]} entries with id, title, messages, keywords, summary, cause, samples, words
     */
    constructor(entries) {
      this.index = new SearchIndex(entries)
      this.isSaid = new Uint8Array(this.index.terms.length)
      this.scores = new Float64Array(this.index.size)
      this.best = new Float64Array(this.index.size)
    }

    /**
     * Rank the entries for a query.
     *
     * @param {string} query what somebody typed or pasted
     * @param {object} [options]
     * @param {number} [options.limit] how many to return at most
     * @param {boolean} [options.unfinished] whether the last word may be the beginning of one
     * @returns {{index: number, score: number}[]} positions of entries, the best first
     */
    rank(query, { limit = 20, unfinished = false } = {}) {
      const said = withPhrases(query)
      const concepts = this._concepts(said, unfinished)
      const touched = []
      const reach = new Float64Array(this.index.size)
      let total = 0
      for (const concept of concepts) {
        total += concept.worth
        this._addConcept(concept, touched, reach)
      }
      const found = touched.map(index => ({
        index,
        score: this.scores[index] * (WHOLE_SCORE + (1 - WHOLE_SCORE) * reach[index] / total),
      }))
      for (const index of touched) this.scores[index] = 0
      const order = (a, b) => b.score - a.score || a.index - b.index
      const candidates = found.sort(order).slice(0, Math.max(RERANKED, limit))
      const known = this._known(said)
      for (const candidate of candidates) candidate.score += this._closeness(known, candidate.index)
      for (const id of known.words) this.isSaid[id] = 0
      return candidates.sort(order).slice(0, limit)
    }

    /**
     * The words of a query that say most about the error, as they were written.
     *
     * @param {string} query what somebody typed or pasted
     * @returns {string[]} words in small letters, in their order
     */
    tellingWords(query) {
      const rarities = new Map()
      for (const word of query.toLowerCase().match(/[\p{L}\p{N}_]{3,40}/gu) ?? []) {
        const stems = sequence(word)
        if (rarities.has(word) || !stems.length || stems.every(isStopWord)) continue
        const { ids, rarity } = this.index
        rarities.set(word, Math.max(...stems.map(part => rarity[ids.get(part)] ?? 0)))
      }
      const least = [...rarities.values()].sort((a, b) => b - a)[MOST_TELLING] ?? -1
      return [...rarities.keys()].filter(word => rarities.get(word) > least)
    }

    /** As `SearchIndex.holds()`. */
    holds(index, word) {
      return this.index.holds(index, word)
    }

    /* Each word of the query with all that may stand for it, the rarest first. */
    _concepts(query, unfinished) {
      const found = compounds(query)
      const plain = found.flatMap(({ parts }) => parts)
      const last = plain.at(-1)
      const concepts = new Map()
      for (const { parts, whole } of found) {
        for (const word of whole === undefined ? parts : [...parts, whole]) {
          if (isStopWord(word) || concepts.has(word)) continue
          const members = this._members(word, unfinished && word === last)
          if (members.size) concepts.set(word, members)
        }
      }
      for (let i = 1; i < plain.length; i++) {
        const joined = stem(plain[i - 1] + plain[i])
        const id = this.index.ids.get(joined)
        if (id !== undefined && !concepts.has(joined)) concepts.set(joined, new Map([[id, JOINED]]))
      }
      return [...concepts.values()]
        .map(members => ({ members, worth: this._worth(members) }))
        .sort((a, b) => b.worth - a.worth)
        .slice(0, MOST_WORDS)
    }

    _members(word, isBeginning) {
      const members = new Map()
      for (const other of synonyms(word)) this._include(members, other, SYNONYM)
      if (isBeginning) {
        for (const longer of this.index.completions(word)) this._include(members, longer, PREFIX)
      }
      this._include(members, word, 1)
      return members
    }

    _include(members, word, weight) {
      const id = this.index.ids.get(word)
      if (id !== undefined && !isStopWord(word)) members.set(id, Math.max(weight, members.get(id) ?? 0))
    }

    _worth(members) {
      let worth = 0
      for (const [id, weight] of members) worth = Math.max(worth, weight * this.index.rarity[id])
      return worth
    }

    /* The best of the words that mean the same counts, not their sum. */
    _addConcept({ members, worth }, touched, reach) {
      const reached = []
      for (const [id, weight] of members) {
        const { entries, impacts } = this.index.postings[id]
        const factor = weight * this.index.rarity[id]
        for (let i = 0; i < entries.length; i++) {
          const score = factor * impacts[i]
          if (!this.best[entries[i]]) reached.push(entries[i])
          if (score > this.best[entries[i]]) this.best[entries[i]] = score
        }
      }
      for (const index of reached) {
        if (!this.scores[index]) touched.push(index)
        this.scores[index] += this.best[index]
        reach[index] += Math.min(worth, this.best[index] * ENOUGH)
        this.best[index] = 0
      }
    }

    /* The query's words that entries hold, and which follow which. */
    _known(query) {
      const ids = sequence(query).map(word => this.index.ids.get(word) ?? BREAK)
      const follows = new Map()
      for (let i = 1; i < ids.length; i++) {
        if (ids[i - 1] === BREAK || ids[i] === BREAK) continue
        const pair = ids[i - 1] * SHIFT + ids[i]
        const next = follows.get(pair) ?? new Set()
        if (i + 1 < ids.length && ids[i + 1] !== BREAK) next.add(ids[i + 1])
        follows.set(pair, next)
      }
      const words = new Set(ids.filter(id => id !== BREAK))
      for (const id of words) this.isSaid[id] = 1
      return { words, follows }
    }

    _closeness({ follows }, index) {
      const ids = this.index.sequences[index]
      const seen = new Set()
      let score = 0
      for (let i = 1; i < ids.length; i++) {
        if (!this.isSaid[ids[i]] || !this.isSaid[ids[i - 1]]) continue
        const pair = ids[i - 1] * SHIFT + ids[i]
        const next = follows.get(pair)
        if (!next) continue
        if (!seen.has(pair)) {
          seen.add(pair)
          score += PAIR * this._shared(ids[i - 1], ids[i])
        }
        if (i + 1 < ids.length && next.has(ids[i + 1])) {
          const triple = `${pair} ${ids[i + 1]}`
          if (seen.has(triple)) continue
          seen.add(triple)
          score += TRIPLE * this._shared(ids[i - 1], ids[i + 1])
        }
      }
      return score + this._messageIn(index)
    }

    _shared(one, other) {
      return (this.index.content[one] + this.index.content[other]) / 2
    }

    _messageIn(index) {
      let best = 0
      for (const message of this.index.messages[index]) {
        let all = 0
        let present = 0
        for (const id of message) {
          all += this.index.content[id]
          if (this.isSaid[id]) present += this.index.content[id]
        }
        if (all) best = Math.max(best, present * (present / all) ** 2)
      }
      return MESSAGE * best
    }
  }

  return Ranking
})()
