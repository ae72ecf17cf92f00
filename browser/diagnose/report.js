/** Shows what explains a log: the causes and symptoms, each with its fix and its consequences. */

import { make, makeLink, printable } from "../common/elements.js"
import { pageAddress } from "../common/site.js"
import { fixElements } from "./fix.js"
import { lineElements } from "./log-lines.js"
import { plotElements } from "./numbers.js"
import { rendered } from "./rendered.js"
import { unknownErrorElements } from "./unknown-error.js"

/** @import { Cluster } from "./fix.js" */
/** @import { ShownMatch } from "./shared-result.js" */

/**
 * Show the matches of a log, or of a shared link.
 *
 * @param {ShownMatch[]} matches The matches, ranked.
 * @param {Cluster | null} cluster Steps for other clusters are left out.
 * @param {string} tail The end of the log, for an entry on an error that has none.
 * @returns {HTMLElement[]} One element per cause and symptom.
 */
export function report(matches, cluster, tail) {
  /** @type {Set<ShownMatch>} */
  const shown = new Set()
  const origins = matches.filter(({ role }) => role !== "consequence").map(match => {
    const left = matches.filter(other => other.role === "consequence" && !shown.has(other))
    const consequences = consequencesOf(match, left)
    for (const other of consequences) shown.add(other)
    return matchElement(match, consequences, cluster, tail)
  })
  // Errors that may each be the consequence of the other have no cause among them.
  const rest = matches.filter(match => match.role === "consequence" && !shown.has(match))
  return [...origins, ...rest.map(match => matchElement(match, [], cluster, tail))]
}

/**
 * Return what a match is called: a warning is the cause of no failure.
 *
 * @param {ShownMatch} match A match.
 * @returns {"cause" | "symptom" | "consequence" | "warning"} Its role, or that it is a warning.
 */
export function shownRole({ role, entry }) {
  return entry?.kind === "warning" && role !== "consequence" ? "warning" : role
}

/**
 * Return the consequences of a match, at any distance; those of an unknown failure name no cause.
 *
 * @param {ShownMatch} origin
 * @param {ShownMatch[]} left Consequences that belong to no match yet.
 */
function consequencesOf({ id }, left) {
  const ids = new Set([id])
  const follows = (/** @type {ShownMatch} */ { id: own, caused_by: causes }) => {
    if (ids.has(own)) return true
    return causes.length ? causes.some(cause => ids.has(cause)) : id === null
  }
  for (let before = 0; before < ids.size;) {
    before = ids.size
    for (const match of left.filter(follows)) ids.add(match.id)
  }
  return left.filter(match => ids.has(match.id))
}

/**
 * @param {ShownMatch} match
 * @param {ShownMatch[]} consequences
 * @param {Cluster | null} cluster
 * @param {string} tail
 */
function matchElement(match, consequences, cluster, tail) {
  const { entry, message = "" } = match
  const title = entry ? entry.title : message
  return make("section", "diagnosis",
    make("h3", "", make("span", "diagnosis__role", shownRole(match)), ` ${printable(title)}`),
    make("p", "diagnosis__facts", ...facts(match)),
    // The text of a plot says what the line would.
    ...(match.evidence && !match.weight ? [] : lineElements(match)),
    ...plotElements(match.evidence, match.series),
    ...(entry ? [
      make("p", "", make("strong", "", "Cause: "), ...rendered(entry.html.cause)),
      make("p", "", make("strong", "", "First step: "), ...rendered(entry.html.first_step)),
      ...fixElements(entry, cluster),
    ] : unknownErrorElements(message, tail)),
    ...consequenceElements(consequences),
  )
}

/** @param {ShownMatch} match */
function facts({ id, entry, confidence, reason }) {
  if (id === null || !entry) return ["No entry yet: the fix is in the traceback."]
  const { severity, url } = entry
  const badge = make("span", `badge severity-${severity}`, `severity ${severity}`)
  return [makeLink(pageAddress(url), id), " ", badge, confidence ? ` ${confidence}: ${reason}` : ""]
}

/** @param {ShownMatch[]} consequences */
function consequenceElements(consequences) {
  if (!consequences.length) return []
  return [
    make("h4", "", consequences.length === 1 ? "Its consequence" : "Its consequences"),
    ...consequences.map(match => make("div", "diagnosis__consequence",
      make("p", "", make("strong", "", printable(match.entry?.title ?? ""))),
      make("p", "diagnosis__facts", ...facts(match)),
      ...lineElements(match),
    )),
  ]
}
