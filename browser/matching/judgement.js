/**
 * What part each finding plays in a log: cause, symptom or consequence, by the rules of
 * trainwreck/matching/judgement.py.
 */

import data from "#data/matching.json" with { type: "json" }

import { narrowed } from "./narrowing.js"
import { comparePlaces, nothingSeen } from "./sightings.js"
import { firstRank, firstReports, isException, namesFirstSignal, ownLines, unknownFailure } from "./explanation.js"

/** @import { Failure } from "./failure-reports.js" */
/** @import { Relations } from "./relations.js" */
/** @import { Levels, Sighting } from "./sightings.js" */
/** @import { Seen } from "./explanation.js" */

/**
 * @typedef {"cause" | "symptom" | "consequence"} Role Nothing else in the log is known to lead to it; it
 *   only reports that something else failed, which the log doesn't show; another failure in the log
 *   leads to it.
 *
 * @typedef {object} Finding An entry that was found, or a failure that no entry explains, in its place.
 * @property {Role} role
 * @property {string | null} entry The entry's id; null for an unknown failure.
 * @property {Sighting} sighting What was seen of it.
 * @property {Failure | null} failure The unknown failure.
 * @property {string[]} causes Ids of the entries found of which it is a consequence.
 * @property {string | null} general Id of the more general entry that it replaces.
 */

const { vague: VAGUE, stopping: STOPPING } = data.results
/** @type {Role[]} In their order. */
const ROLES = ["cause", "symptom", "consequence"]

/**
 * Return what was found.
 *
 * @param {Map<string, Levels>} sightings What was seen of each entry, by its id.
 * @param {Failure[]} failures What the log reports in a general form.
 * @param {Relations} relations How the entries relate.
 * @returns {Finding[]} The causes, then symptoms, then consequences, each from the first on.
 */
export function judge(sightings, failures, relations) {
  const found = narrowed(sightings, relations)
  const first = firstReports(failures, [...found.values()])
  const seen = byPlace(promoted(found, first, failures))
  const linked = causesAmong(seen, relations)
  const isStopping = (/** @type {string} */ id) => STOPPING.includes(relations.kind(id) ?? "")
  const hasRaised = raisedIn(failures)
  const causes = [...seen].filter(([id, { isPrimary, isNumeric }]) => {
    return isPrimary && !isNumeric && !linked.get(id)?.length
  })
  const crashes = causes.filter(([id, found]) => isStopping(id) || hasRaised(found))
  const crashed = crashes.map(([, { sighting }]) => sighting)
  const unknown = unknownFailure(failures, first, [...seen.values()], crashed)
  const origin = crashes.length ? crashes.map(([id]) => id) : unknown ? [] : firstSymptom(seen, linked)
  const findings = unknown ? [unknownFinding(unknown)] : []
  const failed = crashes.length || failures.length || [...seen.values()].some(({ isPrimary }) => !isPrimary)
  const explaining = new Set([...linked.values()].flat())
  const rank = firstRank(first)
  for (const [id, found] of seen) {
    const links = linked.get(id) ?? []
    const [usual, by] = roleOf(id, found.isPrimary, links, origin, unknown !== null)
    const isBeside = found.isNumeric && usual === "cause" && failed && !explaining.has(id)
    const role = isBeside ? "symptom" : usual
    const isOfFirst = rank !== null && role !== "consequence" && !found.sighting.sources.size
    const sighting = isOfFirst ? { ...found.sighting, sources: new Set([rank]) } : found.sighting
    findings.push({ role, entry: id, sighting, failure: null, causes: by, general: found.general })
  }
  const unknownFirst = crashes.length > 0 || !causes.length
  return findings.sort(comparison(isStopping, unknownFirst))
}

/**
 * Return what tells whether an entry has a message in an exception.
 *
 * @param {Failure[]} failures
 */
function raisedIn(failures) {
  const raised = new Set(failures.filter(isException).flatMap(ownLines))
  return (/** @type {Seen} */ { sighting }) => [...sighting.numbers].some(number => raised.has(number))
}

