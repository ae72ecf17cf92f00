/** Shows what there is for a log in which no known message was found. */

import { make, makeLink, printable } from "../common/elements.js"
import { pageAddress } from "../common/site.js"
import { rankNotes } from "./log-lines.js"
import { unknownErrorElements } from "./unknown-error.js"

/** @import { ReportedFailure } from "../matching/results.js" */
/** @import { Entry } from "../common/types.js" */

const MOST_FAILURES = 5

/**
 * Show the errors that a log reports itself, entries that share words with it, and where to go on.
 *
 * @param {ReportedFailure[]} failures What the log reports.
 * @param {Entry[]} entries Similar entries, if there are any.
 * @param {string} repository Address of the repository.
 * @param {string} lines What to take to the page for new errors.
 * @returns {HTMLElement} What to show.
 */
export function noMatchElement(failures, entries, repository, lines) {
  const issue = makeLink(newIssueAddress(repository), "Report a new error")
  return make("section", "diagnosis",
    ...failureElements(failures),
    ...similarElements(entries, failures.length ? "an error above" : "the text"),
    ...unknownErrorElements(mainFailure(failures)?.text ?? "", lines),
    make("p", "", "Rather not write it yourself? ", issue, ": that form is empty and contains nothing of the log."),
  )
}

/** @param {ReportedFailure[]} failures */
function mainFailure(failures) {
  return failures.find(({ kind }) => kind === "exception") ?? failures[0]
}

/** @param {ReportedFailure[]} failures */
function failureElements(failures) {
  if (!failures.length) return []
  /** @type {Map<string, ReportedFailure[]>} */
  const grouped = new Map()
  for (const failure of failures) {
    grouped.set(failure.text, [...(grouped.get(failure.text) ?? []), failure])
  }
  const isExit = (/** @type {ReportedFailure[]} */ [{ kind }]) => Number(kind !== "exception")
  const groups = [...grouped.values()].sort((a, b) => isExit(a) - isExit(b))
  return [
    make("h3", "", "The log's own errors"),
    make("ul", "", ...groups.slice(0, MOST_FAILURES).map(failureItem)),
  ]
}

/** @param {ReportedFailure[]} group */
function failureItem(group) {
  const ranks = new Set(group.flatMap(({ rank }) => rank ?? []))
  const where = [`line ${group[0].line.toLocaleString("en")}`, ...rankNotes([...ranks])].join(", ")
  return make("li", "", make("code", "", printable(group[0].text)), ` (${where})`)
}

/**
 * @param {Entry[]} entries
 * @param {string} what What they are similar to.
 */
function similarElements(entries, what) {
  if (!entries.length) return []
  const items = entries.map(({ url, title }) => {
    return make("li", "", makeLink(pageAddress(url), printable(title)))
  })
  return [
    make("h3", "", "Loosely similar entries"),
    make("p", "", `They contain most of the words of ${what}, and may not apply.`),
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
