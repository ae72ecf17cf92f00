/** The parts of the page for diagnoses that need no page. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { fragmentOf, idsIn, sharedMatches } from "../../../browser/diagnose/shared-result.js"
import { similar } from "../../../browser/diagnose/similar.js"
import { encodingOf } from "../../../browser/diagnose/text-encoding.js"

/** @import { Entry } from "../../../browser/common/types.js" */

/**
 * @param {string} id
 * @param {Partial<Entry>} [more]
 * @returns {Entry}
 */
function entry(id, more = {}) {
  const texts = { title: id, severity: "low", url: "", summary: "", cause: "", first_step: "", prose: "" }
  const lists = { messages: [], unless: [], series: [], caused_by: [], samples: [], keywords: [], fix: [] }
  const judged = { kind: "crash", secondary: [], telltales: [], narrows: null, verdict: "failed", category: "code" }
  const action = { decision: "fix-first", reason: "It stays broken." }
  const html = { cause: "", first_step: "", reason: action.reason }
  return { id, ...texts, ...lists, ...judged, action, html, ...more }
}

/** @param {string} text */
function wide(text) {
  return Uint8Array.from(text, character => character.charCodeAt(0)).reduce(
    (bytes, code) => [...bytes, code, 0], /** @type {number[]} */ ([]),
  )
}

test("the encoding is told by a mark or by the zeros of UTF-16", () => {
  const text = wide("epoch 1 loss 2.5\n")
  const cases = /** @type {[number[], string][]} */ ([
    [[], "utf-8"],
    [[...new TextEncoder().encode("epoch 1")], "utf-8"],
    [[0xff, 0xfe, 0x41, 0], "utf-16le"],
    [[0xfe, 0xff, 0, 0x41], "utf-16be"],
    [text, "utf-16le"],
    [[0, ...text.slice(0, -1)], "utf-16be"],
    [[0, 0, 0, 0, 0, 0], "utf-8"],
  ])
  for (const [bytes, encoding] of cases) assert.equal(encodingOf(Uint8Array.from(bytes)), encoding)
})

test("UTF-32 is refused with what to do", () => {
  for (const mark of [[0xff, 0xfe, 0, 0], [0, 0, 0xfe, 0xff]]) {
    assert.throws(() => encodingOf(Uint8Array.from(mark)), /UTF-32.*use the command line/)
  }
})

test("what is no text is refused with what to do", () => {
  const text = [...new TextEncoder().encode("epoch 1 loss 2.5\n".repeat(40))]
  const archive = text.with(257, 0x75).with(258, 0x73).with(259, 0x74).with(260, 0x61).with(261, 0x72)
  assert.throws(() => encodingOf(Uint8Array.from(archive)), /tar archive: unpack it/)
  const every = Array.from({ length: 256 }, (_, byte) => byte)
  assert.throws(() => encodingOf(Uint8Array.from(every)), /not text: open the log of the job/)
  // Colors, a progress bar, a hole between what two nodes wrote, and another encoding are text.
  const log = [...text, 27, ...text, 13, ...Array(3000).fill(0), ...text, 0xe9, 0xfc, ...text]
  assert.equal(encodingOf(Uint8Array.from(log)), "utf-8")
})

test("a fragment names the ids of a result, each once and not too many", () => {
  assert.equal(fragmentOf([{ id: "a", role: "cause" }, { id: "b-c", role: "cause" }]), "#ids=a,b-c")
  assert.equal(fragmentOf([]), "")
  assert.deepEqual(idsIn("#ids=a,b-c,a")?.ids, ["a", "b-c"])
  assert.equal(idsIn("#in-scripts"), null)
  assert.deepEqual(idsIn("#ids=")?.ids, [""])
  assert.equal(idsIn(`#ids=${Array.from({ length: 99 }, (_, index) => index)}`)?.ids.length, 50)
})

test("a fragment tells symptoms and consequences, and nothing of unknown failures", () => {
  const fragment = fragmentOf([
    { id: null, role: "cause" }, { id: "a", role: "symptom" }, { id: "b", role: "consequence" },
  ])
  assert.equal(fragment, "#ids=a,b&symptoms=a&consequences=b")
  assert.deepEqual(idsIn(fragment), { ids: ["a", "b"], symptoms: ["a"], consequences: ["b"] })
  assert.equal(fragmentOf([{ id: null, role: "cause" }]), "")
})

test("a shared result has the roles that it names", () => {
  const entries = new Map(["a", "b"].map(id => [id, entry(id)]))
  const shared = { ids: ["a", "b"], symptoms: ["a"], consequences: ["b"] }
  const roles = sharedMatches(shared, entries).map(({ role, caused_by: causes }) => [role, causes])
  assert.deepEqual(roles, [["symptom", []], ["consequence", ["a"]]])
})

test("a shared result of which no roles are told has those that a log would give", () => {
  const entries = new Map([entry("oom"), entry("timeout", { caused_by: ["oom"] })].map(one => [one.id, one]))
  const [first, second] = sharedMatches({ ids: ["timeout", "oom"], symptoms: [], consequences: [] }, entries)
  assert.deepEqual([first.role, first.caused_by], ["consequence", ["oom"]])
  assert.deepEqual([second.role, second.caused_by], ["cause", []])
})

test("entries are similar that contain most of the words of an error, and rare ones", () => {
  const words = "the gearbox of the locomotive ran without grease for three thousand kilometers"
  const others = Array.from({ length: 200 }, (_, number) => entry(`other-${number}`, { title: `error number ${number}` }))
  const entries = [entry("gearbox", { title: words, samples: [words] }), ...others]
  const failure = (/** @type {string} */ text, secondary = false) => {
    return /** @type {any} */ ({ kind: "exception", text, secondary })
  }
  const ids = (/** @type {any[]} */ ...failures) => similar(entries, failures, "").map(({ id }) => id)
  assert.deepEqual(ids(failure(`RuntimeError: ${words}`)), ["gearbox"])
  assert.deepEqual(ids(failure("RuntimeError: something of the other kind")), [])
  assert.deepEqual(ids(failure(`RuntimeError: ${words}`, true)), [])
  assert.deepEqual(ids(), [])
})

test("entries are similar to one of a few lines that speak of an error", () => {
  const words = "the gearbox of the locomotive failed without grease after three thousand kilometers"
  const others = Array.from({ length: 200 }, (_, number) => entry(`other-${number}`, { title: `error number ${number}` }))
  const entries = [entry("gearbox", { title: words, samples: [words] }), ...others]
  const ids = (/** @type {string} */ text) => similar(entries, [], text).map(({ id }) => id)
  assert.deepEqual(ids(`step 1\n${words}\n`), ["gearbox"])
  assert.deepEqual(ids(words.replace("failed", "ran")), [])
  assert.deepEqual(ids(`${"step 1\n".repeat(5)}${words}`), [])
})
