/** Which entries replace the general ones that they narrow, as trainwreck/matching/narrowing.py has it. */

import { merged } from "./sightings.js"

/** @import { Relations } from "./relations.js" */
/** @import { Levels, Sighting } from "./sightings.js" */
/** @import { Seen } from "./explanation.js" */

/**
 * @typedef {object} Hint The narrower entry with the strongest telltale.
 * @property {string} id
 * @property {Sighting} telltale
 */

/**
 * Return what was seen, with narrower entries in place of general ones.
 *
 * @param {Map<string, Levels>} sightings What was seen of each entry, by its id.
 * @param {Relations} relations How the entries relate.
 * @returns {Map<string, Seen>} The same, by the id of the entry that remains.
 */
export function narrowed(sightings, relations) {
  const own = new Map([...sightings].flatMap(([id, levels]) => ownSighting(id, levels)))
  const selected = new Map(own)
  /** @type {Set<string>} */
  const replaced = new Set()
  /** @type {Map<string, Hint>} By the id of the general entry. */
  const hinted = new Map()
  for (const [id, { telltale }] of sightings) {
    const general = relations.narrows(id)
    if (general === null || !own.has(general)) continue
    const seen = own.get(id)
    if (seen) {
      selected.set(id, { ...seen, sighting: merged(seen.sighting, telltale), general })
      replaced.add(general)
    } else if (telltale) {
      hinted.set(general, strongest(hinted.get(general), { id, telltale }))
    }
  }
  for (const [general, { id, telltale }] of hinted) {
    const seen = own.get(general)
    if (!seen || replaced.has(general)) continue
    selected.set(id, { ...seen, sighting: merged(seen.sighting, telltale), general })
    replaced.add(general)
  }
  for (const id of replaced) selected.delete(id)
  return selected
}

/**
 * @param {string} id
 * @param {Levels} levels
 * @returns {[string, Seen][]}
 */
function ownSighting(id, { primary, secondary, numbers }) {
  const found = { isPrimary: true, general: null, isNumeric: false }
  if (primary) {
    const sighting = { ...primary, evidence: numbers?.evidence ?? null }
    return [[id, { ...found, sighting, reports: secondary?.numbers }]]
  }
  if (secondary) return [[id, { ...found, sighting: secondary, isPrimary: false }]]
  return numbers ? [[id, { ...found, sighting: numbers, isNumeric: true }]] : []
}

/**
 * @param {Hint | undefined} one
 * @param {Hint} other
 */
function strongest(one, other) {
  if (!one) return other
  const more = other.telltale.weight - one.telltale.weight
  return more > 0 || (more === 0 && other.id > one.id) ? other : one
}
