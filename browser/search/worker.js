/**
 * The site's search worker: Material's own, with the entries of the catalog matched and ranked by us.
 *
 * Material's pages talk to it as to theirs: SETUP brings the index and is answered by READY, each
 * QUERY by a RESULT. The documents of entries and of tables of codes, those with the member "entry"
 * or "codes", stay here; the other pages go to Material's worker, which runs inside this one. Whatever
 * part cannot be loaded, the rest still answers.
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

const send = scope.postMessage.bind(scope)
const listen = scope.addEventListener.bind(scope)
const stock = StockWorker.load(scope, address.searchParams.get("stock"), address)
const hasMatcher = loadMatcher()
/** @type {EntrySearch | undefined} */
let entries
/** @type {CodeSearch | undefined} */
let codes

listen("message", inTurn(async message => {
  if (message.type === SETUP) {
    await setUp(message)
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

/** @param {Message} message */
async function setUp({ type, data }) {
  const all = /** @type {{ entry?: object, codes?: object }[]} */ (data.docs)
  const own = await hasMatcher
  if (own) {
    entries = new EntrySearch(/** @type {any} */ (all.filter(doc => doc.entry)))
    codes = new CodeSearch(/** @type {any} */ (all.filter(doc => doc.codes)))
  }
  const pages = own ? all.filter(doc => !doc.entry && !doc.codes) : all
  await (await stock)?.ask({ type, data: { ...data, docs: pages } })
}

/** @param {string} query */
async function find(query) {
  const text = query.slice(0, LONGEST_QUERY)
  const plain = stockQuery(text)
  const pages = plain ? await (await stock)?.ask({ type: QUERY, data: plain }) : undefined
  const found = pages?.data ?? { items: [] }
  if (!entries) return found
  const named = codes?.find(text) ?? []
  return searchResults(text, entries.find(text, named[0]?.row.entry), found, named)
}

async function loadMatcher() {
  await stock
  try {
    await scope.importScripts(new URL("matcher.js", address).href)
    return true
  } catch (error) {
    console.warn("search: entries are ranked by Material:", error)
    return false
  }
}
