/**
 * A result in the fragment of the address, #ids=cuda-out-of-memory, so that it can be shared. It names
 * the ids of what was found, and the roles that links between entries don't tell; it contains nothing
 * of the log.
 */

import { rootsOf } from "../matching/index.js"

/** @import { Match } from "../matching/results.js" */
/** @import { ShownSeries } from "../series/report.js" */
/** @import { Entry } from "../common/types.js" */

/**
 * @typedef {Partial<Match> & Pick<Match, "id" | "role" | "caused_by"> &
 *   { entry?: Entry, series?: ShownSeries }} ShownMatch A match with its entry, if there is one, and the
 *   series that its evidence is about; one of a shared result has no lines and no evidence.
 *
 * @typedef {object} SharedIds What a fragment names.
 * @property {string[]} ids All errors.
 * @property {string[]} symptoms Those of them that only report that something else failed.
 * @property {string[]} consequences Those of them that another failure led to.
 */

const MOST_SHARED = 50

/**
 * Return the fragment that names a result.
 *
 * @param {Pick<Match, "id" | "role">[]} matches What was found.
 * @returns {string} The fragment; empty where no entry was found.
 */
export function fragmentOf(matches) {
  const known = matches.filter(({ id }) => id !== null)
  const parts = [
    part("ids", known),
    part("symptoms", known.filter(({ role }) => role === "symptom")),
    part("consequences", known.filter(({ role }) => role === "consequence")),
  ]
  return known.length ? `#${parts.filter(Boolean).join("&")}` : ""
}

/**
 * Return the ids that a fragment names.
 *
 * @param {string} fragment The fragment of an address.
 * @returns {SharedIds | null} Each once, whether the catalog has them or not; null where the fragment
 *   names no result.
 */
export function idsIn(fragment) {
  const named = new URLSearchParams(fragment.slice(1))
  const listed = (/** @type {string} */ name) => (named.get(name) ?? "").split(",")
  if (!named.has("ids")) return null
  return {
    ids: [...new Set(listed("ids"))].slice(0, MOST_SHARED),
    symptoms: listed("symptoms"),
    consequences: listed("consequences"),
  }
}

/**
 * Return what a shared result says of its errors: less than a log does.
 *
 * @param {SharedIds} shared What the fragment names, only errors of the catalog.
 * @param {Map<string, Entry>} entries The entries of the catalog by their ids.
 * @returns {ShownMatch[]} Matches without lines.
 */
export function sharedMatches({ ids, symptoms, consequences }, entries) {
  const roots = rootsOf([...entries.values()])
  const linked = new Map(ids.map(id => [id, ids.filter(other => roots.get(id)?.has(other))]))
  const isConsequence = (/** @type {string} */ id) => consequences.includes(id) || linked.get(id)?.length
  const origins = ids.filter(id => !isConsequence(id))
  return ids.map(id => {
    const entry = entries.get(id)
    if (!isConsequence(id)) return { id, role: symptoms.includes(id) ? "symptom" : "cause", caused_by: [], entry }
    const causes = linked.get(id) ?? []
    return { id, role: "consequence", caused_by: causes.length ? causes : origins, entry }
  })
}

/**
 * @param {string} name
 * @param {Pick<Match, "id">[]} matches
 */
function part(name, matches) {
  return matches.length ? `${name}=${matches.map(({ id }) => id).join(",")}` : ""
}
