/** Codes are found by number, name and text, in the forms that people write. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { CodeSearch, codeItem } from "../../../browser/search/code-search.js"
import { searchResults } from "../../../browser/search/results.js"

/** @import { CodeRow, TableDocument } from "../../../browser/search/code-search.js" */

/**
 * @param {string} id
 * @param {object} more
 * @param {Partial<CodeRow>[]} rows
 * @returns {TableDocument}
 */
function table(id, more, rows) {
  const full = rows.map(row => ({ anchor: String(row.number ?? row.name), meaning: "It means something.", ...row }))
  const codes = { title: id, priority: 5, forms: [id], negated: false, rows: full, ...more }
  return { location: `codes/${id}/`, title: id, codes }
}

const SEARCH = new CodeSearch([
  table("exit", { priority: 1, forms: ["exit", "exit code"] }, [{ number: 137, entry: "killed" }]),
  table("signal", { priority: 2, negated: true }, [{ number: 7, name: "SIGBUS", text: "Bus error" }, { number: 79, meaning: undefined }]),
  table("xid", {}, [{ number: 79, entry: "lost" }, { number: 7 }]),
])

/** @param {string} query */
const found = query => SEARCH.find(query).map(({ doc, row }) => `${doc.location}#${row.anchor}`)

test("a code is found in every form", () => {
  for (const query of ["137", "exit 137", "exit code 137", "Exit code: 137", "(137)"]) {
    assert.deepEqual(found(query), ["codes/exit/#137"], query)
  }
  for (const query of ["SIGBUS", "sigbus", "bus error", "signal 7", "signal -7", "-7"]) {
    assert.deepEqual(found(query), ["codes/signal/#7"], query)
  }
})

test("a bare number lists every reading, those that say something first", () => {
  assert.deepEqual(found("79"), ["codes/xid/#79", "codes/signal/#79"])
  assert.deepEqual(found("7"), ["codes/signal/#7", "codes/xid/#7"])
})

test("what is more than a code finds none", () => {
  for (const query of ["", " ", "exit", "exit code", "exits 137", "loss is 137 at step 7", "9".repeat(200)]) {
    assert.deepEqual(found(query), [], query)
  }
})

test("a result leads to the row, and its text is escaped", () => {
  const [code] = new CodeSearch([table("t<b>", {}, [{ number: 1, name: "A<b>", meaning: "x & <i>" }])]).find("1")
  assert.deepEqual(codeItem(code), {
    location: "codes/t<b>/#1", title: "1 A&lt;b&gt;", text: "<p>t&lt;b&gt;. x &amp; &lt;i&gt;</p>", terms: {},
  })
})

test("the likeliest code comes first, then the first entry, then other codes", () => {
  const entry = /** @type {any} */ ({ id: "x", title: "t", summary: "s", cause: "c" })
  const entries = [{ doc: { location: "errors/x/", title: "" }, entry, words: new Map() }]
  const { items } = searchResults("79", entries, { items: [] }, SEARCH.find("79"))
  assert.deepEqual(items.map(([item]) => item.location), ["codes/xid/#79", "errors/x/", "codes/signal/#79"])
})
