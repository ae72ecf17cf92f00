/**
 * The one-sentence verdict on a log, and hints where to look for a cause that it doesn't show, as
 * trainwreck/matching/verdict.py words them.
 */

import data from "#data/matching.json" with { type: "json" }

import { compiled } from "../common/patterns.js"
import { isSecondaryAbort } from "./aborts.js"
import { beginning, isDecimal, lengthOf, numberOf, stripped } from "./characters.js"
import { compareSources } from "./results.js"

/** @import { Failure } from "./failure-reports.js" */
/** @import { JobFacts } from "./job-facts.js" */
/** @import { Match } from "./results.js" */

/**
 * @typedef {object} JudgedLog What is known of a log.
 * @property {Match[]} matches What was found, ranked.
 * @property {Failure[]} failures What the log reports in a general form.
 * @property {JobFacts} facts What it says about the job.
 * @property {(id: string) => { verdict: string, kind: string }} entryOf Returns an entry.
 * @property {string} survived That the job went on after the first match; "" where the log doesn't show it.
 */

const ITS = /(?<![\p{L}\p{N}_])its(?![\p{L}\p{N}_])/gu
const { most_listed: MOST_LISTED, longest_quote: LONGEST_QUOTE, warning: WARNING } = data.results
const { only_warning: ONLY_WARNING, same_calls: SAME_CALLS } = data.results
const ENDED_BY_SLURM = compiled(data.results.ended_by_slurm)
/** @type {Map<string, string>} What the verdict calls what Slurm cancels. */
const SUBJECTS = new Map(Object.entries(data.results.subjects))

/**
 * Return one sentence: what happened, to whom, and what followed.
 *
 * @param {JudgedLog} log What is known of the log.
 * @param {number} lineCount Lines read.
 * @returns {string} The sentence.
 */
export function verdict(log, lineCount) {
  const { matches: [first], failures, facts } = log
  if (!first) return noMatch(failures, lineCount)
  const said = `${subject(first, facts)} ${predicate(first, log)}`
  if (isWarning(first, log) && !failures.length)
    return `${ONLY_WARNING}${said.charAt(0).toLowerCase()}${said.slice(1)}.`
  if (first.role !== "symptom") {
    const next = log.survived || followed(log)
    return next ? `${said}; ${next}.` : `${said}.`
  }
  const [missing, how] = missingRanks(failures, facts, first)
  const isSaid = String(missing) === String(first.ranks)
  return missing.length && !isSaid ? `${said}; ${listed(missing)} ${how}.` : `${said}.`
}

/**
 * Return where to look next where the log shows no more than a symptom.
 *
 * @param {JudgedLog} log What is known of the log.
 * @returns {string[]} One sentence per place, without their periods.
 */
export function hints({ matches: [found], failures, facts }) {
  if (found?.role !== "symptom") return []
  const files = facts.errorFiles.map(file => `torchrun wrote a traceback to ${file}`)
  const said = [...places(facts.waiting), ...files]
  const [missing, how] = missingRanks(failures, facts, found)
  if (missing.length) said.unshift(missingHint(missing, how, facts))
  const first = failures.find(one => one.isFirst && one.code !== null && !isSecondaryAbort(one))
  if (first) {
    const how = isDecimal(first.source) ? `was rank ${first.source},` : "ended"
    said.push(`The first process to fail ${how} with ${first.text}${meaning(first)}`)
  }
  return said
}

/**
 * Return in which collectives ranks waited, if they are few different ones. The log doesn't say which of
 * them are of the same process group.
 *
 * @param {Map<string, string>} waiting
 */
function places(waiting) {
  /** @type {Map<string, string[]>} */
  const ranks = new Map()
  for (const [rank, call] of waiting) {
    const those = ranks.get(call)
    if (those) those.push(rank)
    else ranks.set(call, [rank])
  }
  if (ranks.size < 2 || ranks.size > MOST_LISTED) return []
  const calls = [...ranks].sort(([one], [other]) => (one < other ? -1 : 1))
  const said = calls.map(([call, those]) => `${listed(those)} in ${call}`).join(", ")
  return [`Not all waited in the same call: ${said}. ${SAME_CALLS}`]
}

/**
 * @param {string[]} missing
 * @param {string} how
 * @param {JobFacts} facts
 */
function missingHint(missing, how, { nodeOf }) {
  const nodes = [...new Set(missing.flatMap(rank => nodeOf.get(rank) ?? []))].sort()
  const where = nodes.length ? ` on ${nodes.join(", ")}` : ""
  const them = missing.length === 1 ? "that rank" : "these ranks"
  return `${capitalized(listed(missing))}${where} ${how}: look at the log and the state of ${them}`
}

/**
 * Return the ranks to look at where the log shows no cause, and what is known of them.
 *
 * @param {Failure[]} failures
 * @param {JobFacts} facts
 * @param {Match} symptom
 * @returns {[string[], string]}
 */
function missingRanks(failures, facts, symptom) {
  if (facts.lost.length) return [[...facts.lost].sort(compareSources), "stopped responding"]
  return [silentRanks(failures, facts, symptom.ranks), "printed no error"]
}

/**
 * Return the ranks that failed or hung without an error message of their own.
 *
 * @param {Failure[]} failures
 * @param {JobFacts} facts
 * @param {string[]} reporting Ranks that only report that something else failed.
 */
