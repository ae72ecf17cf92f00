/** Loads what the search needs when somebody is about to search. */

import { scriptFolder, siteAddress } from "../common/site.js"

/** What the first query needs, whatever it is. */
const FILES = ["search/catalog.json", "search/pages.json"]
const FIELDS = "[data-md-component=search-query], [data-search-box] textarea"

/**
 * Load what every query needs into the browser's cache once a search field gets the focus, so
 * that the worker finds them there when the first query comes.
 */
export function prepareSearch() {
  if (location.protocol === "file:") return // the files are part of the page there
  const load = (/** @type {FocusEvent} */ { target }) => {
    if (!(target instanceof Element && target.matches(FIELDS))) return
    document.removeEventListener("focusin", load)
    for (const file of [...FILES.map(siteAddress), new URL("matcher.js", scriptFolder).href]) {
      // The worker asks again and reports what goes wrong.
      fetch(file).then(answer => answer.arrayBuffer()).catch(() => undefined)
    }
  }
  document.addEventListener("focusin", load)
}
