/** The messages and keywords of the entries, by which the text filter of the matrix finds them. */

import { loadCatalog, siteAddress } from "../common/site.js"

/**
 * Load what can be searched and is not in the table.
 *
 * @returns {Promise<Record<string, string>>} The texts by the ids of the entries; empty if they can't
 *   be loaded.
 */
export async function loadSearchedTexts() {
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
