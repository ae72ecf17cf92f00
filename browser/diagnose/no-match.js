/** Shows what there is for a log in which no known message was found. */

import { make, makeLink, printable } from "../shared/elements.js"
import { pageAddress } from "../shared/site.js"
import { keepInTab } from "../shared/tab-storage.js"

/** @import { Entry } from "../shared/types.js" */

const LINES_KEY = "trainwreck.log"

/**
 * Show entries that share words with a log, and where to report a new error.
 *
 * @param {Entry[]} entries The entries, none where no word is shared.
 * @param {string} repository Address of the repository.
 * @param {string} lines What to take to the page for new errors.
 * @returns {HTMLElement} What to show.
 */
export function noMatchElement(entries, repository, lines) {
  const write = makeLink(pageAddress("new-error/"), "Write it down")
  write.className = "md-button"
  // Not in the address, which others see; the tab keeps it for the page that is opened.
  write.addEventListener("click", () => keepInTab(LINES_KEY, lines))
  const issue = makeLink(newIssueAddress(repository), "Report a new error")
  return make("section", "diagnosis",
    ...similarElements(entries),
    make("p", "", "Is this error missing from the catalog? A form turns these lines into an entry, in this tab; nothing is sent."),
    make("p", "", write),
    make("p", "", "Rather not write it yourself? ", issue, ": that form is empty and contains nothing of the log."),
  )
}

/** @param {Entry[]} entries */
function similarElements(entries) {
  if (!entries.length) return []
  const items = entries.map(({ url, title }) => {
    return make("li", "", makeLink(pageAddress(url), printable(title)))
  })
  return [
    make("p", "", make("strong", "", "No match."), " Loosely similar entries:"),
    make("ul", "", ...items),
  ]
}

/**
 * Return the address of the form for a new issue. It contains nothing of the log, whose owner
 * chooses what to say about it.
 *
 * @param {string} repository
 */
function newIssueAddress(repository) {
  const query = new URLSearchParams({ template: "new-error.yml", title: "New error: " })
  return `${repository.replace(/\/$/, "")}/issues/new?${query}`
}
