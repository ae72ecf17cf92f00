/** Where the parts of the site are, and how they are loaded when a page needs them. */

import { address } from "./worker-scope.js"

/** @import { Catalog, CodeTable } from "./types.js" */

/** The folder of the scripts. */
export const scriptFolder = new URL(".", address)
const SITE = new URL("../../", scriptFolder)

/**
 * Return the address of a file of the site.
 *
 * @param {string} path Its path relative to the site.
 * @returns {string} Its address.
 */
export function siteAddress(path) {
  return new URL(path, SITE).href
}

/**
 * Return the address of a page.
 *
 * @param {string} url Its address relative to the site, as on a server: "errors/nan-loss/".
 * @returns {string} Its address; from the disk one must name the file.
 */
export function pageAddress(url) {
  if (location.protocol !== "file:") return new URL(url, SITE).href
  const isFlat = !/\/(index\.html)?$/.test(location.pathname)
  return new URL(isFlat ? url.replace(/\/$/, ".html") : `${url}index.html`, SITE).href
}

/**
 * Load a script into the page.
 *
 * @param {string} name Its address, relative to the folder of the scripts.
 * @returns {Promise<void>} Ends when the script has run.
 * @throws {Error} Where it cannot be loaded.
 */
export function loadScript(name) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script")
    element.src = new URL(name, scriptFolder).href
    element.addEventListener("load", () => resolve())
    element.addEventListener("error", () => reject(new Error(`${name} cannot be loaded`)))
    document.head.append(element)
  })
}

/**
 * Load the catalog.
 *
 * @returns {Promise<Catalog>} Its entries.
 * @throws {Error} Where it cannot be loaded.
 */
export function loadCatalog() {
  return loadData("catalog", "trainwreckCatalog")
}

/**
 * Load the tables of codes.
 *
 * @returns {Promise<CodeTable[]>} The tables.
 * @throws {Error} Where they cannot be loaded.
 */
export function loadCodes() {
  return loadData("codes", "trainwreckCodes")
}

/**
 * Load data of the site.
 *
 * @param {string} name Name of its file, without the extension.
 * @param {string} variable Global variable that the script of this name sets.
 * @returns {Promise<any>} The data.
 */
async function loadData(name, variable) {
  if (location.protocol === "file:") {
    // No page may fetch from the disk, but scripts can be loaded from there.
    await loadScript(`../${name}.js`)
    return /** @type {any} */ (globalThis)[variable]
  }
  const answer = await fetch(new URL(`assets/${name}.json`, SITE))
  if (!answer.ok) throw new Error(`${name}.json cannot be loaded: ${answer.status}`)
  return answer.json()
}
