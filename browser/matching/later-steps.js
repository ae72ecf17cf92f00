/** Which steps show that training went on after a line, as trainwreck/matching/survival.py has it. */

import data from "#data/matching.json" with { type: "json" }

/** @import { Step } from "../series/steps.js" */

const { held_back: HELD_BACK } = data.results

/**
 * Tell whether steps before the lines of an error were printed while no buffer was full.
 *
 * @param {Step[]} steps The steps of the process.
 * @param {number} first The first line of the error.
 * @param {number} last The last one.
 * @returns {boolean} Whether they were.
 */
export function isUnbuffered(steps, first, last) {
  const later = steps.find(step => step.line > last)
  return later !== undefined && later.size < HELD_BACK && steps[0].line < first
}

/**
 * Return the step that shows that training went on after a line.
 *
 * @param {Step[]} steps The steps of the process.
 * @param {number} line The line.
 * @param {number} least How many steps show it.
 * @param {boolean} mayBeLate Whether steps may have been held back.
 * @returns {Step | null} The step; null where none does.
 */
export function shownAfter(steps, line, least, mayBeLate) {
  const later = steps.filter(step => step.line > line)
  const before = steps[steps.length - later.length - 1]?.place ?? null
  // Where it is behind what came before, it began anew.
  let furthest = before && later[0] && isBehind(later[0].place, before) ? null : before
  let count = 0
  let prompt = 0
  for (const step of later) {
    if (furthest && !isBehind(furthest, step.place)) continue
    furthest = step.place
    count += 1
    prompt += Number(step.isPrompt)
    const isLate = mayBeLate && step.size - later[0].size <= HELD_BACK * 2
    if (prompt >= least || (count >= least && !isLate)) return step
  }
  return null
}

/**
 * Tell whether a place in the training comes before another.
 *
 * @param {[number, number]} one An epoch and a step.
 * @param {[number, number]} other Another place.
 * @returns {boolean} Whether it does.
 */
export function isBehind(one, other) {
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1])
}
