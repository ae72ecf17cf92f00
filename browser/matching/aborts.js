/**
 * Finds processes that aborted only because of a failure elsewhere, as they had reported themselves, as
 * trainwreck/matching/aborts.py does.
 */

import data from "#data/matching.json" with { type: "json" }

import { ranksOf } from "./job-facts.js"

/** @import { Failure } from "./failure-reports.js" */
/** @import { Relations } from "./relations.js" */
/** @import { Levels } from "./sightings.js" */

const { abort: ABORT, stopping: STOPPING } = data.results

/**
 * Return the failures; an abort after such a report of the same process is secondary. So is one of a process
 * without a name, after any such report.
 *
 * @param {Failure[]} failures What the log reports in a general form.
 * @param {Map<string, Levels>} sightings What was seen of each entry, by its id.
 * @param {Relations} relations How the entries relate.
 * @returns {Failure[]} The failures.
 */
export function withSecondaryAborts(failures, sightings, relations) {
  /** @type {Map<string, number>} */
  const reported = new Map()
  for (const [id, { secondary }] of sightings) {
    if (!secondary || !STOPPING.includes(relations.kind(id) ?? "")) continue
    const [line] = secondary.first
    for (const source of secondary.sources) {
      reported.set(source, Math.min(line, reported.get(source) ?? line))
    }
  }
  const hadReported = (/** @type {string | null} */ source, /** @type {number} */ line) => {
    const sources = source === null ? [...reported.keys()] : [source, ...ranksOf(source)]
    return sources.some(one => (reported.get(one) ?? line) < line)
  }
  return failures.map(failure => {
    const { kind, code, source, line } = failure
    const isReported = kind === "signal" && code === ABORT && hadReported(source, line)
    return isReported ? { ...failure, isSecondary: true } : failure
  })
}

/**
 * Tell whether a process aborted because of a failure elsewhere.
 *
 * @param {Failure} failure A failure.
 * @returns {boolean} Whether it did.
 */
export function isSecondaryAbort({ isSecondary, kind, code }) {
  return isSecondary && kind === "signal" && code === ABORT
}
