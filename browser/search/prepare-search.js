/** Loads what the search needs when somebody is about to search. */

import { scriptFolder, siteAddress } from "../common/site.js"

const FIELDS = "[data-md-component=search-query], [data-search-box] textarea"

/**
 * Load the documents and the matcher into the browser's cache once a search field gets the focus, so
 * that the worker finds them there when the first query comes.
 */
export function prepareSearch() {
  if (location.protocol === "file:") return // the documents are part of the page there
  const load = (/** @type {FocusEvent} */ { target }) => {
    if (!(target instanceof Element && target.matches(FIELDS))) return
    document.removeEventListener("focusin", load)
    for (const file of [siteAddress("search/documents.json"), new URL("matcher.js", scriptFolder).href]) {
      // The worker asks again and reports what goes wrong.
      fetch(file).then(answer => answer.arrayBuffer()).catch(() => undefined)
    }
  }
  document.addEventListener("focusin", load)
}
