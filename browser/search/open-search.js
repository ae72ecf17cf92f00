/** Opens Material's search, which every page has. */

import { inOneLine } from "./excerpt.js"

/**
 * Search for a text.
 *
 * @param {string} text What to search for.
 */
export function openSearch(text) {
  const toggle = /** @type {HTMLInputElement} */ (document.querySelector("[data-md-toggle=search]"))
  const query = /** @type {HTMLInputElement} */ (
    document.querySelector("[data-md-component=search-query]")
  )
  if (!toggle.checked) toggle.click()
  query.value = inOneLine(text)
  query.focus()
  // Material starts a query on key events, not on a change of the value.
  query.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }))
}
