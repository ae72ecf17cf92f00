/** Where to go with an error that the catalog has no entry for. */

import { openSearch } from "../search/open-search.js"
import { make, makeButton, makeLink } from "../common/elements.js"
import { pageAddress } from "../common/site.js"
import { keepInTab } from "../common/tab-storage.js"

const LINES_KEY = "trainwreck.log"

/**
 * Offer to search for an error and to write an entry on it.
 *
 * @param {string} said What the log says of it; empty where it says nothing that could be found.
 * @param {string} lines What to take to the page for new errors.
 * @returns {HTMLElement[]} What to show.
 */
export function unknownErrorElements(said, lines) {
  const write = makeLink(pageAddress("new-error/"), "Write it down")
  write.className = "md-button"
  // Not in the address, which others see; the tab keeps it for the page that is opened.
  write.addEventListener("click", () => keepInTab(LINES_KEY, lines))
  const search = said ? "Search for it" : "Search"
  return [
    make("p", "", "Is this error missing from the catalog? A form turns these lines into an entry, in this tab; nothing is sent."),
    make("p", "diagnosis__buttons",
      write, makeButton("md-button", () => openSearch(said), search),
      makeLink(pageAddress("matrix/"), "All errors"),
    ),
  ]
}
