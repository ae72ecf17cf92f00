/**
 * Bundles the modules of browser/ into the scripts of the site:
 *
 *     node browser/build/bundle.js DATA TARGET
 *
 * DATA is a folder with what macros/scripts/shared_data.py writes; the scripts and the licenses of what they
 * contain are written to TARGET. On a failure the reasons go to the standard error, and nothing else.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import * as esbuild from "esbuild"

import { ENTRY_POINTS, GLOBALS } from "./entry-points.js"
import { writeValidator } from "./validator.js"

const SOURCES = path.resolve(import.meta.dirname, "..")
const PACKAGES = path.resolve(SOURCES, "..", "node_modules")
/** Browsers of the last years: what the scripts use is in all of these. */
const TARGET = "es2022"

const [data, target] = process.argv.slice(2).map(argument => path.resolve(argument))

async function bundle() {
  await mkdir(target, { recursive: true })
  await writeValidator(data)
  const built = await Promise.all(Object.entries(ENTRY_POINTS).map(([name, entry]) => {
    return bundleScript(/** @type {keyof typeof ENTRY_POINTS} */ (name), entry)
  }))
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs))
  await writeFile(path.join(target, "licenses.txt"), await licenses(inputs))
}

/**
 * @param {keyof typeof ENTRY_POINTS} name
 * @param {string} entry
 */
async function bundleScript(name, entry) {
  return esbuild.build({
    entryPoints: { [name]: path.join(SOURCES, entry) },
    outdir: target,
    absWorkingDir: SOURCES,
    bundle: true,
    minify: true,
    format: "iife",
    globalName: name in GLOBALS ? GLOBALS[/** @type {keyof typeof GLOBALS} */ (name)] : undefined,
    target: TARGET,
    // Modules are strict, and what is bundled of them stays so.
    tsconfigRaw: { compilerOptions: { alwaysStrict: true } },
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    nodePaths: [PACKAGES],
    plugins: [dataPlugin, await globalsPlugin(name)],
    logLevel: "silent",
  })
}

/** Finds the data of this build, wherever it is. @type {esbuild.Plugin} */
const dataPlugin = {
  name: "data",
  setup(build) {
    build.onResolve({ filter: /^#data\// }, ({ path: name }) => {
      return { path: path.join(data, name.slice("#data/".length)) }
    })
  },
}

/**
 * Return a plugin by which a script takes from a global variable what another script defines.
 *
 * @param {string} own Name of the script itself.
 * @returns {Promise<esbuild.Plugin>}
 */
async function globalsPlugin(own) {
  const others = Object.entries(GLOBALS).filter(([name]) => name !== own)
  const shared = new Map(await Promise.all(others.map(async ([name, variable]) => {
    const entry = path.join(SOURCES, ENTRY_POINTS[/** @type {keyof typeof GLOBALS} */ (name)])
    return /** @type {[string, string]} */ ([entry, await globalModule(entry, variable)])
  })))
  return {
    name: "globals",
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ path: name, resolveDir }) => {
        const file = path.resolve(resolveDir, name)
        return shared.has(file) ? { path: file, namespace: "global" } : undefined
      })
      build.onLoad({ filter: /.*/, namespace: "global" }, ({ path: file }) => {
        return { contents: shared.get(file) }
      })
    },
  }
}

/**
 * Return a module with the exports of `entry`, each read from a global variable when it is used:
 * workers load the script that defines it after they have started.
 *
 * @param {string} entry
 * @param {string} variable
 */
async function globalModule(entry, variable) {
  const { metafile } = await esbuild.build({
    entryPoints: [entry], outdir: target, absWorkingDir: SOURCES, bundle: true, format: "esm",
    write: false, metafile: true, nodePaths: [PACKAGES], plugins: [dataPlugin], logLevel: "silent",
  })
  const [{ exports: names }] = Object.values(metafile.outputs)
  const getters = names.map(name => `get ${name}() { return globalThis.${variable}.${name} }`)
  return `module.exports = { ${getters.join(", ")} }`
}

/**
 * Return the licenses of the packages that are among the bundled files.
 *
 * @param {string[]} inputs Their paths.
 */
async function licenses(inputs) {
  const names = inputs.map(input => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [])
  const texts = [...new Set(names.flat())].sort().map(async name => {
    const folder = path.join(PACKAGES, name)
    const { version } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"))
    const text = await readFile(path.join(folder, "LICENSE"), "utf8")
    return `${name} ${version}\n\n${text.trim()}\n`
  })
  return (await Promise.all(texts)).join("\n")
}

/** @param {unknown} error */
async function reasons(error) {
  const failure = /** @type {Partial<esbuild.BuildFailure>} */ (error)
  if (!failure.errors) return error instanceof Error ? error.message : String(error)
  return (await esbuild.formatMessages(failure.errors, { kind: "error" })).join("\n").trim()
}

try {
  await bundle()
} catch (error) {
  process.stderr.write(`${await reasons(error)}\n`)
  process.exitCode = 1
}
