/**
 * Parts of entries that the build of the site has rendered. They come from the catalog alone: text of
 * a log never gets here.
 */

import { make, makeButton } from "../common/elements.js"
import { pageAddress } from "../common/site.js"

const PAGE_AND_ANCHOR = /^([^#]*)(.*)$/
const WHOLE = /^(?:[a-z]+:|#)/

/**
 * Return what a part of an entry says.
 *
 * @param {string} html HTML of the catalog.
 * @returns {Node[]} Its nodes, with links that work from this page, and buttons to copy code.
 */
export function rendered(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html").body.childNodes
  const part = make("div", "", ...[...parsed].map(node => document.adoptNode(node)))
  for (const link of part.querySelectorAll("a")) {
    const address = link.getAttribute("href") ?? ""
    const [, page, anchor] = /** @type {RegExpExecArray} */ (PAGE_AND_ANCHOR.exec(address))
    if (!WHOLE.test(address)) link.href = pageAddress(page) + anchor
  }
  for (const code of part.querySelectorAll("pre > code")) {
    code.before(...copyButtons("the code", code.textContent))
  }
  return [...part.childNodes]
}

/**
 * Make a button that copies a text.
 *
 * @param {string} what What it copies, for who hears the name of the button.
 * @param {string} text The text.
 * @returns {HTMLButtonElement[]} The button; none where the browser lets no page copy.
 */
export function copyButtons(what, text) {
  if (!navigator.clipboard) return []
  const state = make("span", "", "Copy")
  const button = makeButton("diagnosis__copy", async () => {
    await navigator.clipboard.writeText(text)
    state.textContent = "Copied"
  }, state, make("span", "unseen", ` ${what}`))
  return [button]
}
