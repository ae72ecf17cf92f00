/** The form writes what was answered and finds what the schema, the catalog and the rules refuse. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { answers, entryOf, unwritten } from "../../../browser/entry-form/draft.js"
import { newFileAddress } from "../../../browser/entry-form/file-actions.js"
import { FirstLook, idLike, titleOf } from "../../../browser/entry-form/first-look.js"
import { problemsOf, sizeProblems } from "../../../browser/entry-form/problems.js"
import { redacted } from "../../../browser/entry-form/redaction.js"
import { yamlOf } from "../../../browser/entry-form/yaml.js"

/** @import { Fields } from "../../../browser/entry-form/draft.js" */

/** @param {string} label @param {"line" | "text" | "code" | "word" | "words"} control @param {string} path */
function field(label, control, path, optional = false) {
  return { label, control, path, optional }
}

/** @type {Fields} */
const FIELDS = {
  messages: field("Messages", "code", "/symptom/messages", true),
  title: field("Title", "line", "/title"),
  id: field("ID", "line", ""),
  category: field("Category", "word", ""),
  kind: field("Kind", "word", "/symptom/kind"),
  severity: field("Severity", "word", "/severity"),
  time_to_diagnose: field("Time to diagnose", "word", "/time_to_diagnose"),
  clusters: field("Clusters", "words", "/clusters"),
  frameworks: field("Frameworks", "words", "/frameworks"),
  sample: field("Sample", "code", "/symptom/samples/0", true),
  summary: field("Summary", "text", "/symptom/summary", true),
  fix_text: field("Fix: the step", "text", "/fix/0/text", true),
  reproduction: field("Reproduction", "word", "", true),
  error: field("Commands that raise it", "code", "/reproduction/error", true),
  fixed: field("The same with the fix", "code", "/reproduction/fix", true),
  because: field("Why it can't be raised", "line", "/reproduction/because", true),
}
const RULES = { fields: FIELDS, idPattern: "^[a-z0-9]+(-[a-z0-9]+)*$", longestFile: 1000 }
const PROMPT = "<to write: more about it, in a sentence that is long enough>\n"
const SKELETON = {
  title: "", severity: "low", time_to_diagnose: "minutes", clusters: [], frameworks: [],
  symptom: { kind: "crash", summary: PROMPT },
  confirm: PROMPT, root_cause: PROMPT, fix: [{ title: "Do it", text: PROMPT }], first_step: "Do it.",
  reproduction: { error: PROMPT, fix: PROMPT },
  verified: { date: "", evidence: "reported", versions: "PyTorch 2.13" },
}
const RAW = {
  messages: " axle <#> is gone \n\n", title: " Axle is gone ", id: "axle-gone", category: "numerics", kind: "crash",
  severity: "high", time_to_diagnose: "hours", clusters: ["any"], frameworks: ["pytorch"], sample: "",
  summary: "", fix_text: "", reproduction: "", error: "", fixed: "", because: "",
}

/** @param {Record<string, any>} changes */
function judged(changes, known = /** @type {{ id: string }[]} */ ([])) {
  const given = answers({ ...RAW, ...changes }, FIELDS)
  return problemsOf(given, entryOf(given, FIELDS, SKELETON, "2026-11-21"), known, RULES)
}

/** @param {Record<string, any>} changes */
function written(changes) {
  return entryOf(answers({ ...RAW, ...changes }, FIELDS), FIELDS, SKELETON, "2026-11-21")
}

test("an entry has what was answered and prompts for the rest", () => {
  const entry = written({ sample: "  a\n   b\n", summary: "It ends.\r\n\n" })
  assert.equal(entry.title, "Axle is gone")
  assert.deepEqual(entry.symptom, {
    kind: "crash", summary: "It ends.\n", messages: ["axle <#> is gone"], samples: ["a\n b\n"],
  })
  assert.deepEqual(entry.fix, SKELETON.fix)
  assert.equal(entry.verified.date, "2026-11-21")
  assert.equal(SKELETON.title, "")
})

test("a reproduction is a script in a fence, a reason, or left for later", () => {
  const script = { reproduction: "script", error: ">>> 1/0", fixed: "echo fine" }
  assert.deepEqual(written(script).reproduction, {
    error: "```python\n>>> 1/0\n```\n", fix: "```bash\necho fine\n```\n",
  })
  assert.deepEqual(written({ reproduction: "site", because: "No axle." }).reproduction,
    { exempt: "site", because: "No axle." })
  assert.deepEqual(written({ error: "ignored" }).reproduction, SKELETON.reproduction)
})

test("labels of the fields that still have a prompt are listed", () => {
  assert.deepEqual(unwritten(written({ summary: "x" }), FIELDS),
    ["Fix: the step", "Commands that raise it", "The same with the fix"])
})

test("a complete answer has no problem", () => {
  assert.deepEqual(judged({}), [])
})

