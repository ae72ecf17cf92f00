/** Writes an entry as YAML, as trainwreck/drafting/skeleton.py does. */

import { COLLECTION_STYLE, SCALAR_STYLE, YAML11_SCHEMA, dump, visit } from "js-yaml"

/** @import { MappingNode, Node } from "js-yaml" */

/** Every YAML parser reads these the same; other line ends, for example, need an escape. */
const PLAIN = /^[\n\x20-\x7e\xa1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u
const INLINE = ["clusters", "frameworks"]

/**
 * Write the file of an entry.
 *
 * @param {object} entry The content.
 * @param {string} firstLine The first line, which names the schema.
 * @returns {string} YAML.
 */
export function yamlOf(entry, firstLine) {
  const text = dump(entry, {
    lineWidth: -1,
    noRefs: true,
    quoteStyle: "double",
    // Quotes what YAML 1.1 reads as something other than text.
    schema: YAML11_SCHEMA,
    transform: documents => visit(documents, style),
  })
  return `${firstLine}\n${text}`
}

/** @param {Node} node */
function style(node) {
  if (node.kind === "scalar" && !PLAIN.test(node.value)) {
    node.style = SCALAR_STYLE.DOUBLE_QUOTED
  } else if (node.kind === "scalar" && node.value.endsWith("\n")) {
    node.style = SCALAR_STYLE.LITERAL_BLOCK
  }
  if (node.kind === "mapping") styleMembers(node)
}

/** @param {MappingNode} node */
function styleMembers(node) {
  for (const { key, value } of node.items) {
    const name = key.kind === "scalar" ? key.value : ""
    if (value.kind === "sequence" && INLINE.includes(name)) {
      value.style = COLLECTION_STYLE.FLOW
    } else if (value.kind === "sequence" && name === "messages") {
      for (const item of value.items) {
        if (item.kind === "scalar") item.style = SCALAR_STYLE.DOUBLE_QUOTED
      }
    } else if (value.kind === "scalar" && name === "date") {
      value.tag = "tag:yaml.org,2002:timestamp"
    }
  }
}
