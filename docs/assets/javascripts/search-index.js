/* What each entry says: its words by field, and their order. Made for SearchRanking; runs in the search
 * worker after search-words.js, and defines SearchIndex.
 */

const SearchIndex = (() => {
  const { sequence, compounds, isStopWord } = SearchWords

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
  const SHORT = 0.6 // what a word of two letters counts: rare, but most often by chance
  const MOST_COMPLETIONS = 24
  const BREAK = 0 // an id that no word has: nothing follows anything over it

  class Index {
    /**
     * Index the entries.
     *
     * @param {object[]} entries with id, title, messages, keywords, summary, cause, samples, words
     */
    constructor(entries) {
      this.ids = new Map()
      this.terms = [""]
      /** By the id of a word: the entries that hold it, ascending, and how much it says of each. */
      this.postings = [{ entries: [], impacts: [] }]
      /** By entry: the ids of its words in their order, BREAK between its fields. */
      this.sequences = []
      /** By entry: the ids of the words of each of its messages. */
      this.messages = []
      entries.forEach((entry, index) => this._add(entry, index))
      this.size = entries.length
      /** By the id of a word: how rare it is, and the same but 0 for stop words. */
      this.rarity = Float32Array.from(this.postings, ({ entries: { length } }, id) =>
        (this.terms[id].length > 2 ? 1 : SHORT)
        * Math.log(1 + (this.size - length + 0.5) / (length + 0.5)))
      this.content = this.rarity.map((rarity, id) => (isStopWord(this.terms[id]) ? 0 : rarity))
      this.sorted = this.terms.slice(1).sort()
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

    /** The words that begin with `start`, the first of them in the order of the alphabet. */
    completions(start) {
      const first = firstFrom(this.sorted, start)
      const next = this.sorted.slice(first, first + MOST_COMPLETIONS)
      return next.filter(word => word.startsWith(start))
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
        return entries[firstFrom(entries, index)] === index
      })
    }
  }

  /* Index of the first of the ascending `values` that is not below `least`. */
  function firstFrom(values, least) {
    let low = 0
    let high = values.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[middle] < least) low = middle + 1
      else high = middle
    }
    return low
  }

  function fixedText(messages) {
    return messages.join("\n").replace(GAP, " ")
  }

  return Object.assign(Index, { BREAK })
})()
