/** Chooses the failure of a log that no entry explains, as trainwreck/matching/judgement.py does. */

import data from "#data/matching.json" with { type: "json" }

/** @import { Failure } from "./failure-reports.js" */
/** @import { Sighting } from "./sightings.js" */

const { terminal: TERMINAL } = data.results

/**
 * Return the failure that no entry explains and that may have ended the job.
 *
 * @param {Failure[]} failures What the log reports in a general form.
 * @param {Sighting[]} seen What was seen of all entries.
 * @param {Sighting[]} crashes What was seen of those that end a job and are no consequences.
 * @returns {Failure | null} The failure; null where there is none.
 */
export function unknownFailure(failures, seen, crashes) {
  const left = unexplained(failures, new Set(seen.flatMap(({ numbers }) => [...numbers])))
  const exceptions = left.filter(({ kind, isSecondary }) => kind === "exception" && !isSecondary)
  if (crashes.length) return before(exceptions, crashes)
  // Nothing known: the diagnosis says so, and lists the failures.
  if (!seen.length) return null
  const signals = left.filter(({ kind, isSecondary }) => kind === "signal" && !isSecondary)
  const exits = left.filter(({ kind, isFirst }) => kind === "exit-code" && isFirst)
  const raised = new Set(failures.filter(({ kind }) => kind === "exception").map(({ source }) => source))
  const ended = [...signals, ...exits].filter(({ source }) => !raised.has(source))
  const goesOn = (/** @type {Failure} */ { linesAfter }) => Number(linesAfter > TERMINAL)
  exceptions.sort((a, b) => goesOn(a) - goesOn(b) || a.line - b.line)
  ended.sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || a.line - b.line)
  return exceptions[0] ?? ended[0] ?? null
}

/**
 * @param {Failure[]} failures
 * @param {Set<number>} numbers Numbers of the lines that entries explain.
 */
function unexplained(failures, numbers) {
  const isCovered = (/** @type {Failure} */ { firstLine, lastLine }) => {
    if (lastLine - firstLine >= numbers.size) {
      return [...numbers].some(number => firstLine <= number && number <= lastLine)
    }
    for (let number = firstLine; number <= lastLine; number += 1) {
      if (numbers.has(number)) return true
    }
    return false
  }
  const explained = new Set(failures.filter(isCovered).map(nameOf))
  return failures.filter(failure => !isCovered(failure) && !explained.has(nameOf(failure)))
}

/**
 * Return the exception that ended a rank before and elsewhere than any known crash.
 *
 * @param {Failure[]} exceptions
 * @param {Sighting[]} crashes
 */
function before(exceptions, crashes) {
  const first = Math.min(...crashes.map(crash => crash.first[0]))
  const ranks = new Set(crashes.flatMap(({ sources }) => [...sources]))
  const ended = exceptions.find(({ source, line, linesAfter }) => {
    return source !== null && !ranks.has(source) && line < first && linesAfter <= TERMINAL
  })
  return ended ?? null
}

/**
 * Return a text that the reports of one failure share.
 *
 * @param {Failure} failure
 */
function nameOf({ kind, text, source }) {
  return JSON.stringify([text, kind === "exception" ? null : source])
}
