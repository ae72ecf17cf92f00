/** Tells pages that a query got no answer, for which Material's worker has no message. */

const NAME = "trainwreck-search"
/** @type {BroadcastChannel | undefined} */
let heard

/**
 * Tell the pages of this site.
 *
 * @param {string} query The query, by which a page knows its own.
 */
export function tellFailure(query) {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(query)
  channel.close()
}

/**
 * Learn of failures. Only the first call counts.
 *
 * @param {(query: string) => void} listener Told each query that got no answer, on other pages too.
 */
export function listenForFailures(listener) {
  if (heard) return
  heard = new BroadcastChannel(NAME)
  heard.addEventListener("message", ({ data }) => listener(data))
}
