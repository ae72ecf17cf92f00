/** Results are complete, in order, and contain no text that is not escaped. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { searchResults } from "../../../browser/search/results.js"
import { stockQuery } from "../../../browser/search/stock-worker.js"
import { isTopic } from "../../../browser/search/topics.js"

/** @import { FoundEntry } from "../../../browser/search/entry-search.js" */
/** @import { Item } from "../../../browser/search/results.js" */

const HOSTILE = "Loss <img src=x onerror=alert(1)> & \"quoted\" 'text' &lt;b&gt;"
const ESCAPED = "Loss &lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot; &#x27;text&#x27; &amp;lt;b&amp;gt;"

/**
 * @param {string} title
 * @param {object} [more]
 * @returns {FoundEntry}
 */
function found(title, more = {}) {
  const entry = /** @type {any} */ ({ id: "x", title, summary: title, cause: title })
  return { doc: { location: "errors/x/", title: "" }, entry, words: new Map(), fits: true, ...more }
}

/**
 * @param {string} location
 * @param {string} title
 * @returns {Item[]}
 */
function page(location, title) {
  return [{ location, title, text: "", terms: {}, score: 1 }, { location: `${location}#a`, title: "A", text: "", terms: {}, score: 0.5 }]
}

test("hostile text of entry, message and query is escaped", () => {
  const match = /** @type {any} */ ({ message: HOSTILE, role: "cause" })
  const words = new Map([["loss", true], ["img", true]])
  const { items: [[item]], suggest } = searchResults(`${HOSTILE} lo`, [found(HOSTILE, { match, words })], { items: [] })
  const marked = ESCAPED.replace("Loss", "<mark>Loss</mark>").replace("img", "<mark>img</mark>")
  assert.equal(item.title, marked)
  assert.ok(item.text.includes(`<code>${ESCAPED}</code>`))
  assert.ok(item.text.includes(`<p>${marked}`))
  assert.deepEqual(suggest, ["loss"])
})

test("a consequence is called one, and placeholders are shown as ellipses", () => {
  const match = /** @type {any} */ ({ message: "a <*> b <=> c", role: "consequence" })
  const { items: [[item]] } = searchResults("a", [found("t", { match })], { items: [] })
  assert.match(item.text, /which is a consequence of one above.*<code>a … b … c<\/code>/)
})

test("entries come before pages, and scores fall", () => {
  const { items } = searchResults("some error", [found("one"), found("two")], { items: [page("guides/a/", "T")] })
  assert.deepEqual(items.map(([item]) => item.location), ["errors/x/", "errors/x/", "guides/a/"])
  assert.deepEqual(items.map(([item]) => item.score), [3, 2, 1])
  assert.equal(items[2][1].score, 0.5)
})

test("where no entry fits, the first says so and names words that none contains", () => {
  const entries = [found("one", { fits: false }), found("two", { fits: false })]
  const noted = (/** @type {string[]} */ unknown) => searchResults("q", entries, { items: [] }, { unknown }).items
  const [[first], [second]] = noted(["Django", "<b>"])
  assert.equal(first.text, '<p class="search-note">No entry covers all of these words; these come closest.'
    + " No entry mentions: Django, &lt;b&gt;</p><p>one one</p>")
  assert.equal(second.text, "<p>two two</p>")
  assert.match(noted([])[0][0].text, /closest\.<\/p>/)
  assert.match(noted(["1", "2", "3", "4", "5", "6", "7"])[0][0].text, /: 1, 2, 3, 4, 5, 6, …<\/p>/)
})

test("where one of the entries fits, nothing is said", () => {
  const entries = [found("one", { fits: false }), found("two")]
  const { items } = searchResults("q", entries, { items: [] }, { unknown: ["Django"] })
  assert.equal(items[0][0].text, "<p>one one</p>")
})

test("the first result says which query was searched for instead", () => {
  const entries = [found("one"), found("two")]
  const options = { searchedFor: "<b> loss" }
  const { items, suggest } = searchResults("<b> lss prefetch_f", entries, { items: [] }, options)
  const said = '<p class="search-note">Showing results for &quot;&lt;b&gt; loss&quot;.</p>'
  assert.equal(items[0][0].text, `${said}<p>one one</p>`)
  assert.equal(items[1][0].text, "<p>two two</p>")
  assert.deepEqual(suggest, [])
  const topic = { items: [page("guides/a/", "Loss")] }
  const [[first], [second]] = searchResults("lss", entries, topic, { searchedFor: "loss" }).items
  assert.deepEqual([first.location, second.location], ["guides/a/", "errors/x/"])
  assert.match(first.text, /^<p class="search-note">Showing results for &quot;loss&quot;\.<\/p>/)
  assert.ok(!second.text.includes("search-note"))
})

test("a page titled by the topic comes first", () => {
  const pages = { items: [page("guides/other/", "Other"), page("guides/mixed-precision/", "Mixed <b>precision</b>")] }
  const { items } = searchResults("mixed precision", [found("one")], pages)
  assert.equal(items[0][0].location, "guides/mixed-precision/")
})

test("a query is no topic where it looks like an error, or where an entry matches", () => {
  const group = page("guides/x/", "CUDA memory")
  assert.ok(isTopic("cuda memory", [])(group))
  assert.ok(!isTopic("CUDA error: memory", [])(group))
  assert.ok(!isTopic("cuda memory", [found("x", { match: {} })])(group))
  assert.ok(!isTopic("cuda memory of all the nodes here", [])(group))
  assert.ok(!isTopic("the", [])(group))
})

test("the last word is completed from a title", () => {
  const suggestion = (/** @type {string} */ query) => searchResults(query, [found("prefetch_factor is odd")], { items: [] }).suggest
  assert.deepEqual(suggestion("what is prefetch_f"), ["prefetch_factor"])
  assert.deepEqual(suggestion("PREFETCH_f"), ["PREFETCH_factor"])
  assert.deepEqual(suggestion("prefetch_factor"), [])
  assert.deepEqual(suggestion("prefetch_f "), [])
})

test("Material's worker is asked for words without operators", () => {
  assert.equal(stockQuery("~1500 -x +foo^9 \"bar\""), "1500 foo bar")
  assert.equal(stockQuery("!!! -"), "")
  const long = stockQuery("one two three four five six 1234567 0xdeadbeef a1b2c3 longestword")
  assert.equal(long.split(" ")[0], "longestword^1")
  assert.ok(!/1234567|0xdeadbeef|a1b2c3/.test(long))
})
