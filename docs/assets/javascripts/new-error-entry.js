/* From the answers of the form to the entry and its YAML, as trainwreck/new_entry.py writes it. Defines
 * TrainwreckNewEntry.
 */

globalThis.TrainwreckNewEntry = (() => {
  "use strict"

  const FENCE = /^ {0,3}(?:`{3}|~{3})/mu
  // What turns the order of writing or is no text at all.
  const UNWANTED = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
  const LINE_ENDS = /\r\n?|[\v\f\x85\u2028\u2029]/g
  // Every YAML reads these the same; other line ends, say, need an escape.
  const PLAIN = /^[\n\x20-\x7e\xa1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u

  /**
   * Puts answers into words that an entry may hold.
   *
   * @param {object} raw What stands in the fields, by name: text, or a list of chosen words.
   * @param {TrainwreckNewLog} log Takes names out of the sample, and white space from ends.
   * @returns {object} The answers: lines without space at their ends and without characters that
   *   cannot be seen; `messages` as a list.
   */
  function answers(raw, log) {
    const { printable } = TrainwreckReport
    const line = text => printable(log.stripped(text))
    const block = text => {
      const kept = text.replace(LINE_ENDS, "\n").replace(UNWANTED, "\ufffd").replace(/^\n+|\s+$/g, "")
      return kept.trim() && `${kept}\n`
    }
    const lines = [
      "title", "id", "verdict", "versions", "cause", "first_step", "fix_title", "fix_danger",
      "action_reason", "because",
    ]
    const blocks = ["summary", "confirm", "fix_text", "error", "cure"]
    return {
      ...raw,
      ...Object.fromEntries(lines.map(name => [name, line(raw[name])])),
      ...Object.fromEntries(blocks.map(name => [name, block(raw[name])])),
      messages: raw.messages.split("\n").map(line).filter(Boolean),
      sample: sample(log.redacted(raw.sample.replaceAll("\r\n", "\n").replaceAll("\0", "")), log),
    }
  }

  /* As textwrap.dedent() and strip() of Python do it. */
  function sample(text, log) {
    const lines = text.split("\n").map(line => (/^[ \t]*$/.test(line) ? "" : line))
    const indents = lines.filter(Boolean).map(line => line.match(/^[ \t]*/)[0])
    let margin = indents[0] ?? ""
    for (const indent of indents) {
      while (!indent.startsWith(margin)) margin = margin.slice(0, -1)
    }
    const kept = lines.map(line => line.slice(margin.length)).join("\n")
    const said = log.stripped(kept)
    return said && `${said}\n`
  }

  /**
   * Makes the entry: what was answered, and prompts for the rest.
   *
   * @param {object} given As `answers()` returns it.
   * @param {object} skeleton An entry of which nothing is known, with its prompts.
   * @param {string} today Day of the proof, YYYY-MM-DD.
   * @returns {object} The content of the file.
   */
  function entry(given, skeleton, today) {
    const [step] = skeleton.fix
    return {
      ...skeleton,
      title: given.title,
      verdict: given.verdict || skeleton.verdict,
      severity: given.severity,
      time_to_diagnose: given.time_to_diagnose,
      clusters: given.clusters,
      frameworks: given.frameworks,
      symptom: {
        ...skeleton.symptom,
        kind: given.kind,
        summary: given.summary || skeleton.symptom.summary,
        ...(given.messages.length && { messages: given.messages }),
        ...(given.sample && { samples: [given.sample] }),
      },
      confirm: given.confirm || skeleton.confirm,
      cause: given.cause || skeleton.cause,
      fix: [{
        title: given.fix_title || step.title,
        ...(given.fix_danger && { danger: given.fix_danger }),
        text: given.fix_text || step.text,
      }],
      first_step: given.first_step || skeleton.first_step,
      action: {
        decision: given.action || skeleton.action.decision,
        reason: given.action_reason || skeleton.action.reason,
      },
      reproduction: reproduction(given, skeleton.reproduction),
      verified: {
        ...skeleton.verified, date: today, versions: given.versions || skeleton.verified.versions,
      },
    }
  }

  function reproduction(given, prompts) {
    if (given.reproduction === "") return prompts
    if (given.reproduction !== "script") return { exempt: given.reproduction, because: given.because }
    return { error: fenced(given.error) || prompts.error, fix: fenced(given.cure) || prompts.fix }
  }

  function fenced(text) {
    if (!text || FENCE.test(text)) return text
    return `\`\`\`${text.trimStart().startsWith(">>>") ? "python" : "bash"}\n${text}\`\`\`\n`
  }

  /**
   * Writes the file.
   *
   * @param {object} entry As `entry()` returns it.
   * @param {string} schemaLine The first line.
   * @returns {string} YAML.
   */
  function yaml(entry, schemaLine) {
    const text = jsyaml.dump(entry, {
      lineWidth: -1,
      noRefs: true,
      quoteStyle: "double",
      // What YAML 1.1 takes for something else than text is quoted.
      schema: jsyaml.YAML11_SCHEMA,
      transform: documents => jsyaml.visit(documents, style),
    })
    return `${schemaLine}\n${text}`
  }

  function style(node) {
    if (node.kind === "scalar" && !PLAIN.test(node.value)) {
      node.style = jsyaml.SCALAR_STYLE.DOUBLE_QUOTED
    } else if (node.kind === "scalar" && node.value.endsWith("\n")) {
      node.style = jsyaml.SCALAR_STYLE.LITERAL_BLOCK
    }
    if (node.kind !== "mapping") return
    for (const { key, value } of node.items) {
      if (key.value === "clusters" || key.value === "frameworks") {
        value.style = jsyaml.COLLECTION_STYLE.FLOW
      } else if (key.value === "messages") {
        for (const item of value.items) item.style = jsyaml.SCALAR_STYLE.DOUBLE_QUOTED
      } else if (key.value === "date") {
        value.tag = "tag:yaml.org,2002:timestamp"
      }
    }
  }

  return { answers, entry, yaml }
})()
