/** Every page of the site. */

import { announceNotes } from "../search/announce-notes.js"
import { inOneLine } from "../search/excerpt.js"
import { sayThatSearchLoads } from "../search/loading-note.js"
import { diagnosePastedLogs } from "../search/log-handover.js"
import { prepareSearch } from "../search/prepare-search.js"
import { shortenPaste } from "../search/shorten-paste.js"
import { watchScrollable } from "./scrollable.js"

const query = /** @type {HTMLInputElement | null} */ (
  document.querySelector("[data-md-component=search-query]")
)
if (query) {
  diagnosePastedLogs(query)
  shortenPaste(query, inOneLine)
  sayThatSearchLoads(query)
}
prepareSearch()
announceNotes()
watchScrollable()
