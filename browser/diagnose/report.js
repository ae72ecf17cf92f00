/** Shows a diagnosis: the causes with their fixes, each with its consequences. */

import { make, makeLink, printable } from "../shared/elements.js"
import { pageAddress } from "../shared/site.js"
import { fixElements } from "./fix.js"

/** @import { LogLine } from "../matching/results.js" */
/** @import { Cluster } from "./fix.js" */
/** @import { ShownMatch } from "./shared-result.js" */

const MOST_RANKS = 12

/**
 * Show the matches of a log, or of a shared link.
 *
 * @param {ShownMatch[]} matches The matches, ranked.
 * @param {Cluster | null} cluster Steps for other clusters are left out.
 * @returns {HTMLElement[]} One element per cause.
 */
export function report(matches, cluster) {
  /** @type {Set<string>} */
  const shown = new Set()
  const causes = matches.filter(({ role }) => role === "cause").map(match => {
    const consequences = matches.filter(({ id, caused_by }) => caused_by.includes(match.id) && !shown.has(id))
    for (const { id } of consequences) shown.add(id)
    return causeElement(match, consequences, cluster)
  })
  // Errors that may each be the consequence of the other have no cause among them.
  const rest = matches.filter(({ id, role }) => role === "consequence" && !shown.has(id))
  return [...causes, ...rest.map(match => causeElement(match, [], cluster))]
}

/**
 * @param {ShownMatch} match
 * @param {ShownMatch[]} consequences
 * @param {Cluster | null} cluster
 */
function causeElement(match, consequences, cluster) {
  const { entry, role } = match
  return make("section", "diagnosis",
    make("h3", "", make("span", "diagnosis__role", role), ` ${printable(entry.title)}`),
    make("p", "diagnosis__facts", ...facts(match)),
    ...lineElements(match),
    make("p", "", make("strong", "", "Why: "), entry.cause),
    make("p", "", make("strong", "", "First step: "), entry.first_step),
    ...fixElements(entry, cluster),
    ...consequenceElements(consequences),
  )
}

/** @param {ShownMatch} match */
function facts({ id, entry, confidence, reason }) {
  const { severity, url } = entry
  const badge = make("span", `badge severity-${severity}`, `severity ${severity}`)
  return [makeLink(pageAddress(url), id), " ", badge, confidence ? ` ${confidence}: ${reason}` : ""]
}

/** @param {ShownMatch} match */
function lineElements(match) {
  if (!match.lines) return []
  const width = String(match.lines[match.lines.length - 1].number).length
  const code = make("code", "", ...match.lines.map(line => lineElement(line, width)))
  // What a log says from right to left must not turn around the line number.
  code.dir = "ltr"
  const notes = [...countNotes(match), ...rankNotes(match)]
  return [
    make("pre", "diagnosis__lines", code),
    ...(notes.length ? [make("p", "diagnosis__notes", notes.join("; "))] : []),
  ]
}

/**
 * @param {LogLine} line
 * @param {number} width
 */
function lineElement({ number, text }, width) {
  return make("span", "diagnosis__line",
    make("span", "diagnosis__number", `${String(number).padStart(width)} | `),
    make("span", "diagnosis__text", `${printable(text)}\n`),
  )
}

/** @param {ShownMatch} match */
function countNotes({ count = 1 }) {
  return count > 1 ? [`found ${count.toLocaleString("en")} times`] : []
}

/** @param {ShownMatch} match */
function rankNotes({ ranks = [] }) {
  if (!ranks.length) return []
  const named = ranks.slice(0, MOST_RANKS).map(printable).join(", ")
  const isNumbered = ranks.every(rank => /^\d+$/.test(rank))
  const kind = isNumbered ? (ranks.length > 1 ? "ranks " : "rank ") : ""
  const more = ranks.length - MOST_RANKS
  return [`on ${kind}${named}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`]
}

/** @param {ShownMatch[]} consequences */
function consequenceElements(consequences) {
  if (!consequences.length) return []
  return [
    make("h4", "", consequences.length === 1 ? "Its consequence" : "Its consequences"),
    ...consequences.map(match => make("div", "diagnosis__consequence",
      make("p", "", make("strong", "", printable(match.entry.title))),
      make("p", "diagnosis__facts", ...facts(match)),
      ...lineElements(match),
    )),
  ]
}
