/* Puts entries and pages in one order, and into the form in which Material's pages show them.
 * Runs in the search worker after search-words.js, and defines searchResults.
 *
 * Material inserts titles and texts as HTML: all that comes from a query or an entry is escaped here.
 */

const searchResults = (() => {
  const { sequence, synonyms, isStopWord } = SearchWords
  const MOST_PAGES = 10
  const MOST_TOPIC_PAGES = 2
  const MOST_TOPIC_WORDS = 4
  const MOST_MISSING = 6
  const TEASER_LENGTH = 220
  const ERROR_SIGNS =
    /error|exception|traceback|\bfail(?:ed|ure)|warn(?:ing)?\b|[:='"`()[\]{}<>\\/|#]|\d{3,}/i

  /**
   * The answer to a query.
   *
   * @param {string} query what somebody typed or pasted
   * @param {object[]} entries what EntrySearch found for it
   * @param {{items: object[][], suggest: ?string[]}} pages what Material's worker found for its words
   * @returns {{items: object[][], suggest: string[]}} the data of a RESULT
   */
  function searchResults(query, entries, pages) {
    const shown = entries.map(found => [entryItem(found)])
    const topics = topicPages(query, entries, pages.items)
    const rest = pages.items.filter(group => !topics.includes(group)).slice(0, MOST_PAGES)
    const groups = [...topics, ...shown, ...rest]
    return {
      items: groups.map((group, index) => withScore(group, groups.length - index)),
      suggest: suggestion(query, entries, pages),
    }
  }

  /* A query that does not look like an error is a topic where a page is titled by it, or a section of
   * one and no entry: then what the page says in general comes before what the entries say. */
  function topicPages(query, entries, groups) {
    const words = [...new Set(sequence(query).filter(word => !isStopWord(word)))]
    if (!words.length || words.length > MOST_TOPIC_WORDS) return []
    if (ERROR_SIGNS.test(query) || entries.some(({ match }) => match)) return []
    const isEntry = entries.slice(0, 3).some(({ entry }) => isTitledBy(words, entry.title))
    const isTopic = ({ location, title }) =>
      !(isEntry && location.includes("#")) && isTitledBy(words, plain(title))
    return groups.filter(group => group.some(isTopic)).slice(0, MOST_TOPIC_PAGES)
  }

  function plain(html) {
    return html.replace(/<[^>]*>/g, "")
  }

  function isTitledBy(words, title) {
    const held = new Set(sequence(title))
    return words.every(word => held.has(word) || synonyms(word).some(other => held.has(other)))
  }

  function entryItem({ doc, entry, match, words }) {
    const stems = new Set([...words.keys()].flatMap(sequence))
    const teaser = match ? matchTeaser(match) : ""
    const terms = [...words].filter(([, held]) => held || words.size <= MOST_MISSING)
    return {
      location: doc.location,
      title: marked(entry.title, stems),
      text: `${teaser}<p>${marked(excerpt(entry, stems), stems)}</p>`,
      terms: match ? Object.fromEntries(terms.filter(([, held]) => held)) : Object.fromEntries(terms),
    }
  }

  function matchTeaser({ message, role }) {
    const said = role === "consequence"
      ? "Matches the message of this error, which is a consequence of one above"
      : "Matches the message of this error"
    const shown = message.replace(/<[*~#]>/g, "…")
    return `<p class="search-match"><strong>${said}</strong> <code>${escaped(shown)}</code></p>`
  }

  /* The sentences that hold the most of the words. */
  function excerpt(entry, stems) {
    const sentences = `${entry.summary} ${entry.cause}`.split(/(?<=[.!?:]) +(?=\p{Lu})/u)
    const held = sentences.map(sentence => new Set(sequence(sentence).filter(word => stems.has(word))).size)
    let at = held.indexOf(Math.max(...held))
    let text = sentences[at]
    while (++at < sentences.length && text.length + sentences[at].length < TEASER_LENGTH) {
      text += ` ${sentences[at]}`
    }
    return text.length > 2 * TEASER_LENGTH ? `${text.slice(0, 2 * TEASER_LENGTH)} …` : text
  }

  function marked(text, stems) {
    return text.split(/([\p{L}\p{N}]+)/u)
      .map((part, index) => {
        const isWord = index % 2 && sequence(part).some(word => stems.has(word))
        return isWord ? `<mark>${escaped(part)}</mark>` : escaped(part)
      })
      .join("")
  }

  function escaped(text) {
    const named = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#x27;" }
    return text.replace(/[<>&"']/g, character => named[character])
  }

  /* Material opens the result with the highest score on Enter, and folds sections by theirs. */
  function withScore(group, score) {
    const factor = group[0].score ? score / group[0].score : 0
    const [first, ...others] = group
    return [{ ...first, score }, ...others.map(item => ({ ...item, score: item.score * factor }))]
  }

  /* The last word, completed from the title of a result. */
  function suggestion(query, entries, pages) {
    const [last] = /[\p{L}\p{N}_]+$/u.exec(query) ?? []
    if (!last) return []
    const titles = entries.slice(0, 5).map(({ entry }) => entry.title).join(" ")
    const words = [...(titles.match(/[\p{L}\p{N}_]+/gu) ?? []), ...(pages.suggest ?? [])]
    const longer = words.find(word =>
      word.length > last.length && word.toLowerCase().startsWith(last.toLowerCase()))
    return longer ? [last + longer.slice(last.length)] : []
  }

  return searchResults
})()
