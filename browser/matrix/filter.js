/** Which rows of the matrix a filter keeps, and how they compare. */

/**
 * @typedef {object} Row A row of the table.
 * @property {HTMLElement} element
 * @property {string} id The id of its entry.
 * @property {string[]} cells What the cells say.
 * @property {string} text What the row says, normalized.
 * @property {string[]} frameworks
 *
 * @typedef {Record<string, string>} Filter The chosen values, by the names of the fields; empty where all
 *   are wanted.
 */

/** Columns by the names of the fields that filter them. */
const COLUMNS = { severity: 1, cluster: 3, category: 4, kind: 5, evidence: 6 }
export const SEVERITY_COLUMN = COLUMNS.severity
export const TIME_COLUMN = 2
export const FREQUENCY_COLUMN = 7
const TIME_ORDER = ["Minutes", "Hours", "Days"]

/**
 * Return a text as the filter compares it.
 *
 * @param {string} text Any text.
 * @returns {string} In lower case, words separated by one space.
 */
export function normalized(text) {
  return text.toLowerCase().replace(/[-_\s]+/g, " ")
}

/**
 * Tell whether a text contains all words of another.
 *
 * @param {string} text A text, normalized.
 * @param {string} words Any text.
 * @returns {boolean} True where no word is missing.
 */
export function hasWords(text, words) {
  return normalized(words).split(" ").filter(Boolean).every(word => text.includes(word))
}

/**
 * Tell whether a filter keeps a row.
 *
 * @param {Omit<Row, "element" | "id">} row The row.
 * @param {Filter} filter What was chosen.
 * @returns {boolean} True where it fits all that was chosen.
 */
export function matches(row, filter) {
  if (!hasWords(row.text, filter.text ?? "")) return false
  if (filter.framework && !row.frameworks.includes(filter.framework)) return false
  return Object.entries(COLUMNS).every(([name, column]) => {
    if (!filter[name]) return true
    const values = row.cells[column].split(",").map(value => value.trim())
    // An error that belongs to no cluster can happen on the chosen one too.
    return values.includes(filter[name]) || (name === "cluster" && values.includes("Any"))
  })
}

/**
 * Return how the cells of a column compare.
 *
 * @param {number} column Its index.
 * @param {string[]} severities The severities in their order.
 * @returns {(a: string, b: string) => number} Negative where `a` comes first.
 */
export function comparison(column, severities) {
  if (column === FREQUENCY_COLUMN) return mostFrequentFirst
  const order = column === SEVERITY_COLUMN ? severities : column === TIME_COLUMN ? TIME_ORDER : null
  return order
    ? (a, b) => order.indexOf(a) - order.indexOf(b)
    : (a, b) => a.localeCompare(b, "en")
}

/**
 * Compare two frequencies: by tables, then by share. What is in no table comes last.
 *
 * @param {string} a "3 tables, up to 4.5 %", or empty.
 * @param {string} b Likewise.
 * @returns {number} Negative where `a` is more frequent.
 */
function mostFrequentFirst(a, b) {
  const [tables, share] = numbersIn(a)
  const [otherTables, otherShare] = numbersIn(b)
  return otherTables - tables || otherShare - share
}

/**
 * @param {string} text
 * @returns {number[]} Two numbers.
 */
function numbersIn(text) {
  return [...(text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number), 0, 0].slice(0, 2)
}
