/** The messages and keywords of the entries, by which text filters find them. */

import { loadCatalog, siteAddress } from "../common/site.js"
import { normalized } from "./filter.js"

/**
 * Return the id of the entry that a row is about.
 *
 * @param {Element} row A row whose first link leads to the entry.
 * @returns {string} The id; empty where there is no link.
 */
export function entryId(row) {
  const address = row.querySelector("a")?.getAttribute("href") ?? ""
  // From the disk the links lead to files.
  return /([^/]+?)(?:\.html|\/(?:index\.html)?)?$/.exec(address)?.[1] ?? ""
}

/**
 * Let a text filter find messages and keywords too, which the page doesn't show.
 *
 * @param {HTMLInputElement} field The field of the filter.
 * @param {{ id: string, text: string }[]} rows What it finds, to which the texts are added.
 * @param {() => void} show Is called after that.
 */
export function searchMessagesToo(field, rows, show) {
  const load = async () => {
    field.removeEventListener("focus", load)
    const texts = await loadSearchedTexts()
    for (const row of rows) row.text += ` ${normalized(texts[row.id] ?? "")}`
    show()
  }
  if (field.value || document.activeElement === field) load()
  else field.addEventListener("focus", load)
}

/**
 * Load what can be searched and is not in the table.
 *
 * @returns {Promise<Record<string, string>>} The texts by the ids of the entries; empty if they can't
 *   be loaded.
 */
async function loadSearchedTexts() {
  try {
    // No page may fetch from the disk, where the whole catalog comes as a script.
    if (location.protocol === "file:") return textsOf(await loadCatalog())
    const answer = await fetch(siteAddress("assets/searched-texts.json"))
    return answer.ok ? await answer.json() : {}
  } catch {
    return {}
  }
}

/**
 * @param {import("../common/types.js").Catalog} catalog
 * @returns {Record<string, string>}
 */
function textsOf({ entries }) {
  return Object.fromEntries(
    entries.map(({ id, messages, keywords }) => [id, [...messages, ...keywords].join(" ")]),
  )
}
