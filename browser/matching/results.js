/** The diagnosis of a log, as trainwreck/matching/results.py and output/diagnosis_json.py have it. */

import data from "#data/matching.json" with { type: "json" }

import { shownEvidence } from "../series/report.js"
import { isDecimal, numberOf, stripped } from "./characters.js"

/** @import { Failure, FailureKind } from "./failure-reports.js" */
/** @import { Finding, Role } from "./judgement.js" */
/** @import { Evidence } from "../series/evaluation.js" */
/** @import { ShownEvidence, ShownProgress, ShownSeries } from "../series/report.js" */
/** @import { Advice } from "../common/types.js" */

/**
 * @typedef {object} LogLine A line of the log.
 * @property {number} number Counted from 1.
 * @property {string} text Cut where it is very long.
 *
 * @typedef {object} Match An error in the log, as `trainwreck diagnose --format json` has it: one that
 *   an entry explains, or a failure that no entry explains yet.
 * @property {string | null} id The entry's; null where there is no entry yet.
 * @property {Role} role
 * @property {string[]} caused_by The errors in the log that lead to it.
 * @property {string} message The one with the most fixed text that was found; of an unknown failure its
 *   text.
 * @property {number} weight Letters and digits of fixed text in it.
 * @property {"certain" | "likely" | "possible"} confidence
 * @property {string} reason Why, in a sentence.
 * @property {number} count How many lines contain a message of the entry.
 * @property {LogLine[]} lines The first of them.
 * @property {string[]} ranks Ranks, hosts or processes in the prefixes of these lines.
 * @property {string[]} nodes Hosts on which it was seen, as far as the log says.
 * @property {string | null} narrows The more general entry that this one replaces.
 * @property {ShownEvidence | null} evidence The numbers that meet a condition of the entry.
 *
 * @typedef {Match & { id: string }} KnownMatch One that an entry explains.
 *
 * @typedef {Advice & { exclude: string[] }} Recommendation What to do with the job, and the nodes to
 *   leave out when it is submitted again.
 *
 * @typedef {object} ReportedFailure An exception or exit that the log reports.
 * @property {FailureKind} kind
 * @property {string} text
 * @property {number} line
 * @property {string | null} rank
 * @property {string | null} node
 * @property {number | null} code
 * @property {boolean} secondary Whether it only reports that another process or part failed.
 *
 * @typedef {object} Diagnosis What was found in a log.
 * @property {number} line_count Lines read.
 * @property {string} verdict What happened, to whom, and what followed, in one sentence.
 * @property {Recommendation | null} action What to do with the job; null where its cause is not known.
 * @property {Match[]} matches The causes, then symptoms, then consequences.
 * @property {string[]} hints Where to look for a cause that the log doesn't show.
 * @property {ReportedFailure[]} failures Exceptions and exits, whether an entry explains them or not.
 * @property {ShownProgress} progress The last sign of life.
 * @property {ShownSeries[]} series The numbers of the log, downsampled.
 */

const { specific: SPECIFIC, vague: VAGUE, most_excluded: MOST_EXCLUDED, logged: LOGGED } = data.results
const { communication: COMMUNICATION } = data.results

/**
 * Return what a finding says.
 *
 * @param {Finding} finding An entry that was found, or a failure that no entry explains.
 * @returns {Match} The same for a reader.
 */
export function matchOf(finding) {
  const { role, entry, sighting, failure, causes, general } = finding
  const { weight, numbers, lines, sources, nodes, evidence } = sighting
  const bare = weight ? null : evidence
  const message = failure ? failure.text : sighting.message
  return {
    id: entry,
    role,
    caused_by: causes,
    message,
    weight,
    confidence: confidence(entry, weight, bare),
    reason: entry === null ? "no entry explains this failure yet" : reason(message, weight, bare) + note(finding),
    count: numbers.size,
    lines: [...lines].sort(([a], [b]) => a - b).map(([number, text]) => ({ number, text })),
    ranks: [...sources].sort(compareSources),
    nodes: [...nodes].sort(),
    narrows: general,
    evidence: shownEvidence(evidence),
  }
}

/**
 * Tell that the job went on after an error.
 *
 * @param {Finding} finding An entry that was found, or a failure that no entry explains.
 * @returns {string} What shows it; "" where the log doesn't.
 */
export function survivedOf({ wentOnTo }) {
  if (wentOnTo === null) return ""
  return wentOnTo ? `training went on up to line ${wentOnTo.toLocaleString("en")}` : LOGGED
}

/** @param {Finding} finding */
function note(finding) {
  const survived = survivedOf(finding)
  return survived && `; ${survived}`
}

/**
 * Return what to do with a job.
 *
 * @param {Match[]} matches What was found, ranked.
 * @param {(id: string) => { action: Advice, category?: string }} entryOf Returns the entry with an id.
 * @param {string} survived That the job went on after the first match; "" where the log doesn't show it.
 * @returns {Recommendation | null} By the first cause or symptom; null where that is not known, or where the
 *   job survived it.
 */
export function recommend([first], entryOf, survived) {
  if (!first || first.id === null || survived) return null
  const { action: { decision, reason: why }, category } = entryOf(first.id)
  const isOwn = category !== COMMUNICATION && first.nodes.length <= MOST_EXCLUDED
  return { decision, reason: why, exclude: decision === "retry-elsewhere" && isOwn ? first.nodes : [] }
}

/**
 * Return what is told of a failure.
 *
 * @param {Failure} failure What was read.
 * @returns {ReportedFailure} The same for a reader.
 */
export function reported({ kind, text, line, source, node, code, isSecondary }) {
  return { kind, text, line, rank: source, node, code, secondary: isSecondary }
}

/**
 * Compare ranks by their numbers, and names of hosts before them.
 *
 * @param {string} a A rank, host or process.
 * @param {string} b Another one.
 * @returns {number} Below, equal or above 0, as for a sort.
 */
export function compareSources(a, b) {
  const [one, other] = [a, b].map(source => (isDecimal(source) ? numberOf(source) : -1))
  if (one !== other) return one - other
  return a === b ? 0 : a < b ? -1 : 1
}

/**
 * @param {string | null} entry
 * @param {number} weight
 * @param {Evidence | null} evidence
 * @returns {Match["confidence"]}
 */
function confidence(entry, weight, evidence) {
  if (entry === null || weight >= SPECIFIC) return "certain"
  return evidence || weight >= VAGUE ? "likely" : "possible"
}

/**
 * @param {string} message
 * @param {number} weight
 * @param {Evidence | null} evidence
 */
function reason(message, weight, evidence) {
  if (evidence) return `by its numbers: ${evidence.said}`
  const said = message.split("\n").map(stripped).join(" / ")
  if (weight >= SPECIFIC) return `the log contains "${said}"`
  return `the log contains "${said}", only ${weight} letters of fixed text`
}
