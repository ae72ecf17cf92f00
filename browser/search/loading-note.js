/**
 * Says that the search is loading, where Material would go on asking for words that were typed already,
 * and that it could not be loaded.
 */

import { make } from "../common/elements.js"
import { listenForFailures } from "./failure-channel.js"

const LOADING = "Loading the search …"
const FAILED = "The search could not be loaded. Check your connection, then edit the query or reload the page."
const EVENTS = ["input", "keyup", "focus"]

/**
 * Watch what Material says above the results.
 *
 * @param {HTMLInputElement} query The field of Material's search.
 */
export function sayThatSearchLoads(query) {
  const said = document.querySelector("[data-md-component=search-result] > :first-child")
  if (!said) return
  const openers = [LOADING, FAILED, said.textContent.trim(), placeholder()]
  let isAnswered = false
  /** @type {string | null} The query that got no answer, while it is in the field. */
  let failed = null

  const show = () => {
    if (query.value !== failed) failed = null
    if (query.value.trim()) listen()
    const note = failed === null ? LOADING : FAILED
    if ((isAnswered && failed === null) || !query.value.trim() || said.textContent === note) return
    // Notes are announced to screen readers.
    said.replaceChildren(failed === null ? note : make("span", "search-note", note))
  }
  // Only once something is typed: a page with an open channel is not kept for the way back.
  const listen = () => listenForFailures(unanswered => {
    if (unanswered !== query.value) return
    failed = unanswered
    isAnswered = false
    show()
  })
  new MutationObserver(() => {
    if (failed === null) isAnswered ||= !openers.includes(said.textContent.trim())
    else show()
  }).observe(said, { childList: true })
  for (const event of EVENTS) query.addEventListener(event, show)
  show()
}

/** Return what Material says while nothing is typed. */
function placeholder() {
  const config = document.querySelector("#__config")?.textContent ?? "{}"
  return JSON.parse(config).translations?.["search.result.placeholder"] ?? ""
}
