/** Codes are found by number, name and text, in the forms that people write. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { CodeSearch, codeItem } from "../../../browser/search/code-search.js"
import { searchResults } from "../../../browser/search/results.js"

/** @import { CodeRow, WrittenTable } from "../../../browser/search/code-search.js" */
/** @typedef {{ table: WrittenTable, rows: CodeRow[] }} Table */

/**
 * @param {string} id
 * @param {object} more
 * @param {Partial<CodeRow>[]} rows
 * @returns {Table}
 */
function table(id, more, rows) {
  const full = rows.map(row => ({ anchor: String(row.number ?? row.name), meaning: "It means something.", ...row }))
  return { table: { id, title: id, priority: 5, forms: [id], negated: false, ...more }, rows: full }
}

/**
 * Return a search of tables whose codes come in shards of one key each.
 *
 * @param {Table[]} tables
 * @param {string[]} [loaded] Gets the key of each shard that is loaded.
 */
function searchOf(tables, loaded = []) {
  /** @type {Map<string, [number, CodeRow][]>} */
  const byKey = new Map()
  for (const [position, { rows }] of tables.entries()) {
    for (const row of rows) {
      for (const value of [row.number, row.name, row.text]) {
        const key = String(value).toLowerCase()
        if (value !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), [position, row]])
      }
    }
  }
  const codes = [...byKey.keys()].sort()
  const data = { address: { table: "codes/*/" }, tables: tables.map(one => one.table), codes }
  return new CodeSearch(data, async number => {
    loaded.push(codes[number])
    return [[codes[number], byKey.get(codes[number])]]
  })
}

const TABLES = [
  table("exit", { priority: 1, forms: ["exit", "exit code"] }, [{ number: 137, entry: "killed" }]),
  table("signal", { priority: 2, negated: true }, [{ number: 7, name: "SIGBUS", text: "Bus error" }, { number: 79, meaning: undefined }]),
  table("xid", {}, [{ number: 79, entry: "lost" }, { number: 7 }]),
]
const SEARCH = searchOf(TABLES)

/** @param {string} query */
const found = async query => {
  return (await SEARCH.find(query)).map(({ table: { location }, row }) => `${location}#${row.anchor}`)
}

test("a code is found in every form", async () => {
  for (const query of ["137", "exit 137", "exit code 137", "Exit code: 137", "(137)"]) {
    assert.deepEqual(await found(query), ["codes/exit/#137"], query)
  }
  for (const query of ["SIGBUS", "sigbus", "bus error", "signal 7", "signal -7", "-7"]) {
    assert.deepEqual(await found(query), ["codes/signal/#7"], query)
  }
})

test("a bare number lists every reading, those that say something first", async () => {
  assert.deepEqual(await found("79"), ["codes/xid/#79", "codes/signal/#79"])
  assert.deepEqual(await found("7"), ["codes/signal/#7", "codes/xid/#7"])
})

test("what is more than a code finds none", async () => {
  for (const query of ["", " ", "exit", "exit code", "exits 137", "loss is 137 at step 7", "9".repeat(200)]) {
    assert.deepEqual(await found(query), [], query)
  }
})

test("a negative number is a code only of tables that print it so", async () => {
  assert.deepEqual(await found("-79"), ["codes/signal/#79"])
})

test("only what a query can mean is loaded", async () => {
  /** @type {string[]} */
  const loaded = []
  await searchOf(TABLES, loaded).find("signal -7")
  assert.deepEqual(loaded.sort(), ["7", "sigbus"]) // where "-7" and "signal -7" would be, if anywhere
})

test("a result leads to the row, and its text is escaped", async () => {
  const [code] = await searchOf([table("t<b>", {}, [{ number: 1, name: "A<b>", meaning: "x & <i>" }])]).find("1")
  assert.deepEqual(codeItem(code), {
    location: "codes/t<b>/#1", title: "1 A&lt;b&gt;", text: "<p>t&lt;b&gt;. x &amp; &lt;i&gt;</p>", terms: {},
  })
})

test("the likeliest code comes first, then the first entry, then other codes", async () => {
  const entry = /** @type {any} */ ({ id: "x", title: "t", summary: "s", cause: "c" })
  const entries = [{ doc: { location: "errors/x/", title: "" }, entry, words: new Map(), fits: true }]
  const { items } = searchResults("79", entries, { items: [] }, { codes: await SEARCH.find("79") })
  assert.deepEqual(items.map(([item]) => item.location), ["codes/xid/#79", "errors/x/", "codes/signal/#79"])
})
