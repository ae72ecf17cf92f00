/** Finds codes that a job can print, by number, name or official text: "xid 79", "SIGBUS". */

import { escaped } from "./excerpt-html.js"

/** @import { Document, Item } from "./results.js" */

/**
 * @typedef {object} CodeRow
 * @property {string} anchor Fragment of the table's page.
 * @property {number} [number]
 * @property {string} [name]
 * @property {string} [text] The official text.
 * @property {string} [meaning]
 * @property {string} [entry] Id of the entry that covers it.
 *
 * @typedef {object} CodeTable
 * @property {string} title
 * @property {number} priority How likely a bare number is one of this table: lower comes first.
 * @property {string[]} forms What people write before the code, in lower case.
 * @property {boolean} negated Whether the numbers are printed with a minus sign, too.
 * @property {CodeRow[]} rows
 *
 * @typedef {Document & { codes: CodeTable }} TableDocument A document of Material's index that is a
 *   table, as macros/search_index.py writes it.
 *
 * @typedef {object} FoundCode
 * @property {TableDocument} doc
 * @property {CodeRow} row
 */

const MOST_FOUND = 3
const LONGEST_QUERY = 120
const WITHOUT_ENTRY = 4
const WITHOUT_MEANING = 1000
const NUMBER = /^-?(?:0x[0-9a-f]+|\d+)$/
const AROUND = /^[\s"'`[\](){}<>,;.]+|[\s"'`[\](){}<>,;.]+$/g
const BETWEEN = /^[\s:=#([]+/

/** Knows the tables of codes of the search index. */
export class CodeSearch {
  /** @type {Map<TableDocument, Map<string | number, CodeRow[]>>} Rows by number, name and text. */
  #keys = new Map()

  /** @param {TableDocument[]} docs Their documents. */
  constructor(docs) {
    this.docs = docs
  }

  /** @param {TableDocument} doc */
  #byKey(doc) {
    const known = this.#keys.get(doc)
    if (known) return known
    /** @type {Map<string | number, CodeRow[]>} */
    const made = new Map()
    for (const row of doc.codes.rows) {
      const keys = new Set([row.number, row.name?.toLowerCase(), row.text?.toLowerCase()])
      for (const key of keys) {
        if (key !== undefined) made.set(key, [...(made.get(key) ?? []), row])
      }
    }
    this.#keys.set(doc, made)
    return made
  }

  /**
   * Find the codes that a query names, the likeliest first.
   *
   * @param {string} query What somebody typed.
   * @returns {FoundCode[]} None if it is more than a code.
   */
  find(query) {
    const text = query.replace(AROUND, "").replace(/\s+/g, " ").toLowerCase()
    if (!text || text.length > LONGEST_QUERY) return []
    const afterForm = this.#afterForm(text)
    const found = afterForm.length ? afterForm : this.#rows(this.docs, text)
    return found.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_FOUND)
  }

  /** @param {string} text */
  #afterForm(text) {
    const fitting = this.docs.flatMap(doc => {
      return doc.codes.forms.filter(form => begins(text, form)).map(form => ({ doc, form }))
    })
    const lengths = [...new Set(fitting.map(({ form }) => form.length))].sort((a, b) => b - a)
    for (const length of lengths) {
      const found = fitting.filter(({ form }) => form.length === length).flatMap(({ doc, form }) => {
        return this.#rows([doc], text.slice(form.length).replace(BETWEEN, ""))
      })
      if (found.length) return found
    }
    return []
  }

  /**
   * @param {TableDocument[]} docs
   * @param {string} text
   * @returns {FoundCode[]}
   */
  #rows(docs, text) {
    const number = NUMBER.test(text) ? Number(text.replace("-", "")) * (text.startsWith("-") ? -1 : 1) : NaN
    return docs.flatMap(doc => {
      const byKey = this.#byKey(doc)
      const positive = doc.codes.negated && number < 0 ? byKey.get(-number) : undefined
      const rows = [byKey.get(number), positive, byKey.get(text)].flatMap(found => found ?? [])
      return [...new Set(rows)].map(row => ({ doc, row }))
    })
  }
}

/**
 * Return a code as Material shows results.
 *
 * @param {FoundCode} found
 * @returns {Item}
 */
export function codeItem({ doc, row }) {
  const label = row.number ?? row.name
  const said = [row.name, row.text].filter(value => value && value !== label).join(": ")
  return {
    location: `${doc.location}#${row.anchor}`,
    title: escaped(`${label} ${said}`.trim()),
    text: `<p>${escaped(`${doc.codes.title}. ${row.meaning ?? ""}`.trim())}</p>`,
    terms: {},
  }
}

/**
 * @param {string} text
 * @param {string} form
 */
function begins(text, form) {
  return text.startsWith(form) && !(/[a-z0-9]$/.test(form) && /^[a-z0-9]/.test(text.slice(form.length)))
}

/** @param {FoundCode} found */
function rank({ doc, row }) {
  if (!row.meaning) return doc.codes.priority + WITHOUT_MEANING
  return doc.codes.priority + (row.entry ? 0 : WITHOUT_ENTRY)
}
