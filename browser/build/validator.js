/**
 * Compiles the JSON Schema of an entry to a function, ahead of time, so that the page which judges
 * by it needs no `unsafe-eval`:
 *
 *     node browser/build/validator.js FOLDER
 *
 * FOLDER contains schema.json and gets validate-entry.cjs.
 */

import { readFile, rename, writeFile } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

import { Ajv2020 } from "ajv/dist/2020.js"
import standaloneCode from "ajv/dist/standalone/index.js"

const ANNOTATIONS = new Set(["default", "description", "title"])
/** Keywords whose members are schemas by name; a name may be that of an annotation. */
const NAMED = new Set(["$defs", "properties"])

/**
 * Write the validator.
 *
 * @param {string} folder Contains schema.json.
 */
export async function writeValidator(folder) {
  const schema = JSON.parse(await readFile(path.join(folder, "schema.json"), "utf8"))
  const ajv = new Ajv2020({
    allErrors: true, strict: false, validateFormats: false, code: { source: true },
  })
  const code = standaloneCode(ajv, ajv.compile(withoutAnnotations(schema)))
  const target = path.join(folder, "validate-entry.cjs")
  // Whole or not at all: tests that run at the same time read it.
  const partial = `${target}.${process.pid}`
  await writeFile(partial, `// @ts-nocheck\n${code}\n`)
  await rename(partial, target)
}

/**
 * Return a schema that accepts the same and is shorter: without texts for people, and with plain
 * lists of the words of a vocabulary.
 *
 * @param {any} schema
 * @returns {any}
 */
function withoutAnnotations(schema) {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations)
  if (typeof schema !== "object" || schema === null) return schema
  /** @type {[string, any][]} */
  const kept = Object.entries(schema).filter(([name]) => !ANNOTATIONS.has(name))
  return Object.fromEntries(kept.map(([name, part]) => {
    const words = name === "oneOf" && part.map((/** @type {any} */ choice) => choice.const)
    if (words && words.every((/** @type {unknown} */ word) => typeof word === "string")) return ["enum", words]
    return [name, NAMED.has(name) ? mapped(part) : withoutAnnotations(part)]
  }))
}

/** @param {Record<string, any>} schemas */
function mapped(schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, part]) => {
    return [name, withoutAnnotations(part)]
  }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeValidator(process.argv[2])
