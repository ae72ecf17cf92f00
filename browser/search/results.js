/**
 * Puts entries and pages in one order, and into the form in which Material's pages show them.
 *
 * Material inserts titles and texts as HTML: all that comes from a query or an entry is escaped here.
 */

import { PLACEHOLDER_MARK } from "../matching/index.js"
import { codeItem } from "./code-search.js"
import { escaped, excerpt, marked } from "./excerpt-html.js"
import { words } from "./tokenizer.js"
import { isTopic } from "./topics.js"

/** @import { KnownMatch } from "../matching/results.js" */
/** @import { FoundCode } from "./code-search.js" */
/** @import { FoundEntry } from "./entry-search.js" */

/**
 * @typedef {object} Document A document of Material's index.
 * @property {string} location
 * @property {string} title HTML.
 *
 * @typedef {object} Item A result as Material shows it.
 * @property {string} location
 * @property {string} title HTML.
 * @property {string} text HTML.
 * @property {Record<string, boolean>} terms Words of the query, and whether the result contains each.
 * @property {number} [score]
 *
 * @typedef {object} Results The data of a RESULT.
 * @property {Item[][]} items Results by page: the page, then its sections.
 * @property {string[]} [suggest] Words that complete the query.
 */

const MOST_PAGES = 10
const MOST_TOPIC_PAGES = 2
const MOST_MISSING = 6
const MOST_SUGGESTING = 5
const MOST_UNKNOWN = 6

/**
 * Answer a query.
 *
 * @param {string} query What somebody typed or pasted.
 * @param {FoundEntry[]} entries What was found for it.
 * @param {Results} pages What Material's worker found for its words.
 * @param {object} [more]
 * @param {FoundCode[]} [more.codes] The codes that it names.
 * @param {string[]} [more.unknown] Its words that no entry contains.
 * @param {string | null} [more.searchedFor] The query without its typing errors, if there are any.
 * @returns {Required<Results>} All results, the best first, which says if something was corrected and if
 *   no entry fits.
 */
export function searchResults(query, entries, pages, { codes = [], unknown = [], searchedFor = null } = {}) {
  const named = codes.map(found => [codeItem(found)])
  const said = entries.some(({ fits }) => fits) ? "" : note(unknown)
  const shown = entries.map((found, index) => [entryItem(found, index ? "" : said)])
  const topics = pages.items.filter(isTopic(searchedFor ?? query, entries)).slice(0, MOST_TOPIC_PAGES)
  const rest = pages.items.filter(group => !topics.includes(group)).slice(0, MOST_PAGES)
  // The likeliest code, its entry, then what else the query can mean.
  const first = [...named.slice(0, 1), ...topics, ...shown.slice(0, 1)]
  const groups = [...first, ...named.slice(1), ...shown.slice(1), ...rest]
  const items = groups.map((group, index) => withScore(group, groups.length - index))
  if (searchedFor !== null && items.length) items[0][0].text = correction(searchedFor) + items[0][0].text
  return { items, suggest: suggestion(query, entries, pages) }
}

/**
 * @param {FoundEntry} found
 * @param {string} said HTML that precedes what the entry says.
 * @returns {Item}
 */
function entryItem({ doc, entry, match, words: distinctive }, said) {
  const stems = new Set([...distinctive.keys()].flatMap(words))
  const shown = [...distinctive].filter(([, isContained]) => {
    return isContained || (!match && distinctive.size <= MOST_MISSING)
  })
  return {
    location: doc.location,
    title: marked(entry.title, stems),
    text: `${said}${match ? teaser(match) : ""}<p>${marked(excerpt(entry, stems), stems)}</p>`,
    terms: Object.fromEntries(shown),
  }
}

/**
 * Say that no entry fits, as trainwreck/output/search.py does.
 *
 * @param {string[]} unknown
 */
function note(unknown) {
  const more = unknown.length > MOST_UNKNOWN ? ", …" : ""
  const words = escaped(unknown.slice(0, MOST_UNKNOWN).join(", ")) + more
  const mentioned = unknown.length ? ` No entry mentions: ${words}` : ""
  return `<p class="search-note">No entry covers all of these words; these come closest.${mentioned}</p>`
}

/**
 * Say what was searched for, as trainwreck/output/search.py does.
 *
 * @param {string} searchedFor
 */
function correction(searchedFor) {
  return `<p class="search-note">Showing results for ${escaped(`"${searchedFor}"`)}.</p>`
}

/** @param {KnownMatch} match */
function teaser({ message, role }) {
  const said = role === "consequence"
    ? "Matches the message of this error, which is a consequence of one above"
    : "Matches the message of this error"
  const shown = escaped(message.replace(PLACEHOLDER_MARK, "…"))
  return `<p class="search-match"><strong>${said}</strong> <code>${shown}</code></p>`
}

/**
 * Give a group a score: Material opens the result with the highest on Enter, and folds sections by
 * theirs.
 *
 * @param {Item[]} group
 * @param {number} score
 */
function withScore([first, ...others], score) {
  const factor = first.score ? score / first.score : 0
  return [
    { ...first, score }, ...others.map(item => ({ ...item, score: (item.score ?? 0) * factor })),
  ]
}

/**
 * Return the last word of the query, completed from the title of a result.
 *
 * @param {string} query
 * @param {FoundEntry[]} entries
 * @param {Results} pages
 */
function suggestion(query, entries, pages) {
  const last = /[\p{L}\p{N}_]+$/u.exec(query)?.[0]
  if (!last) return []
  const titles = entries.slice(0, MOST_SUGGESTING).map(({ entry }) => entry.title).join(" ")
  const known = [...(titles.match(/[\p{L}\p{N}_]+/gu) ?? []), ...(pages.suggest ?? [])]
  const longer = known.find(word => {
    return word.length > last.length && word.toLowerCase().startsWith(last.toLowerCase())
  })
  return longer ? [last + longer.slice(last.length)] : []
}
