/**
 * The site's search worker: Material's own, with the entries of the catalog matched and ranked by us.
 *
 * Material's pages talk to it as to theirs: SETUP brings the settings and is answered by READY, each
 * QUERY by a RESULT. The documents, which most visits never need, are loaded for the first query; a
 * page opened from the disk, which may load nothing, sends them along with SETUP. The documents of
 * entries and of tables of codes, those with the member "entry" or "codes", stay here; the other pages
 * go to Material's worker, which runs inside this one. Whatever part cannot be loaded, the rest still
 * answers.
 *
 * The address of Material's worker, relative to this file, comes as the parameter "stock".
 */

import { address, scope } from "../common/worker-scope.js"
import { CodeSearch } from "./code-search.js"
import { EntrySearch } from "./entry-search.js"
import { searchResults } from "./results.js"
import { QUERY, READY, RESULT, SETUP, StockWorker, stockQuery } from "./stock-worker.js"

/** @import { Message } from "./stock-worker.js" */

const LONGEST_QUERY = 20_000
const DOCUMENTS = "../../search/documents.json"

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

listen("message", inTurn(async message => {
  if (message.type === SETUP) {
    settings = message
    send({ type: READY })
  } else if (message.type === QUERY) {
    send({ type: RESULT, data: await find(message.data) })
  }
}))

/** @param {(message: Message) => Promise<void>} handle */
function inTurn(handle) {
  let last = Promise.resolve()
  return (/** @type {{ data: Message }} */ { data }) => {
    last = last.then(() => handle(data)).catch(error => console.warn("search:", error))
  }
}

/** @param {string} query */
async function find(query) {
  const text = query.slice(0, LONGEST_QUERY)
  if (!text.trim()) return { items: [] }
  engines ??= start()
  const { stock, entries, codes } = await engines
  const plain = stockQuery(text)
  const pages = plain ? await stock?.ask({ type: QUERY, data: plain }) : undefined
  const found = pages?.data ?? { items: [] }
  if (!entries) return found
  const named = codes?.find(text) ?? []
  return searchResults(text, entries.find(text, named[0]?.row.entry), found, named)
}

/** @returns {Promise<Engines>} */
async function start() {
  try {
    const all = await documents()
    const stock = await StockWorker.load(scope, address.searchParams.get("stock"), address)
    const own = await loadMatcher()
    const entries = own ? new EntrySearch(/** @type {any} */ (all.filter(doc => doc.entry))) : undefined
    const codes = own ? new CodeSearch(/** @type {any} */ (all.filter(doc => doc.codes))) : undefined
    const docs = own ? all.filter(doc => !doc.entry && !doc.codes) : all
    await stock?.ask({ ...settings, data: { ...settings.data, docs } })
    return { stock, entries, codes }
  } catch (error) {
    engines = undefined // the next query tries again
    throw error
  }
}

/** @returns {Promise<{ entry?: object, codes?: object }[]>} */
async function documents() {
  const { docs } = settings.data
  if (docs.length) return docs
  const answer = await fetch(new URL(DOCUMENTS, address))
  if (!answer.ok) throw new Error(`the documents cannot be loaded: ${answer.status}`)
  return answer.json()
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
