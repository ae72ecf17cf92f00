/* The site's search worker: Material's own, with the entries of the catalog matched and ranked by us.
 *
 * Material's pages talk to it as to theirs: SETUP brings the index and is answered by READY, each
 * QUERY by a RESULT. The documents of entries, those that hold "entry", stay here; the other pages go
 * to Material's worker, which runs inside this one and is asked with a text that it can bear.
 * Whatever part cannot be loaded, the rest still answers.
 *
 * The address of Material's worker, relative to this file, comes as the parameter "stock".
 */

const SETUP = 0
const READY = 1
const QUERY = 2
const RESULT = 3
const STOCK = /^workers\/search\.[\w.]+\.js$/
const OURS = [
  "search-words.js", "search-index.js", "search-ranking.js", "matcher.js", "search-entries.js",
  "search-results.js",
]
const LONGEST_QUERY = 20_000

const send = self.postMessage.bind(self)
const listen = self.addEventListener.bind(self)
// A page that was opened as a file runs its workers in frames, where importScripts takes its time.
const address = new URL(self.document?.currentScript?.src ?? self.location.href)
const material = loadMaterial(address.searchParams.get("stock"))
const ours = loadOurs()
let entries

listen("message", inTurn(async ({ data: message }) => {
  if (message.type === SETUP) {
    await setUp(message)
    send({ type: READY })
  } else if (message.type === QUERY) {
    send({ type: RESULT, data: await find(message.data) })
  }
}))

function inTurn(handle) {
  let last = Promise.resolve()
  return event => {
    last = last.then(() => handle(event)).catch(error => console.warn("search:", error))
  }
}

async function setUp({ type, data }) {
  const own = await ours
  const docs = own ? data.docs.filter(doc => !doc.entry) : data.docs
  if (own) entries = new EntrySearch(data.docs.filter(doc => doc.entry))
  await ask({ type, data: { ...data, docs } })
}

async function find(query) {
  const text = query.slice(0, LONGEST_QUERY)
  const plain = materialQuery(text)
  const pages = plain ? await ask({ type: QUERY, data: plain }) : undefined
  const found = pages?.data ?? { items: [] }
  return entries ? searchResults(text, entries.find(text), found) : found
}

/* Material's worker listens for messages and posts its answers; both are led to here. */
async function loadMaterial(path) {
  if (!STOCK.test(path ?? "")) return undefined
  const { addEventListener, postMessage } = self
  const worker = {}
  self.addEventListener = (_, handle) => { worker.handle = handle }
  self.postMessage = answer => { worker.answer = answer }
  try {
    await importScripts(new URL(path, address).href)
  } catch (error) {
    console.warn("search: only entries are found:", error)
    return undefined
  } finally {
    self.addEventListener = addEventListener
  }
  return worker.handle && worker
}

async function ask(message) {
  const worker = await material
  if (!worker) return undefined
  worker.answer = undefined
  await worker.handle({ data: message })
  return worker.answer
}

async function loadOurs() {
  await material
  try {
    await importScripts(...OURS.map(name => new URL(name, address).href))
    return true
  } catch (error) {
    console.warn("search: entries are ranked by Material:", error)
    return false
  }
}

/* Words only, because Material takes punctuation for operators: "~1500" hangs it, "-x" drops pages
 * and quotes find nothing. A short text is completed as it is typed, as Material does; the words of
 * a long one are looked for as they are. */
function materialQuery(text) {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{2,40}/gu))]
  const isTyped = words.length <= 6
  return words
    .filter(word => isTyped || !/^\d+$|^0x|\d.*\d.*\d/.test(word))
    .sort((a, b) => (isTyped ? 0 : b.length - a.length))
    .slice(0, 12)
    .map(word => (isTyped ? word : `${word}^1`))
    .join(" ")
}
