/** How entries relate to each other, by their ids. */

import { rootsOf } from "./roots.js"

/** @import { MatchedEntry } from "../common/types.js" */

/** Knows the relations between the entries of a catalog. */
export class Relations {
  #entries
  #roots

  /** @param {Pick<MatchedEntry, "id" | "kind" | "caused_by" | "narrows">[]} entries The entries. */
  constructor(entries) {
    this.#entries = new Map(entries.map(entry => [entry.id, entry]))
    this.#roots = rootsOf(entries)
  }

  /**
   * Tell whether an error may be a consequence of another one, at any distance.
   *
   * @param {string} id Id of the error.
   * @param {string} cause Id of the other one.
   * @returns {boolean} True where links lead from the error to the other one.
   */
  mayFollow(id, cause) {
    return this.#roots.get(id)?.has(cause) ?? false
  }

  /**
   * Return the more general entry that an entry specializes.
   *
   * @param {string} id Id of an entry.
   * @returns {string | null} The id of the other one.
   */
  narrows(id) {
    return this.#entries.get(id)?.narrows ?? null
  }

  /**
   * Return what an entry's error does to the job.
   *
   * @param {string} id Id of an entry.
   * @returns {string | undefined} A word of the vocabulary.
   */
  kind(id) {
    return this.#entries.get(id)?.kind
  }
}
