/**
 * What part each finding plays in a log: cause, symptom or consequence, by the rules of
 * trainwreck/matching/judgement.py.
 */

import data from "#data/matching.json" with { type: "json" }

import { narrowed } from "./narrowing.js"
import { comparePlaces, nothingSeen } from "./sightings.js"
import {
  beginsWithFirstExit, firstRank, firstReports, isException, namesFirstSignal, ownLines, raisedBySeveral,
  unknownFailure, wasException,
} from "./explanation.js"
import { entriesOver, survivors, survivorsBefore } from "./survival.js"

/** @import { Failure } from "./failure-reports.js" */
/** @import { Relations } from "./relations.js" */
/** @import { Levels, Sighting } from "./sightings.js" */
/** @import { Seen } from "./explanation.js" */
/** @import { Survivors, Training } from "./survival.js" */

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
 * @property {number | null} wentOnTo Where the job survived it: the last line with a step of training; 0
 *   where no step shows it.
 */

const { vague: VAGUE, stopping: STOPPING, warning: WARNING, terminal: TERMINAL } = data.results
/** @type {Role[]} In their order. */
const ROLES = ["cause", "symptom", "consequence"]

/**
 * Return what was found.
 *
 * @param {Map<string, Levels>} sightings What was seen of each entry, by its id.
 * @param {Failure[]} failures What the log reports in a general form.
 * @param {Relations} relations How the entries relate.
 * @param {Training} training The steps that the log shows.
 * @returns {Finding[]} Causes, symptoms, consequences, and last what the job survived.
 */
export function judge(sightings, failures, relations, training) {
  const seen = narrowed(sightings, relations)
  const survived = survivors(seen, failures, training)
  const found = judged(seen, failures, relations, survived)
  const over = entriesOver(found, failures, relations, training)
  if (over.size) {
    const left = new Map([...seen].filter(([id]) => !over.has(id)))
    return judged(left, failures, relations, survived)
  }
  const outlived = survivorsBefore(survived, ...endsIn(found, failures, relations, survived))
  const counts = [survived, outlived].map(one => one.failures.size + one.entries.size)
  const findings = counts[0] === counts[1] ? found : judged(seen, failures, relations, outlived)
  for (const finding of findings) {
    const { entry, failure } = finding
    const one = failure ? survived.failures.get(failure) : survived.entries.get(entry ?? "")
    const isOther = entry !== null && (outlived.entries.has(entry) || !wasException(failures))
    if (one?.isSure || (one && isOther)) finding.wentOnTo = one.lastLine
  }
  return findings
}

/**
 * Return what was found; no report is a consequence of an error that the job survived.
 *
 * @param {Map<string, Seen>} all What was seen of each entry.
 * @param {Failure[]} failures
 * @param {Relations} relations
 * @param {Survivors} survived
 * @returns {Finding[]}
 */
function judged(all, failures, relations, survived) {
  const left = failures.filter(failure => !survived.failures.has(failure))
  const isFatal = (/** @type {string} */ id) => !survived.entries.has(id)
  const first = firstReports(left, [...all].filter(([id]) => isFatal(id)).map(([, found]) => found))
  const seen = byPlace(promoted(all, first, left))
  const linked = causesAmong(seen, relations)
  const isEnding = endingIn(left, relations)
  const causes = [...seen].filter(([id, { isPrimary, isNumeric }]) => {
    return isPrimary && !isNumeric && isFatal(id) && !linked.get(id)?.length
  })
  const crashes = causes.filter(([id, { sighting }]) => isEnding(id, sighting))
  const crashed = crashes.map(([, { sighting }]) => sighting)
  const unknown = unknownFailure(left, first, [...seen.values()], crashed)
  const origin = crashes.length ? crashes.map(([id]) => id) : unknown ? [] : firstSymptom(seen, linked)
  const failed = failures.length > 0 || [...seen.values()].some(({ isPrimary }) => !isPrimary)
  const hasFailed = failed || crashes.length > 0
  const log = { failures: left, hasUnknown: unknown !== null, failed: hasFailed, rank: firstRank(first) }
  const findings = [...unknown ? [unknownFinding(unknown)] : [], ...entryFindings(seen, linked, origin, log)]
  const isEnd = unknown !== null && unknown.linesAfter <= TERMINAL
  const unknownFirst = crashes.length > 0 || isEnd || causes.every(([id]) => relations.kind(id) === WARNING)
  const toBeFixed = new Set([...crashes.map(([id]) => id), ...findings.flatMap(({ causes }) => causes)])
  const compare = comparison(id => relations.kind(id) ?? "", toBeFixed, unknownFirst)
  const isLast = (/** @type {Finding} */ { entry }) => Number(entry !== null && !isFatal(entry))
  return findings.sort((a, b) => isLast(a) - isLast(b) || compare(a, b))
}