/**
 * Return the entries seen of which each is a consequence, at any distance.
 *
 * @param {Map<string, Seen>} seen
 * @param {Relations} relations
 */
function causesAmong(seen, relations) {
  return new Map([...seen].map(([id, found]) => {
    const causes = [...seen].filter(([other, cause]) => {
      return relations.mayFollow(id, other) && !comesTooLate(cause, found)
    })
    return [id, causes.map(([other]) => other)]
  }))
}

/**
 * Return what was seen; an entry about the signal that ended the first process is no report.
 *
 * @param {Map<string, Seen>} seen
 * @param {Failure[]} first
 * @param {Failure[]} failures
 */
function promoted(seen, first, failures) {
  return new Map([...seen].map(([id, found]) => {
    const isFirst = namesFirstSignal(found, first, failures)
    return [id, isFirst ? { ...found, isPrimary: true, isFirst } : found]
  }))
}

/**
 * Tell whether what may be the cause came only afterwards. That is so of numbers, and of reports that
 * something failed after the first process had ended.
 *
 * @param {Seen} cause
 * @param {Seen} found
 */
function comesTooLate(cause, found) {
  const mayBeLate = cause.isNumeric || (found.isFirst && !cause.isPrimary)
  return mayBeLate && comparePlaces(cause.sighting.first, found.sighting.first) > 0
}

/**
 * Put what was seen in the order of its places, instead of that in which the log happened to be read.
 *
 * @param {Map<string, Seen>} seen
 */
function byPlace(seen) {
  return new Map([...seen].sort(([one, a], [other, b]) => {
    return comparePlaces(a.sighting.first, b.sighting.first) || (one < other ? -1 : 1)
  }))
}

/**
 * Return the first entry of those that only report that something else failed.
 *
 * @param {Map<string, Seen>} seen
 * @param {Map<string, string[]>} linked
 */
function firstSymptom(seen, linked) {
  return [...seen]
    .filter(([id, { isPrimary }]) => !isPrimary && !linked.get(id)?.length)
    .sort(([, a], [, b]) => comparePlaces(a.sighting.first, b.sighting.first))
    .slice(0, 1)
    .map(([id]) => id)
}

/**
 * @param {string} id
 * @param {boolean} isPrimary
 * @param {string[]} links
 * @param {string[]} origin
 * @param {boolean} hasUnknown
 * @returns {[Role, string[]]}
 */
function roleOf(id, isPrimary, links, origin, hasUnknown) {
  if (links.length) return ["consequence", links]
  if (isPrimary) return ["cause", []]
  if (origin.includes(id)) return ["symptom", []]
  return origin.length || hasUnknown ? ["consequence", origin] : ["symptom", []]
}

/**
 * @param {Failure} failure
 * @returns {Finding}
 */
function unknownFinding(failure) {
  const { line, text, source, node } = failure
  /** @type {Sighting} */
  const sighting = {
    ...nothingSeen(),
    first: [line, 0],
    numbers: new Set([line]),
    lines: new Map([[line, text]]),
    sources: new Set(source === null ? [] : [source]),
    nodes: new Set(node ? [node] : []),
  }
  return { role: "cause", entry: null, sighting, failure, causes: [], general: null }
}

/**
 * @param {(id: string) => boolean} isStopping
 * @param {boolean} unknownFirst
 * @returns {(a: Finding, b: Finding) => number}
 */
function comparison(isStopping, unknownFirst) {
  /** @param {Finding} finding */
  const key = ({ role, entry, sighting }) => {
    if (entry === null) return [0, Number(!unknownFirst), 0, ...sighting.first, 0]
    const isVague = sighting.weight < VAGUE
    return [
      ROLES.indexOf(role), Number(!isStopping(entry)), Number(isVague), ...sighting.first, -sighting.weight,
    ]
  }
  return (a, b) => {
    const [one, other] = [key(a), key(b)]
    const place = one.findIndex((part, index) => part !== other[index])
    return place < 0 ? 0 : one[place] - other[place]
  }
}