function silentRanks(failures, { worldSize }, reporting) {
  const loud = failures.filter(({ kind, isSecondary }) => kind !== "exit-code" && !isSecondary)
  const heard = new Set(loud.map(({ source }) => source).filter(isDecimal))
  const missing = new Set(between(new Set([...heard, ...reporting.filter(isDecimal)])))
  if (heard.size) {
    const ended = failures.filter(({ code }) => code !== null).map(({ source }) => source).filter(isDecimal)
    const all = Array.from({ length: worldSize }, (_, rank) => String(rank))
    for (const rank of [...ended, ...all]) if (!heard.has(rank)) missing.add(rank)
  }
  return [...missing].sort(compareSources)
}

/**
 * Return the ranks between those that were heard if they are few: the log has their node.
 *
 * @param {Set<string | null>} heard
 */
function between(heard) {
  const numbers = new Set([...heard].map(rank => numberOf(rank ?? "")))
  if (!numbers.size) return []
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  if (2 * (last - first + 1 - numbers.size) >= numbers.size) return []
  const all = Array.from({ length: last - first }, (_, index) => first + index)
  return all.filter(rank => !numbers.has(rank)).map(String)
}

/**
 * @param {Match} match
 * @param {JudgedLog} log
 */
function isWarning({ id, role }, { entryOf }) {
  return id !== null && role !== "consequence" && entryOf(id).kind === WARNING
}

/**
 * @param {Failure[]} failures
 * @param {number} lineCount
 */
function noMatch(failures, lineCount) {
  const lines = lineCount === 1 ? "1 line" : `${lineCount.toLocaleString("en")} lines`
  const shown = failures.find(({ kind }) => kind === "exception") ?? failures[0]
  if (!shown && !lineCount) return "No match: the log is empty."
  if (!shown) return `No match: ${lines} without a known error message.`
  const who = isDecimal(shown.source) ? `Rank ${shown.source} reported` : "The log reports"
  return `No match. ${who} ${quoted(shown.text)}, which no entry explains yet.`
}

/**
 * @param {Match} match
 * @param {JobFacts} facts
 */
function subject(match, { nodeOf }) {
  const ranks = match.ranks.filter(isDecimal)
  const nodes = match.nodes.length ? match.nodes : ranks.flatMap(rank => nodeOf.get(rank) ?? [])
  const where = new Set(nodes).size === 1 ? ` on ${nodes[0]}` : ""
  if (ranks.length) return capitalized(listed(ranks)) + where
  const ended = ENDED_BY_SLURM.exec(match.lines[0].text)
  if (ended) return SUBJECTS.get(ended[1]) ?? ""
  return where ? `A process${where}` : "The job"
}

/**
 * @param {Match} match
 * @param {JudgedLog} log
 */
function predicate({ id, lines, ranks }, { failures, entryOf }) {
  const said = id === null
    ? unknown(/** @type {Failure} */ (failures.find(({ line }) => line === lines[0].number)))
    : entryOf(id).verdict
  return ranks.filter(isDecimal).length > 1 ? plural(said) : said
}

/** @param {Failure} failure */
function unknown({ kind, text }) {
  if (kind === "exception") return `failed with ${quoted(text)}, which no entry explains yet`
  if (kind === "signal") return `was ended by ${text}`
  return `ended with ${text} and printed no exception`
}

/**
 * Return what the consequences were, for the ranks that are not the cause's own.
 *
 * @param {JudgedLog} log
 */
function followed({ matches, entryOf }) {
  const own = new Set(matches.filter(({ role }) => role === "cause").flatMap(({ ranks }) => ranks))
  for (const { role, id, ranks: all } of matches) {
    const ranks = all.filter(rank => isDecimal(rank) && !own.has(rank))
    if (role !== "consequence" || id === null || !ranks.length) continue
    if (ranks.length === 1) return `rank ${ranks[0]} then ${entryOf(id).verdict}`
    return `${ranks.length} other ranks then ${plural(entryOf(id).verdict)}`
  }
  return ""
}

/** @param {string} predicate */
function plural(predicate) {
  return predicate.replace(/^was /, "were ").replace(ITS, "their")
}

/** @param {string[]} ranks */
function listed(ranks) {
  const sorted = [...ranks].sort(compareSources)
  if (sorted.length === 1) return `rank ${sorted[0]}`
  const last = sorted[sorted.length - 1]
  if (sorted.length <= MOST_LISTED) return `ranks ${sorted.slice(0, -1).join(", ")} and ${last}`
  const [from, to] = [numberOf(sorted[0]), numberOf(last)]
  return to - from === sorted.length - 1 ? `ranks ${from} to ${to}` : `${sorted.length} ranks`
}

/** @param {string} text */
function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** @param {string} text */
function quoted(text) {
  const line = stripped(text).replace(/[.:]+$/, "")
  if (lengthOf(line) <= LONGEST_QUOTE) return `"${line}"`
  const shown = beginning(line, LONGEST_QUOTE)
  const end = shown.lastIndexOf(" ")
  return `"${end < 0 ? shown : shown.slice(0, end)} …"`
}

/** @param {Failure} failure */
function meaning({ kind, code }) {
  if (kind !== "exit-code" || code !== 1) return ""
  return ": usually a Python exception, printed above or in that rank's own log"
}
