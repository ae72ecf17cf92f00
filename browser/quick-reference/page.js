/**
 * The quick reference: filters its tables, and opens the category that a link needs.
 *
 * Without this script the page is complete: the categories are opened and closed by the browser.
 */

import { find } from "../common/elements.js"
import { normalized } from "../matrix/filter.js"
import { entryId, searchMessagesToo } from "../matrix/searched-texts.js"
import { filtered } from "./filter.js"

/** @import { Row } from "./filter.js" */

/**
 * @typedef {object} Category
 * @property {HTMLElement} element What contains it.
 * @property {HTMLDetailsElement} details
 * @property {HTMLElement} summary
 * @property {Row[]} rows
 * @property {boolean} wasOpen Whether its reader had opened it before something was typed.
 */

const form = document.querySelector("[data-reference-filter]")
if (form instanceof HTMLFormElement) setUp(form)

/** @param {HTMLFormElement} form */
function setUp(form) {
  const elements = [...document.querySelectorAll("[data-reference-category]")]
  const categories = elements.filter(element => element instanceof HTMLElement).map(categoryOf)
  const field = find(form, "input[name=text]", HTMLInputElement)
  let isFiltered = false
  const show = () => {
    const text = field.value
    if (text.trim() && !isFiltered) for (const one of categories) one.wasOpen = one.details.open
    const isEnd = isFiltered && !text.trim()
    isFiltered = text.trim() !== ""
    if (isFiltered || isEnd) apply(form, categories, text)
  }
  form.addEventListener("submit", event => event.preventDefault())
  form.addEventListener("input", show)
  // The field is empty only after the event.
  form.addEventListener("reset", () => setTimeout(show))
  searchMessagesToo(field, categories.flatMap(({ rows }) => rows), show)
  const openTarget = () => {
    const { details } = categories.find(({ element }) => element.querySelector(":target")) ?? {}
    if (details) details.open = true
  }
  openTarget()
  window.addEventListener("hashchange", openTarget)
  for (const one of categories) noteWhetherOpen(one)
  show()
}

/**
 * @param {HTMLElement} element
 * @returns {Category}
 */
function categoryOf(element) {
  const details = find(element, "details", HTMLDetailsElement)
  const summary = find(details, "summary", HTMLElement)
  const rows = [...details.querySelectorAll("tbody tr")].map(row => {
    return {
      element: /** @type {HTMLElement} */ (row),
      id: entryId(row),
      text: normalized(`${row.textContent} ${entryId(row)}`),
    }
  })
  return { element, details, summary, rows, wasOpen: false }
}

/**
 * @param {HTMLFormElement} form
 * @param {Category[]} categories
 * @param {string} text
 */
function apply(form, categories, text) {
  const shown = filtered(categories.map(({ rows }) => rows), text)
  const isFiltered = text.trim() !== ""
  for (const [index, { element, details, summary, rows, wasOpen }] of categories.entries()) {
    const { kept, number, isOpen } = shown[index]
    for (const [place, row] of rows.entries()) row.element.hidden = !kept[place]
    element.hidden = number === 0
    details.open = isFiltered ? isOpen : wasOpen
    summary.textContent = isFiltered ? `${number} of ${errors(rows.length)}` : errors(rows.length)
  }
  for (const part of document.querySelectorAll("[data-reference-overview]")) {
    /** @type {HTMLElement} */ (part).hidden = isFiltered
  }
  const number = shown.reduce((sum, { number }) => sum + number, 0)
  const all = categories.reduce((sum, { rows }) => sum + rows.length, 0)
  find(form, "output", HTMLElement).textContent = `${number} of ${errors(all)}`
  find(form, "[data-reference-empty]", HTMLElement).hidden = number > 0
}

/**
 * Note for the style sheet whether a category is open, which on paper it alone doesn't tell: Material
 * opens all of them there.
 *
 * @param {Pick<Category, "element" | "details">} category
 */
function noteWhetherOpen({ element, details }) {
  const note = () => {
    if (!matchMedia("print").matches) element.toggleAttribute("data-is-open", details.open)
  }
  details.addEventListener("toggle", note)
  note()
}

/** @param {number} number */
function errors(number) {
  return number === 1 ? "1 error" : `${number} errors`
}