/**
 * Return the entries that were seen, with their roles.
 *
 * @param {Map<string, Seen>} seen
 * @param {Map<string, string[]>} linked
 * @param {string[]} origin
 * @param {{ failures: Failure[], hasUnknown: boolean, failed: boolean, rank: string | null }} log The
 *   failures that ended something, whether one of them is unknown, whether anything failed, and the rank
 *   that did so first.
 */
function entryFindings(seen, linked, origin, { failures, hasUnknown, failed, rank }) {
  const explaining = new Set([...linked.values()].flat())
  return [...seen].map(([id, found]) => {
    const [usual, causes] = roleOf(id, found.isPrimary, linked.get(id) ?? [], origin, hasUnknown)
    const isBeside = found.isNumeric && usual === "cause" && failed && !explaining.has(id)
    /** @type {Role} */
    const role = isBeside ? "symptom" : usual
    const isOpen = rank !== null && role !== "consequence" && !found.sighting.sources.size
    const isOfFirst = isOpen && !raisedBySeveral(found.sighting, failures)
    const sighting = isOfFirst ? { ...found.sighting, sources: new Set([rank]) } : found.sighting
    return { role, entry: id, sighting, failure: null, causes, general: found.general, wentOnTo: null }
  })
}

/**
 * Return what tells whether an entry is about an error that ends a job.
 *
 * @param {Failure[]} failures
 * @param {Relations} relations
 */
function endingIn(failures, relations) {
  const raised = new Set(failures.filter(isException).flatMap(ownLines))
  return (/** @type {string} */ id, /** @type {Sighting} */ { numbers }) => {
    return STOPPING.includes(relations.kind(id) ?? "") || [...numbers].some(number => raised.has(number))
  }
}

/**
 * Return the last lines of errors that may have ended the job, and of reports that it ended. The reports
 * don't count if they say that it was an exception: it may be the one in question.
 *
 * @param {Finding[]} found
 * @param {Failure[]} failures
 * @param {Relations} relations
 * @param {Survivors} survived
 * @returns {[number, number]}
 */
function endsIn(found, failures, relations, survived) {
  const isEnding = endingIn(failures, relations)
  let errors = 0
  let reports = 0
  for (const { role, entry, sighting } of found) {
    if (entry !== null && (survived.entries.has(entry) || !sighting.weight)) continue
    const last = [...sighting.numbers, ...sighting.ends].reduce((one, other) => Math.max(one, other))
    if (role === "symptom") reports = Math.max(reports, last)
    else if (role === "cause" && (entry === null || isEnding(entry, sighting))) errors = Math.max(errors, last)
  }
  const both = Math.max(errors, reports)
  return [wasException(failures) ? errors : both, both]
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
    if (namesFirstSignal(found, first, failures))
      return [id, { ...found, isPrimary: true, isFirst: true }]
    return [id, { ...found, isFirst: beginsWithFirstExit(found, failures) }]
  }))
}

/**
 * Tell whether what may be the cause came only afterwards. That is so of numbers, and of reports that
 * other processes ended after the first one had.
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
  return { role: "cause", entry: null, sighting, failure, causes: [], general: null, wentOnTo: null }
}

/**
 * @param {(id: string) => string} kind What an entry's error does to the job.
 * @param {Set<string>} toBeFixed What ended the job or led to something else.
 * @param {boolean} unknownFirst
 * @returns {(a: Finding, b: Finding) => number}
 */
function comparison(kind, toBeFixed, unknownFirst) {
  const key = (/** @type {Finding} */ { role, entry, sighting }) => {
    if (entry === null) return [0, Number(!unknownFirst), 0, ...sighting.first, 0]
    const isWarning = kind(entry) === WARNING
    const isBeside = isWarning && role === "cause" && !toBeFixed.has(entry)
    const goesOn = isWarning ? 2 : Number(!STOPPING.includes(kind(entry)))
    const isVague = sighting.weight < VAGUE
    return [
      ROLES.indexOf(isBeside ? "symptom" : role), goesOn, Number(isVague), ...sighting.first, -sighting.weight,
    ]
  }
  return (a, b) => {
    const [one, other] = [key(a), key(b)]
    const place = one.findIndex((part, index) => part !== other[index])
    return place < 0 ? 0 : one[place] - other[place]
  }
}
