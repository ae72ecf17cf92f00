/**
 * The page of a long table of codes: filters its rows.
 *
 * Without this script the page is complete: the codes without a meaning are opened and closed by the
 * browser.
 */

import { find } from "../common/elements.js"
import { normalized } from "../matrix/filter.js"
import { hasCode } from "./filter.js"

/** @typedef {{ element: HTMLElement, text: string }} Row */

const form = document.querySelector("[data-codes-filter]")
if (form instanceof HTMLFormElement) setUp(form)

/** @param {HTMLFormElement} form */
function setUp(form) {
  const rows = rowsIn(document)
  const bare = document.querySelector("[data-codes-bare]")
  const field = find(form, "input[name=text]", HTMLInputElement)
  let isFiltered = false
  const show = () => {
    const isEnd = isFiltered && !field.value.trim()
    isFiltered = field.value.trim() !== ""
    if (!isFiltered && !isEnd) return
    const number = showRows(rows, field.value)
    if (bare instanceof HTMLDetailsElement) showBare(bare, isFiltered)
    find(form, "output", HTMLElement).textContent = `${number} of ${rows.length} codes`
    find(form, "[data-codes-empty]", HTMLElement).hidden = number > 0
  }
  form.addEventListener("submit", event => event.preventDefault())
  form.addEventListener("input", show)
  // The field is empty only after the event.
  form.addEventListener("reset", () => setTimeout(show))
  const showAll = () => {
    field.value = ""
    show()
  }
  window.addEventListener("hashchange", () => showTarget(showAll))
  show()
  showTarget(showAll)
}

/**
 * Show the code that the address names.
 *
 * @param {() => void} showAll Ends the filter.
 */
function showTarget(showAll) {
  const target = document.querySelector(".stacked--codes :target")
  if (!target) return
  if (target.closest("tr[hidden]")) showAll()
  const details = target.closest("details")
  if (details) details.open = true
  target.scrollIntoView()
}

/**
 * @param {ParentNode} parent
 * @returns {Row[]}
 */
function rowsIn(parent) {
  return [...parent.querySelectorAll(".stacked--codes tbody tr")].map(row => {
    return { element: /** @type {HTMLElement} */ (row), text: normalized(row.textContent) }
  })
}

/**
 * Show the rows that a filter keeps, and return their number.
 *
 * @param {Row[]} rows
 * @param {string} typed
 */
function showRows(rows, typed) {
  for (const { element, text } of rows) element.hidden = !hasCode(text, typed)
  return rows.filter(({ element }) => !element.hidden).length
}

/**
 * Open the codes without a meaning where some of them are kept, and hide them where none is.
 *
 * @param {HTMLDetailsElement} bare
 * @param {boolean} isFiltered
 */
function showBare(bare, isFiltered) {
  const isEmpty = !bare.querySelector("tbody tr:not([hidden])")
  bare.hidden = isEmpty
  bare.open = isFiltered && !isEmpty
}
