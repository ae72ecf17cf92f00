/**
 * The matrix of all errors: filters and sorts the table in the page.
 *
 * The filter is kept in the fragment of the address, #severity=High&text=nan, so that it can be
 * shared and no server sees it. The table itself is plain HTML and complete without this script.
 */

import { matches, normalized } from "./filter.js"
import { Paging } from "./paging.js"
import { entryId, searchMessagesToo } from "./searched-texts.js"
import { Sorting } from "./sorting.js"

/** @import { Row } from "./filter.js" */

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".matrix-filter"))
const table = /** @type {HTMLTableElement | null} */ (document.querySelector(".matrix table"))
if (form && table) setUp(form, table)

/**
 * @param {HTMLFormElement} form
 * @param {HTMLTableElement} table
 */
function setUp(form, table) {
  const rows = [...table.tBodies[0].rows].map(rowOf)
  const show = () => applyFilter(form, rows, paging)
  const paging = new Paging(table, () => show())
  const change = () => {
    remember(form, sorting)
    show()
  }
  const severities = /** @type {HTMLSelectElement} */ (form.elements.namedItem("severity"))
  const order = [...severities.options].map(option => option.value)
  const sorting = new Sorting(table, rows, order, change)
  restore(form)
  sorting.restore()
  show()
  showFiltersWhereThereIsRoom(form)
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"))
  searchMessagesToo(field, rows, show)
  keepTableSemantics(table)
  form.addEventListener("submit", event => event.preventDefault())
  form.addEventListener("input", change)
  // The fields are empty only after the event.
  form.addEventListener("reset", () => setTimeout(change))
  window.addEventListener("hashchange", () => {
    restore(form)
    sorting.restore()
    show()
  })
}

/**
 * @param {HTMLTableRowElement} element
 * @returns {Row}
 */
function rowOf(element) {
  const address = element.querySelector("a")?.getAttribute("href") ?? ""
  const frameworks = element.querySelector("small")?.textContent ?? ""
  return {
    element,
    id: entryId(element),
    cells: [...element.cells].map(cell => cell.textContent.trim()),
    text: normalized(`${element.textContent} ${address}`),
    frameworks: frameworks.split(",").map(name => name.trim()),
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Row[]} rows
 * @param {Paging} paging
 */
function applyFilter(form, rows, paging) {
  const filter = Object.fromEntries(chosenIn(form))
  const kept = rows.filter(row => matches(row, filter))
  const shown = paging.show(rows, kept)
  const output = form.querySelector("output")
  const note = shown < kept.length ? `, the first ${shown} shown` : ""
  if (output) output.textContent = `${kept.length} of ${rows.length} errors${note}`
  const empty = /** @type {HTMLElement | null} */ (form.querySelector(".matrix-filter__empty"))
  if (empty) empty.hidden = kept.length > 0
}

/** @param {HTMLFormElement} form */
function showFiltersWhereThereIsRoom(form) {
  const details = form.querySelector("details")
  if (!details) return
  const isWide = matchMedia("(min-width: 45em)").matches
  details.open = isWide || chosenIn(form).some(([name]) => name !== "text")
}

/**
 * @param {HTMLFormElement} form
 * @param {Sorting} sorting
 */
function remember(form, sorting) {
  const fragment = new URLSearchParams([...chosenIn(form), ...sorting.chosen()]).toString()
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search)
}

/** @param {HTMLFormElement} form */
function restore(form) {
  const chosen = new URLSearchParams(location.hash.slice(1))
  for (const field of fieldsOf(form)) {
    const value = chosen.get(field.name) ?? ""
    const isKnown =
      !(field instanceof HTMLSelectElement) || [...field.options].some(option => option.value === value)
    field.value = isKnown ? value : ""
  }
}

/**
 * Return the names and values of the fields in which something was chosen.
 *
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
function chosenIn(form) {
  return fieldsOf(form).filter(({ value }) => value).map(({ name, value }) => [name, value])
}

/**
 * @param {HTMLFormElement} form
 * @returns {(HTMLInputElement | HTMLSelectElement)[]}
 */
function fieldsOf(form) {
  return [...form.querySelectorAll(/** @type {"input"} */ ("input[name], select[name]"))]
}

/**
 * Give the table its roles back: on a phone the rows are laid out as cards, and CSS that changes
 * "display" hides a table's meaning from screen readers.
 *
 * @param {HTMLTableElement} table
 */
function keepTableSemantics(table) {
  /** @type {[string, Iterable<Element | null>][]} */
  const roles = [
    ["table", [table]],
    ["rowgroup", [table.tHead, ...table.tBodies]],
    ["row", table.rows],
    ["cell", table.querySelectorAll("td")],
    ["columnheader", table.querySelectorAll("th")],
  ]
  for (const [role, elements] of roles) {
    for (const element of elements) element?.setAttribute("role", role)
  }
}
