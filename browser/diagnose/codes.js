/** Shows the codes in a log that no entry explains. */

import { make, makeLink, printable } from "../common/elements.js"
import { pageAddress } from "../common/site.js"
import { rendered } from "./rendered.js"

/** @import { Entry } from "../common/types.js" */
/** @import { CodeInLog } from "../matching/code-sightings.js" */

/**
 * Show the codes.
 *
 * @param {CodeInLog[]} codes The codes, in the order of their lines.
 * @param {Map<string, Entry>} entries The entries by their ids.
 * @returns {HTMLElement[]} What to show; nothing where there are none.
 */
export function codesElements(codes, entries) {
  if (!codes.length) return []
  return [make("section", "diagnosis",
    make("h3", "", "Codes in this log"),
    make("ul", "", ...codes.map(found => codeItem(found, entries))),
  )]
}

/**
 * @param {CodeInLog} found
 * @param {Map<string, Entry>} entries
 */
function codeItem({ table, title, code, line }, entries) {
  const label = String(code.number ?? code.name)
  const said = [code.name, code.text].filter(part => part && part !== label).join(": ")
  const [page, anchor] = [pageAddress(`codes/${table}/`), `#${encodeURIComponent(code.anchor)}`]
  const entry = code.entry === null ? undefined : entries.get(code.entry)
  return make("li", "",
    makeLink(page + anchor, `${title}: ${label}`), said && ` ${printable(said)}`,
    ` (line ${line.number.toLocaleString("en")}). `,
    ...(code.meaning ? rendered(code.meaning) : []),
    ...(entry ? [" See ", makeLink(pageAddress(entry.url), printable(entry.title)), "."] : []),
  )
}
