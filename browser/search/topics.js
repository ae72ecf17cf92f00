/** Queries that name a topic, and the pages that are about it. */

import { looksLikeAnError } from "../common/error-lines.js"
import { words } from "./tokenizer.js"
import { isStopWord, synonyms } from "./vocabulary.js"

/** @import { FoundEntry } from "./entry-search.js" */
/** @import { Document } from "./results.js" */

const MOST_WORDS = 4
const MOST_ENTRIES = 3
/** What a line of a log contains, and a topic does not. */
const MARKS = /[:='"`()[\]{}<>\\/|#]|\d{3,}/

/**
 * Return what tells which pages are about the topic of a query. A query that does not look like an
 * error is a topic where a page is titled by it, or a section of one and no entry: then what the page
 * says in general comes before what the entries say.
 *
 * @param {string} query What somebody typed.
 * @param {Pick<FoundEntry, "entry" | "match">[]} entries What was found for it.
 * @returns {(group: Document[]) => boolean} True for a page with its sections that is about the topic.
 */
export function isTopic(query, entries) {
  const wanted = [...new Set(words(query).filter(word => !isStopWord(word)))]
  const isOneError = looksLikeAnError(query) || MARKS.test(query) || entries.some(({ match }) => match)
  if (!wanted.length || wanted.length > MOST_WORDS || isOneError) return () => false
  const isEntry = entries.slice(0, MOST_ENTRIES).some(({ entry }) => isTitledBy(wanted, entry.title))
  return group => group.some(({ location, title }) => {
    const isSection = location.includes("#")
    return !(isEntry && isSection) && isTitledBy(wanted, title.replace(/<[^>]*>/g, ""))
  })
}

/**
 * @param {string[]} wanted
 * @param {string} title
 */
function isTitledBy(wanted, title) {
  const contained = new Set(words(title))
  return wanted.every(word => {
    return contained.has(word) || synonyms(word).some(other => contained.has(other))
  })
}
