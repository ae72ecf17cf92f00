/**
 * The search box of the home page and of the 404 page: a line or a few words are searched for, a log
 * is diagnosed.
 */

import { excerpt } from "./excerpt.js"
import { diagnoseLog, diagnosePastedLogs, isLog } from "./log-handover.js"
import { openSearch } from "./open-search.js"
import { shortenPaste } from "./shorten-paste.js"

for (const form of document.querySelectorAll("[data-search-box]")) {
  setUp(/** @type {HTMLFormElement} */ (form))
}

/** @param {HTMLFormElement} form */
function setUp(form) {
  const input = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"))
  if ("searchBoxFromPath" in form.dataset) input.value = wordsOfPath()
  form.addEventListener("submit", event => {
    event.preventDefault()
    if (isLog(input.value)) diagnoseLog(input.value)
    else openSearch(input.value)
  })
  input.addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  diagnosePastedLogs(input)
  shortenPaste(input, excerpt)
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
