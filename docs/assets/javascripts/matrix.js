/* The matrix of all errors: filters and sorts the table in the page.
 *
 * The filter stands in the URL's fragment, #severity=High&text=nan, so that it can be shared and so
 * that no server sees it. The table itself is plain HTML and complete without this script.
 */

const COLUMNS = { severity: 1, cluster: 3, category: 4, kind: 5, evidence: 6 }
const TIME_ORDER = ["Minutes", "Hours", "Days"]

const form = document.querySelector(".matrix-filter")
if (form) setUp(form)

function setUp(form) {
  const table = form.parentElement.querySelector("table")
  const rows = [...table.tBodies[0].rows].map(describe)
  const show = () => applyFilter(form, rows)

  restore(form)
  show()
  form.hidden = false
  // Not a class: Material styles the tables that have none.
  table.dataset.matrix = ""
  keepTableSemantics(table)
  makeSortable(table, rows, form)

  form.addEventListener("submit", event => event.preventDefault())
  form.addEventListener("input", () => { remember(form); show() })
  // The fields are empty only after the event.
  form.addEventListener("reset", () => setTimeout(() => { remember(form); show() }))
  window.addEventListener("hashchange", () => { restore(form); show() })
}

function describe(element) {
  const cells = [...element.cells].map(cell => cell.textContent.trim())
  const link = element.querySelector("a")
  return {
    element,
    cells,
    text: normalize(element.textContent + " " + link.getAttribute("href")),
    frameworks: element.querySelector("small").textContent.split(",").map(name => name.trim()),
  }
}

function normalize(text) {
  return text.toLowerCase().replace(/[-_\s]+/g, " ")
}

function matches(row, filter) {
  const words = normalize(filter.text ?? "").split(" ").filter(Boolean)
  if (!words.every(word => row.text.includes(word))) return false
  if (filter.framework && !row.frameworks.includes(filter.framework)) return false
  return Object.entries(COLUMNS).every(([name, column]) => {
    if (!filter[name]) return true
    const values = row.cells[column].split(",").map(value => value.trim())
    // An error that belongs to no cluster can happen on the chosen one too.
    return values.includes(filter[name]) || (name === "cluster" && values.includes("Any"))
  })
}

function applyFilter(form, rows) {
  const filter = Object.fromEntries(new FormData(form))
  let count = 0
  for (const row of rows) {
    row.element.hidden = !matches(row, filter)
    count += !row.element.hidden
  }
  form.querySelector("output").textContent = `${count} of ${rows.length} errors`
}

function remember(form) {
  const chosen = [...new FormData(form)].filter(([, value]) => value)
  const fragment = new URLSearchParams(chosen).toString()
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search)
}

function restore(form) {
  const chosen = new URLSearchParams(location.hash.slice(1))
  for (const field of form.elements) {
    if (!field.name) continue
    const value = chosen.get(field.name) ?? ""
    const known = field.tagName !== "SELECT" || [...field.options].some(o => o.value === value)
    field.value = known ? value : ""
  }
}

function makeSortable(table, rows, form) {
  for (const [column, header] of [...table.tHead.rows[0].cells].entries()) {
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = header.textContent
    button.addEventListener("click", () => {
      const descending = header.getAttribute("aria-sort") === "ascending"
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort")
      header.setAttribute("aria-sort", descending ? "descending" : "ascending")
      const sign = descending ? -1 : 1
      const compare = comparison(column, form)
      rows.sort((a, b) => sign * compare(a.cells[column], b.cells[column]))
      table.tBodies[0].append(...rows.map(row => row.element))
    })
    header.replaceChildren(button)
  }
}

function comparison(column, form) {
  const order = {
    1: [...form.elements.severity.options].map(option => option.value),
    2: TIME_ORDER,
  }[column]
  return order
    ? (a, b) => order.indexOf(a) - order.indexOf(b)
    : (a, b) => a.localeCompare(b, "en")
}

/* On a phone the rows are laid out as cards, and CSS that changes "display" takes a table's meaning
 * from screen readers; explicit roles give it back. */
function keepTableSemantics(table) {
  const roles = { table: [table], rowgroup: [table.tHead, ...table.tBodies], row: table.rows }
  for (const [role, elements] of Object.entries(roles)) {
    for (const element of elements) element.setAttribute("role", role)
  }
  for (const cell of table.querySelectorAll("td")) cell.setAttribute("role", "cell")
  for (const cell of table.querySelectorAll("th")) cell.setAttribute("role", "columnheader")
}
