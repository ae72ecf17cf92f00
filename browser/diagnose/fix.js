/** Shows the fix of an entry. */

import { make, makeLink } from "../common/elements.js"
import { pageAddress } from "../common/site.js"
import { rendered } from "./rendered.js"

/** @import { Entry, Step } from "../common/types.js" */

/** @typedef {{ id: string, label: string }} Cluster */

/**
 * Show the steps of a fix.
 *
 * @param {Entry} entry The entry.
 * @param {Cluster | null} cluster Steps for other clusters are left out.
 * @returns {HTMLElement[]} Heading, steps and a link to the entry.
 */
export function fixElements(entry, cluster) {
  const steps = entry.fix.filter(step => {
    return !cluster || !step.clusters.length || step.clusters.includes(cluster.id)
  })
  const link = makeLink(pageAddress(entry.url), "The whole entry", make("span", "unseen", `: ${entry.id}`))
  return [
    make("h4", "", cluster ? `Fix on ${cluster.label}` : "Fix"),
    steps.length
      ? make("ol", "", ...steps.map(stepElement))
      : make("p", "", `No step of this fix is for ${cluster?.label}.`),
    make("p", "", link),
  ]
}

/** @param {Step} step */
function stepElement({ title, clusters, when, danger, text }) {
  const where = clusters.length ? ` (${clusters.join(", ")})` : ""
  const element = make("li", "", make("strong", "", title), where)
  if (when) element.append(make("p", "diagnosis__when", make("em", "", "If: "), ...rendered(when)))
  if (danger) {
    element.append(make("div", "admonition danger",
      make("p", "admonition-title", "This step is destructive"),
      make("p", "", ...rendered(danger)),
    ))
  }
  element.append(make("details", "",
    make("summary", "", "How", make("span", "unseen", `: ${title}`)),
    make("div", "diagnosis__how", ...rendered(text)),
  ))
  return element
}
