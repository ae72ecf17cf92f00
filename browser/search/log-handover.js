/** Hands a log that somebody pastes into a search field to the page that diagnoses it. */

import { pageAddress } from "../common/site.js"
import { keepInTab } from "../common/tab-storage.js"

const FEWEST_LINES = 3
const LOG_KEY = "trainwreck.diagnose"

/**
 * Tell a log from a message: it has several lines that are not empty.
 *
 * @param {string} text What was pasted or typed; it may have millions of lines.
 * @returns {boolean} Whether it is to be diagnosed rather than searched for.
 */
export function isLog(text) {
  const line = /\S.*/g
  for (let count = 0; count < FEWEST_LINES; count += 1) {
    if (!line.test(text)) return false
  }
  return true
}

/**
 * Go to the page that diagnoses logs, with a log.
 *
 * @param {string} log The log; if it is too large to be kept, the page says so.
 */
export function diagnoseLog(log) {
  if (!keepInTab(LOG_KEY, log)) keepInTab(LOG_KEY, "")
  location.assign(pageAddress("diagnose/"))
}

/**
 * Diagnose logs that are pasted into a field.
 *
 * @param {HTMLElement} field A field of a search.
 */
export function diagnosePastedLogs(field) {
  field.addEventListener("paste", event => {
    const log = /** @type {ClipboardEvent} */ (event).clipboardData?.getData("text") ?? ""
    if (!isLog(log)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    diagnoseLog(log)
  })
}
