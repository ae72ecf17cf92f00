/** Shows the verdict on a log: what happened, what to do with the job, and where to look next. */

import { make, printable } from "../common/elements.js"
import { copyButtons, rendered } from "./rendered.js"

/** @import { Diagnosis } from "../matching/results.js" */
/** @import { Catalog, Entry } from "../common/types.js" */

/**
 * Show the verdict.
 *
 * @param {Diagnosis} diagnosis What was found in the log.
 * @param {Entry | undefined} first The entry of the first match, which the action is that of.
 * @param {Catalog["actions"]} labels Labels of what to do with a job.
 * @returns {HTMLElement[]} The sentence as a heading, and what follows from it.
 */
export function verdictElements({ verdict, action, hints }, first, labels) {
  /** @type {HTMLElement[]} */
  const elements = [make("h2", "diagnosis-verdict", printable(verdict))]
  if (action && first) {
    elements.push(make("p", "diagnosis-action",
      make("strong", "", `What to do: ${instruction(labels[action.decision])}.`), " ", ...rendered(first.html.reason),
    ))
    if (action.exclude.length) elements.push(excludeElement(action.exclude))
  }
  if (hints.length) {
    elements.push(
      make("p", "", make("strong", "", "Look next:")),
      make("ul", "", ...hints.map(hint => make("li", "", `${printable(hint)}.`))),
    )
  }
  return elements
}

/**
 * Return the label of an action as it follows a colon.
 *
 * @param {string} label
 */
function instruction(label) {
  return label.slice(0, 1).toLowerCase() + label.slice(1)
}

/** @param {string[]} nodes */
function excludeElement(nodes) {
  const option = `--exclude=${nodes.map(printable).join(",")}`
  return make("p", "diagnosis-action",
    "Submit it with ", make("code", "", option), " ", ...copyButtons("the option", option),
  )
}
