/**
 * The site's search worker: Material's own, with the entries of the catalog matched and ranked by us.
 *
 * Material's pages talk to it as to theirs: SETUP brings the settings and is answered by READY, a QUERY
 * by a RESULT; a QUERY that waits while a newer one comes gets no answer. What the search looks up is
 * in files of which most visits need none and each query a few; a page opened from the disk, which may
 * load nothing, sends them along with SETUP in place of documents. Entries and codes are looked up here;
 * the other pages go to Material's worker, which runs inside this one. Where a script cannot be loaded,
 * the rest still answers.
 *
 * The address of Material's worker, relative to this file, comes as the parameter "stock".
 */

import { address, scope } from "../common/worker-scope.js"
import { CodeSearch } from "./code-search.js"
import { EntrySearch } from "./entry-search.js"
import { escaped } from "./excerpt-html.js"
import { tellFailure } from "./failure-channel.js"
import { searchResults } from "./results.js"
import { SearchFiles } from "./search-files.js"
import { QUERY, READY, RESULT, SETUP, StockWorker, stockQuery } from "./stock-worker.js"

/** @import { EntryData } from "./entry-search.js" */
/** @import { Message } from "./stock-worker.js" */

const LONGEST_QUERY = 20_000
const FOLDER = "../../search/"
const PLACEHOLDERS = /\s*<[*~#=][^<>]*>\s*/g

const send = scope.postMessage.bind(scope)
const listen = scope.addEventListener.bind(scope)
/**
 * @typedef {object} Engines What answers queries.
 * @property {StockWorker | undefined} stock Material's worker; nothing where it cannot be loaded.
 * @property {EntrySearch | undefined} entries The search of entries; nothing without the matcher.
 * @property {CodeSearch | undefined} codes The search of codes; nothing without the matcher.
 */

/** @type {Message} */
let settings
/** @type {Promise<Engines> | undefined} */
let engines
/** Counts the queries, so that none is answered after a newer one has come. */
let newest = 0
let last = Promise.resolve()

listen("message", ({ data: message }) => {
  if (message.type === SETUP) {
    settings = message
    send({ type: READY })
  } else if (message.type === QUERY) {
    newest += 1
    const number = newest
    last = last.then(() => answer(message.data, number)).catch(error => console.warn("search:", error))
  }
})

/**
 * @param {string} query
 * @param {number} number
 */
async function answer(query, number) {
  if (number !== newest) return
  const data = await find(query, "default").catch(() => {
    // The site may have changed since the browser loaded some of its files.
    engines = undefined
    return find(query, "reload")
  }).catch(error => {
    engines = undefined // the next query tries again
    if (number === newest) {
      send({ type: RESULT, data: { items: [] } })
      tellFailure(query)
    }
    throw error
  })
  if (number === newest) send({ type: RESULT, data })
}

/**
 * @param {string} query
 * @param {RequestCache} cache
 */
async function find(query, cache) {
  const text = query.slice(0, LONGEST_QUERY)
  if (!text.trim()) return { items: [] }
  engines ??= start(cache)
  const { stock, entries, codes } = await engines
  const named = (await codes?.find(text)) ?? []
  const found = await entries?.find(text, named[0]?.row.entry)
  const plain = stockQuery(found?.searchedFor ?? text)
  const answered = plain ? await stock?.ask({ type: QUERY, data: plain }) : undefined
  const pages = answered?.data ?? { items: [] }
  return found ? searchResults(text, found.entries, pages, { codes: named, ...found }) : pages
}

/**
 * @param {RequestCache} cache
 * @returns {Promise<Engines>}
 */
async function start(cache) {
  const { files: embedded } = settings.data.docs[0] ?? {}
  const files = new SearchFiles(new URL(FOLDER, address), embedded)
  const [catalog, pages] = await Promise.all([files.load("catalog.json", cache), files.load("pages.json", cache)])
  const stock = await StockWorker.load(scope, address.searchParams.get("stock"), address)
  const own = await loadMatcher()
  /** @param {string} kind */
  const loader = kind => (/** @type {number} */ part) => files.load(`${catalog.folder}/${kind}-${part}.json`)
  const entries = own ? new EntrySearch(catalog, loader) : undefined
  const codes = own ? new CodeSearch(catalog, loader("codes")) : undefined
  const docs = own ? pages : [...pages, ...documents(catalog)]
  await stock?.ask({ ...settings, data: { ...settings.data, docs } })
  return { stock, entries, codes }
}

/**
 * Return entries as documents of Material's index, for a search that has nothing better.
 *
 * @param {EntryData} catalog
 */
function documents({ entries, address: { entry: pattern } }) {
  return entries.map(({ id = "", title = "", messages = [] }) => ({
    location: pattern.replace("*", id),
    title: escaped(title),
    text: escaped(messages.join(" ").replace(PLACEHOLDERS, " … ")),
    boost: 2,
  }))
}

async function loadMatcher() {
  try {
    await scope.importScripts(new URL("matcher.js", address).href)
    return true
  } catch (error) {
    console.warn("search: entries are ranked by Material:", error)
    return false
  }
}
