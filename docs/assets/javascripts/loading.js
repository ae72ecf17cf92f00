/* Loads what a page needs when it needs it: scripts beside this one, and the compiled catalog.
 * Defines TrainwreckLoading.
 */

globalThis.TrainwreckLoading = (() => {
  "use strict"

  const folder = new URL(".", document.currentScript.src)
  const site = new URL("../../", folder)

  /**
   * Loads a script.
   *
   * @param {string} name Its address, relative to the folder of the scripts.
   * @returns {Promise<void>} Ends when the script has run.
   * @throws {Error} Where it cannot be loaded.
   */
  function script(name) {
    return new Promise((resolve, reject) => {
      const element = document.createElement("script")
      element.src = new URL(name, folder)
      element.addEventListener("load", () => resolve())
      element.addEventListener("error", () => reject(new Error(`${name} cannot be loaded`)))
      document.head.append(element)
    })
  }

  /**
   * Loads the compiled catalog.
   *
   * @returns {Promise<object>} Its content, as `trainwreck.compiled` writes it.
   * @throws {Error} Where it cannot be loaded.
   */
  async function catalog() {
    if (location.protocol === "file:") {
      // No page may fetch from the disk, but scripts can be loaded from there.
      await script("../catalog.js")
      return globalThis.trainwreckCatalog
    }
    const answer = await fetch(new URL("assets/catalog.json", site))
    if (!answer.ok) throw new Error(`the catalog cannot be loaded: ${answer.status}`)
    return answer.json()
  }

  return { folder, site, script, catalog }
})()
