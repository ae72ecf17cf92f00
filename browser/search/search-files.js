/** Loads the files that macros/catalog_data/search_index.py writes, and those of Material's documents. */

/** @typedef {Record<string, any>} Embedded The content of all files by name: where none can be loaded. */

/** The files in the folder search/ of the site, or those that a page opened from the disk brings. */
export class SearchFiles {
  /**
   * @param {URL} folder Address of the folder.
   * @param {Embedded | undefined} embedded The files themselves.
   */
  constructor(folder, embedded) {
    this.folder = folder
    this.embedded = embedded
  }

  /**
   * Load a file.
   *
   * @param {string} name Its name.
   * @param {RequestCache} [cache] Whether what the browser loaded before may be used.
   * @returns {Promise<any>} Its content.
   * @throws {Error} Where it cannot be loaded.
   */
  async load(name, cache) {
    if (this.embedded) return this.embedded[name]
    const answer = await fetch(new URL(name, this.folder), { cache })
    if (!answer.ok) throw new Error(`${name} cannot be loaded: ${answer.status}`)
    return answer.json()
  }
}
