/** Makes elements one by one, so that the text of a log or of an entry is never read as HTML. */

const UNPRINTABLE = /(?![ \t])[\p{C}\p{Z}]/gu

/**
 * Make an element.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name Name of the element.
 * @param {string} classes Its classes; none where empty.
 * @param {...(string | Node)} content Its content; a string is text, never HTML.
 * @returns {HTMLElementTagNameMap[Name]} The element.
 */
export function make(name, classes, ...content) {
  const element = document.createElement(name)
  if (classes) element.className = classes
  element.append(...content)
  return element
}

/**
 * Make a link.
 *
 * @param {string} address Where it leads.
 * @param {...(string | Node)} content Its content; a string is text, never HTML.
 * @returns {HTMLAnchorElement} The element.
 */
export function makeLink(address, ...content) {
  const link = make("a", "", ...content)
  link.href = address
  return link
}

/**
 * Make a button.
 *
 * @param {string} classes Its classes.
 * @param {() => unknown} act What it does.
 * @param {...(string | Node)} content Its content; a string is text, never HTML.
 * @returns {HTMLButtonElement} The element.
 */
export function makeButton(classes, act, ...content) {
  const button = make("button", classes, ...content)
  button.type = "button"
  button.addEventListener("click", act)
  return button
}

/**
 * Return an element that the page must have.
 *
 * @template {Element} Kind
 * @param {ParentNode} parent What contains it.
 * @param {string} selector A selector.
 * @param {new () => Kind} kind Its class.
 * @returns {Kind} The element.
 * @throws {Error} Where the page has no such element.
 */
export function find(parent, selector, kind) {
  const element = parent.querySelector(selector)
  if (element instanceof kind) return element
  throw new Error(`the page has no ${selector}`)
}

/**
 * Replace the characters that are invisible or change the direction of text.
 *
 * @param {string} text Any text.
 * @returns {string} The text with U+FFFD for characters that cannot be printed.
 */
export function printable(text) {
  return text.replace(UNPRINTABLE, "\ufffd")
}
