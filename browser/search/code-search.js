/** Finds codes that a job can print, by number, name or official text: "xid 79", "SIGBUS". */

import { escaped } from "./excerpt-html.js"
import { Shards } from "./shards.js"

/** @import { Item } from "./results.js" */
/** @import { LoadPart } from "./shards.js" */

/**
 * @typedef {object} CodeRow
 * @property {string} anchor Fragment of the table's page.
 * @property {number} [number]
 * @property {string} [name]
 * @property {string} [text] The official text.
 * @property {string} [meaning]
 * @property {string} [entry] Id of the entry that covers it.
 *
 * @typedef {object} WrittenTable A table as macros/catalog_data/search_index.py writes it.
 * @property {string} id
 * @property {string} title
 * @property {number} priority How likely a bare number is one of this table: lower comes first.
 * @property {string[]} forms What people write before the code, in lower case.
 * @property {boolean} negated Whether the numbers are printed with a minus sign, too.
 *
 * @typedef {WrittenTable & { location: string }} CodeTable A table with the address of its page.
 *
 * @typedef {object} CodeData What it writes of all tables.
 * @property {{ table: string }} address Address of a page; the asterisk stands for the id.
 * @property {WrittenTable[]} tables
 * @property {string[]} codes The first key of each shard of codes.
 *
 * @typedef {object} FoundCode
 * @property {CodeTable} table
 * @property {CodeRow} row
 */

const MOST_FOUND = 3
const LONGEST_QUERY = 120
const WITHOUT_ENTRY = 4
const WITHOUT_MEANING = 1000
const NUMBER = /^-?(?:0x[0-9a-f]+|\d+)$/
const AROUND = /^[\s"'`[\](){}<>,;.]+|[\s"'`[\](){}<>,;.]+$/g
const BETWEEN = /^[\s:=#([]+/

/** Knows the tables of codes. */
export class CodeSearch {
  /** @type {Shards<[number, CodeRow][]>} Positions of tables with their codes, by number, name and text. */
  #shards

  /**
   * @param {CodeData} data What every search loads.
   * @param {LoadPart} load Loads a shard of codes.
   */
  constructor(data, load) {
    this.tables = data.tables.map(table => {
      return { ...table, location: data.address.table.replace("*", table.id) }
    })
    this.#shards = new Shards(data.codes, load)
  }

  /**
   * Find the codes that a query names, the likeliest first.
   *
   * @param {string} query What somebody typed.
   * @returns {Promise<FoundCode[]>} None if it is more than a code.
   * @throws {Error} Where the codes cannot be loaded.
   */
  async find(query) {
    const text = query.replace(AROUND, "").replace(/\s+/g, " ").toLowerCase()
    if (!text || text.length > LONGEST_QUERY) return []
    const fitting = this.#fitting(text)
    await this.#shards.need([text, ...fitting.map(({ rest }) => rest)].flatMap(keysOf))
    const afterForm = this.#afterForm(fitting)
    const found = afterForm.length ? afterForm : this.#rows(this.tables, text)
    return found.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_FOUND)
  }

  /**
   * Return the tables with a form by which the text begins, and what follows the form.
   *
   * @param {string} text
   */
  #fitting(text) {
    return this.tables.flatMap(table => {
      return table.forms.filter(form => begins(text, form)).map(form => {
        return { table, length: form.length, rest: text.slice(form.length).replace(BETWEEN, "") }
      })
    })
  }

  /** @param {{ table: CodeTable, length: number, rest: string }[]} fitting */
  #afterForm(fitting) {
    const lengths = [...new Set(fitting.map(({ length }) => length))].sort((a, b) => b - a)
    for (const longest of lengths) {
      const found = fitting.filter(({ length }) => length === longest).flatMap(({ table, rest }) => {
        return this.#rows([table], rest)
      })
      if (found.length) return found
    }
    return []
  }

  /**
   * @param {CodeTable[]} tables
   * @param {string} text
   * @returns {FoundCode[]}
   */
  #rows(tables, text) {
    return tables.flatMap(table => {
      const rows = keysOf(text, table).flatMap(key => this.#shards.get(key) ?? [])
      const own = rows.filter(([position]) => this.tables[position] === table)
      const byAnchor = new Map(own.map(([, row]) => [row.anchor, row]))
      return [...byAnchor.values()].map(row => ({ table, row }))
    })
  }
}

/**
 * Return the keys of the codes that a text can be.
 *
 * @param {string} text
 * @param {unknown} [table] One of its table; of any by default.
 */
function keysOf(text, table) {
  const number = NUMBER.test(text) ? Number(text.replace("-", "")) * (text.startsWith("-") ? -1 : 1) : NaN
  const isNegated = /** @type {CodeTable | undefined} */ (table)?.negated ?? true
  const numbers = [number, ...(isNegated && number < 0 ? [-number] : [])]
  return [...numbers.filter(one => !Number.isNaN(one)).map(String), text]
}

/**
 * Return a code as Material shows results.
 *
 * @param {FoundCode} found
 * @returns {Item}
 */
export function codeItem({ table, row }) {
  const label = row.number ?? row.name
  const said = [row.name, row.text].filter(value => value && value !== label).join(": ")
  return {
    location: `${table.location}#${row.anchor}`,
    title: escaped(`${label} ${said}`.trim()),
    text: `<p>${escaped(`${table.title}. ${row.meaning ?? ""}`.trim())}</p>`,
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
function rank({ table, row }) {
  if (!row.meaning) return table.priority + WITHOUT_MEANING
  return table.priority + (row.entry ? 0 : WITHOUT_ENTRY)
}