for (const [changes, ...expected] of /** @type {[object, string, string, string][]} */ ([
  [{ severity: "" }, "severity", "is not chosen", "choose one"],
  [{ severity: "worst" }, "severity", '"worst" is not a valid severity', "choose from the list"],
  [{ category: "" }, "category", "is not chosen", "choose one"],
  [{ clusters: [] }, "clusters", "names none", "choose at least one"],
  [{ clusters: ["mars"] }, "clusters", '"mars" is not a valid cluster', "choose from the list"],
  [{ title: " " }, "title", "is empty", "write it"],
  [{ title: "x".repeat(121) }, "title", "is 121 characters long", "keep it within 120"],
  [{ summary: "Short." }, "summary", "is only 7 characters long", "write at least 40"],
  [{ title: "x" }, "title", "is only 1 character long", "write at least 3"],
  [{ id: "" }, "id", "is empty", "write it: use lower-case words joined by hyphens"],
  [{ id: "No_Id" }, "id", '"No_Id" is not a valid id', 'use lower-case words joined by hyphens, such as "no-id"'],
  [{ reproduction: "site" }, "because", "is empty", "write it"],
  [{ messages: "see /home/alice/x" }, "messages", "\"alice\" looks like the name of a person", "write <*>"],
  [{ title: "Ask jdoe@uni.no" }, "title", '"jdoe@uni.no" is an e-mail address', "write <e-mail>"],
  [{ summary: `${"word ".repeat(9)}\nor /home/alice/x` }, "summary",
    "line 2: \"alice\" looks like the name of a person", "write <user>"],
])) {
  test(`problem of ${JSON.stringify(changes).slice(0, 60)}`, () => {
    const [field, message, fix] = expected
    assert.deepEqual(judged(changes), [{ field, message, fix }])
  })
}

test("a known error needs another cause", () => {
  const [problem] = judged({}, [{ id: "nan-loss" }])
  assert.deepEqual([problem.field, problem.message, problem.id],
    ["messages", "are explained by nan-loss already", "nan-loss"])
  assert.deepEqual(judged({ other_cause: true }, [{ id: "nan-loss" }]), [])
})

test("problems come in the order of the fields", () => {
  assert.deepEqual(judged({ severity: "", title: "", id: "", frameworks: [] }).map(({ field }) => field),
    ["title", "id", "severity", "frameworks"])
})

test("what is too long for a file is named with its field", () => {
  const fix = "keep the whole file within 1,000 bytes"
  assert.deepEqual(sizeProblems({ title: 5, summary: 1500 }, "", 1000),
    [{ field: "summary", message: "is 1,500 characters long", fix }])
  assert.deepEqual(sizeProblems({ title: 5, summary: 600, sample: 601 }, "é".repeat(600), 1000),
    [{ field: "sample", message: "is the longest part of a file of 1,200 bytes", fix }])
  assert.deepEqual(sizeProblems({ title: 5 }, "short", 1000), [])
})

test("names and secrets are taken out wherever a rule or a path shows them", () => {
  assert.equal(redacted("cd /home/alice/x; ask alice, a.b@uni.no token=abcdefgh1"),
    "cd /home/<user>/x; ask <user>, <e-mail> token=<token>")
})

test("what only ended the job or warned of something explains no log", () => {
  const none = { unless: [], telltales: [], series: [], caused_by: [], narrows: null }
  const ended = "error: <*>: Exited with exit code <#>"
  const look = new FirstLook([
    { id: "axle-gone", kind: "crash", messages: ["the axle of the wheel is gone"], secondary: [], ...none },
    { id: "ended", kind: "crash", messages: [ended], secondary: [ended], ...none },
    { id: "worn", kind: "warning", messages: ["the spokes of the wheel are worn"], secondary: [], ...none },
  ])
  const rest = "the spokes of the wheel are worn\nsrun: error: node01: task 3: Exited with exit code 1\n"
  assert.deepEqual(look.explaining(rest), [])
  assert.deepEqual(look.explaining(`the axle of the wheel is gone\n${rest}`).map(({ id }) => id), ["axle-gone"])
})

test("title and id are made of a message", () => {
  assert.equal(titleOf("RuntimeError: axle <#> on <*> refused <*>"), "RuntimeError: axle … on … refused")
  assert.equal(titleOf("cuda:<#> is stale\n(<#> != <#>)"), "cuda:… is stale (… != …)")
  assert.equal(titleOf(undefined), "")
  assert.ok(titleOf("word ".repeat(40)).length <= 102)
  assert.equal(idLike("RuntimeError: The Axle on it is broken"), "the-axle-on-it")
})

test("the address of the new file brings the file along where it is short", () => {
  const file = { category: "numerics", id: "axle", yaml: "a: b\n" }
  assert.deepEqual(newFileAddress("https://h/r", file), {
    address: "https://h/r/new/main/errors/numerics?filename=axle.yml&value=a%3A+b%0A", hasContent: true,
  })
  assert.deepEqual(newFileAddress("https://h/r", { ...file, yaml: "x".repeat(6000) }), {
    address: "https://h/r/new/main/errors/numerics?filename=axle.yml", hasContent: false,
  })
})

test("YAML quotes messages and what YAML 1.1 takes for something else", () => {
  const yaml = yamlOf({ title: "yes", clusters: ["any"], symptom: { messages: ["a"] }, text: "a\nb\n" }, "# first")
  assert.equal(yaml, [
    "# first", 'title: "yes"', "clusters: [any]", "symptom:", "  messages:", '    - "a"', "text: |", "  a", "  b", "",
  ].join("\n"))
})
