/** Which errors may lead to which, at any distance. */

/** @import { MatchedEntry } from "../common/types.js" */

/**
 * Return for each entry all errors of which it may be a consequence.
 *
 * @param {Pick<MatchedEntry, "id" | "caused_by">[]} entries The entries.
 * @returns {Map<string, Set<string>>} Ids by id.
 */
export function rootsOf(entries) {
  const causes = new Map(entries.map(entry => [entry.id, entry.caused_by]))
  return new Map(entries.map(entry => {
    const todo = [...entry.caused_by]
    /** @type {Set<string>} */
    const seen = new Set()
    for (let cause = todo.pop(); cause !== undefined; cause = todo.pop()) {
      const further = causes.get(cause)
      if (seen.has(cause) || !further) continue
      seen.add(cause)
      todo.push(...further)
    }
    seen.delete(entry.id)
    return [entry.id, seen]
  }))
}
