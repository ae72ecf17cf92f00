/**
 * The search box of the home page and of the 404 page: hands its text to Material's search, and what
 * looks like a log to the page that diagnoses it.
 */

import { keepInTab } from "../shared/tab-storage.js"
import { excerpt } from "./excerpt.js"
import { openSearch } from "./open-search.js"
import { shortenPaste } from "./shorten-paste.js"

const FEWEST_LINES_OF_A_LOG = 3
const LOG_KEY = "trainwreck.diagnose"

for (const form of document.querySelectorAll("[data-search-box]")) {
  setUp(/** @type {HTMLFormElement} */ (form))
}

/** @param {HTMLFormElement} form */
function setUp(form) {
  const input = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"))
  if ("searchBoxFromPath" in form.dataset) input.value = wordsOfPath()
  form.addEventListener("submit", event => {
    event.preventDefault()
    openSearch(input.value)
  })
  input.addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  shortenPaste(input, excerpt)
  const link = /** @type {HTMLElement | null} */ (form.querySelector("[data-whole-log]"))
  if (link) offerDiagnosis(input, link)
  // Without JavaScript the box could not search, so it appears only now.
  form.hidden = false
}

/**
 * @param {HTMLTextAreaElement} input
 * @param {HTMLElement} link
 */
function offerDiagnosis(input, link) {
  let log = ""
  input.addEventListener("paste", event => {
    log = event.clipboardData?.getData("text") ?? ""
    link.hidden = !hasLines(log, FEWEST_LINES_OF_A_LOG)
  })
  input.addEventListener("input", () => {
    link.hidden ||= !input.value.trim()
  })
  link.addEventListener("click", () => {
    // Where it is too much to be kept, the page says so.
    if (!keepInTab(LOG_KEY, log)) keepInTab(LOG_KEY, "")
  })
}

/**
 * Tell whether a text, which may have millions of lines, has as many as `wanted` that are not empty.
 *
 * @param {string} text
 * @param {number} wanted
 */
function hasLines(text, wanted) {
  const line = /\S.*/g
  for (let count = 0; count < wanted; count += 1) {
    if (!line.test(text)) return false
  }
  return true
}

function wordsOfPath() {
  const name = decodedPath().split("/").filter(Boolean).pop() ?? ""
  return name.replace(/\.html$/, "").replace(/[-_]+/g, " ")
}

function decodedPath() {
  try {
    return decodeURIComponent(location.pathname)
  } catch {
    return location.pathname // a percent sign that begins no character
  }
}
