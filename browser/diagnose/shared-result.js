/**
 * A result in the fragment of the address, #ids=cuda-out-of-memory, so that it can be shared. It names
 * the ids of what was found and contains nothing of the log.
 */

import { rootsOf } from "../matching/index.js"

/** @import { Match } from "../matching/results.js" */
/** @import { Entry } from "../shared/types.js" */

/**
 * @typedef {Partial<Match> & Pick<Match, "id" | "role" | "caused_by"> & { entry: Entry }} ShownMatch A
 *   match with its entry; one of a shared result has no lines.
 */

const MOST_SHARED = 50

/**
 * Return the fragment that names a result.
 *
 * @param {{ id: string }[]} matches What was found.
 * @returns {string} The fragment; empty where nothing was found.
 */
export function fragmentOf(matches) {
  return matches.length ? `#ids=${matches.map(({ id }) => id).join(",")}` : ""
}

/**
 * Return the ids that a fragment names.
 *
 * @param {string} fragment The fragment of an address.
 * @returns {string[] | null} Each once, whether the catalog has them or not; null where the fragment
 *   names no result.
 */
export function idsIn(fragment) {
  const named = new URLSearchParams(fragment.slice(1)).get("ids")
  return named === null ? null : [...new Set(named.split(","))].slice(0, MOST_SHARED)
}

/**
 * Return what a shared result says of its errors: less than a log does.
 *
 * @param {string[]} ids The errors, each one of the catalog.
 * @param {Map<string, Entry>} entries The entries of the catalog by their ids.
 * @returns {ShownMatch[]} Matches without lines.
 */
export function sharedMatches(ids, entries) {
  const roots = rootsOf([...entries.values()])
  return ids.map(id => {
    const causes = ids.filter(other => roots.get(id)?.has(other))
    const entry = /** @type {Entry} */ (entries.get(id))
    return { id, role: causes.length ? "consequence" : "cause", caused_by: causes, entry }
  })
}
