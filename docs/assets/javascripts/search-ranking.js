/* Ranks entries by the words of a query: made for lines of logs, good for plain words too.
 * Runs in the search worker after search-words.js, and defines SearchRanking.
 *
 * Words are weighted by their rarity and by the field they stand in (BM25F). Among the entries that
 * are best by this, words that follow one another in query and entry say more, and so does a message
 * that stands in the query almost whole.
 */

const SearchRanking = (() => {
  const { sequence, compounds, stem, synonyms, withPhrases, isStopWord } = SearchWords

  /* Weight of a field, its usual length in words, and whether the order of its words counts. */
  const FIELDS = [
    { of: entry => `${entry.title} ${entry.id}`, weight: 5, length: 12, ordered: true },
    { of: entry => fixedText(entry.messages), weight: 4, length: 60, ordered: true },
    { of: entry => entry.keywords.join("\n"), weight: 5, length: 25, ordered: true },
    { of: entry => entry.summary, weight: 3, length: 60, ordered: true },
    { of: entry => entry.cause, weight: 2, length: 25, ordered: true },
    { of: entry => entry.samples.join("\n"), weight: 1.5, length: 150, ordered: true },
    { of: entry => entry.words, weight: 1, length: 300, ordered: false },
  ]
  const GAP = /<[*~#]>/g
  const SATURATION = 3 // the weight from which more of the same word hardly counts
  const LENGTH_EFFECT = 0.4
  /* What counts less than a word that stands there as it was written. */
  const SHORT = 0.6 // of two letters: rare, but most often by chance
  const SYNONYM = 0.45
  const JOINED = 0.8
  const PREFIX = 0.7
  const WHOLE_SCORE = 0.4 // the part of the score that does not depend on how much of the query is there
  const ENOUGH = 2 // a word with half of the highest impact is there
  const PAIR = 0.35
  const TRIPLE = 0.35
  const MESSAGE = 0.5
  const MOST_WORDS = 64
  const MOST_COMPLETIONS = 24
  const MOST_TELLING = 8
  const RERANKED = 60
  const BREAK = 0 // an id that no word has: nothing follows anything over it
  const SHIFT = 2 ** 26 // ids are smaller, so that two fit into one number

  class Ranking {
    /**
     * Index the entries.
     *
     * @param {object[]} entries with id, title, messages, keywords, summary, cause, samples, words
     */
    constructor(entries) {
      this.ids = new Map()
      this.terms = [""]
      this.postings = [{ entries: [], impacts: [] }]
      this.sequences = []
      this.messages = []
      entries.forEach((entry, index) => this._add(entry, index))
      this.size = entries.length
      this.rarity = Float32Array.from(this.postings, ({ entries: { length } }, id) =>
        (this.terms[id].length > 2 ? 1 : SHORT)
        * Math.log(1 + (this.size - length + 0.5) / (length + 0.5)))
      this.content = this.rarity.map((rarity, id) => (isStopWord(this.terms[id]) ? 0 : rarity))
      this.sorted = this.terms.slice(1).sort()
      this.isSaid = new Uint8Array(this.terms.length)
      this.scores = new Float64Array(this.size)
      this.best = new Float64Array(this.size)
    }

    _add(entry, index) {
      const weights = new Map()
      const ordered = []
      for (const field of FIELDS) {
        const found = compounds(field.of(entry))
        const length = 1 - LENGTH_EFFECT + LENGTH_EFFECT * found.length / field.length
        for (const { parts, whole } of found) {
          for (const word of parts) {
            const id = this._id(word)
            weights.set(id, (weights.get(id) ?? 0) + field.weight / length)
            if (field.ordered) ordered.push(id)
          }
          if (whole === undefined) continue
          const id = this._id(whole)
          weights.set(id, (weights.get(id) ?? 0) + field.weight / length)
        }
        ordered.push(BREAK)
      }
      for (const [id, weight] of weights) {
        this.postings[id].entries.push(index)
        this.postings[id].impacts.push(weight / (SATURATION + weight))
      }
      this.sequences.push(Uint32Array.from(ordered))
      this.messages.push(entry.messages.map(message =>
        Uint32Array.from(new Set(sequence(fixedText([message])).map(word => this._id(word))))))
    }

    _id(word) {
      let id = this.ids.get(word)
      if (id === undefined) {
        id = this.terms.length
        this.ids.set(word, id)
        this.terms.push(word)
        this.postings.push({ entries: [], impacts: [] })
      }
      return id
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
      const reach = new Float64Array(this.size)
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
        rarities.set(word, Math.max(...stems.map(part => this.rarity[this.ids.get(part)] ?? 0)))
      }
      const least = [...rarities.values()].sort((a, b) => b - a)[MOST_TELLING] ?? -1
      return [...rarities.keys()].filter(word => rarities.get(word) > least)
    }

    /**
     * Whether an entry holds a word.
     *
     * @param {number} index position of the entry
     * @param {string} word a word as it was written
     * @returns {boolean} true where all parts of the word stand in it, in any form
     */
    holds(index, word) {
      return sequence(word).every(part => {
        const { entries } = this.postings[this.ids.get(part)] ?? { entries: [] }
        return includes(entries, index)
      })
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
        const id = this.ids.get(joined)
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
        for (const longer of this._completions(word)) this._include(members, longer, PREFIX)
      }
      this._include(members, word, 1)
      return members
    }

    _include(members, word, weight) {
      const id = this.ids.get(word)
      if (id !== undefined && !isStopWord(word)) members.set(id, Math.max(weight, members.get(id) ?? 0))
    }

    _worth(members) {
      let worth = 0
      for (const [id, weight] of members) worth = Math.max(worth, weight * this.rarity[id])
      return worth
    }

    _completions(start) {
      let low = 0
      let high = this.sorted.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (this.sorted[middle] < start) low = middle + 1
        else high = middle
      }
      const found = []
      while (found.length < MOST_COMPLETIONS && this.sorted[low]?.startsWith(start)) {
        found.push(this.sorted[low++])
      }
      return found
    }

    /* The best of the words that mean the same counts, not their sum. */
    _addConcept({ members, worth }, touched, reach) {
      const reached = []
      for (const [id, weight] of members) {
        const { entries, impacts } = this.postings[id]
        const factor = weight * this.rarity[id]
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
      const ids = sequence(query).map(word => this.ids.get(word) ?? BREAK)
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
      const ids = this.sequences[index]
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
      return (this.content[one] + this.content[other]) / 2
    }

    _messageIn(index) {
      let best = 0
      for (const message of this.messages[index]) {
        let all = 0
        let present = 0
        for (const id of message) {
          all += this.content[id]
          if (this.isSaid[id]) present += this.content[id]
        }
        if (all) best = Math.max(best, present * (present / all) ** 2)
      }
      return MESSAGE * best
    }
  }

  function includes(ascending, value) {
    let low = 0
    let high = ascending.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ascending[middle] < value) low = middle + 1
      else high = middle
    }
    return ascending[low] === value
  }

  function fixedText(messages) {
    return messages.join("\n").replace(GAP, " ")
  }

  return Ranking
})()
