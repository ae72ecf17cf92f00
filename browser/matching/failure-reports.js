/**
 * What single lines report: exceptions, aborts, signals and exits, as trainwreck/logs/failure_reports.py
 * reads them.
 */

import { beginning, numberOf } from "./characters.js"
import { ABORTS, REPORTS, RULES, SIGNALS, SIGNAL_TEXTS } from "./failure-rules.js"

/** @import { Line } from "./normalizer.js" */

/**
 * @typedef {"exception" | "signal" | "exit-code"} FailureKind The form in which a failure was reported.
 *
 * @typedef {object} Failure A failure that a log reports.
 * @property {FailureKind} kind
 * @property {string} text The exception with its message, "signal 11 (SIGSEGV)" or "exit code 1".
 * @property {number} line Number of the line that says it, from 1.
 * @property {number} firstLine Number of the first line of the report.
 * @property {number} lastLine Number of its last line.
 * @property {string | null} source Rank, host or process that it is about.
 * @property {string | null} node Host of the process.
 * @property {number | null} code Signal number or exit code; null for an exception.
 * @property {boolean} isSecondary Whether it only reports that another process or part failed.
 * @property {boolean} isFirst Whether a launcher names it as the first failure of the job.
 * @property {boolean} isLogged Whether code that writes to a log raised it, after which Python goes on.
 * @property {number} linesAfter Lines that the same source printed afterwards.
 * @property {string} pid Number of the process; empty where the report doesn't name it.
 * @property {boolean} isLocal Whether the source is a rank within its node, of which every node has one.
 *
 * @typedef {{ rank: string | null, host: string | null, isFirst: boolean, firstLine: number }} Summary
 *   The process that a launcher's summary is talking about, and the line that begins the report on it;
 *   0 where that is one line.
 */

/**
 * Return an exception.
 *
 * @param {Line} line The line that names it.
 * @param {string} text What it says.
 * @param {number} firstLine Number of the first line of the traceback.
 * @returns {Failure} The failure.
 */
export function exceptionOf({ number, source }, text, firstLine) {
  return {
    kind: "exception",
    text: beginning(text, RULES.longest_text),
    line: number,
    firstLine,
    lastLine: number,
    source,
    node: null,
    code: null,
    isSecondary: false,
    isFirst: false,
    isLogged: false,
    linesAfter: 0,
    pid: "",
    isLocal: false,
  }
}

/**
 * Read what code aborts for.
 *
 * @param {Line} line A line.
 * @param {string} text Its text.
 * @returns {Failure | null} The failure; null where the line tells of none.
 */
export function abortOf(line, text) {
  for (const pattern of ABORTS) {
    const groups = pattern.exec(text)?.groups
    if (groups?.said === undefined) continue
    const failure = exceptionOf(line, groups.said, line.number)
    const isSecondary = RULES.secondary.test(failure.text)
    return { ...failure, lastLine: line.number + ("next" in groups ? 1 : 0), isSecondary }
  }
  return null
}

/**
 * Read what a launcher, a shell or the scheduler says about a process that ended badly.
 *
 * @param {Line} line A line.
 * @param {string} text Its text.
 * @param {Summary} summary Whom a launcher's summary is talking about.
 * @param {Set<string>} endedByLauncher The processes that torchrun ends itself.
 * @returns {Failure | null} The failure; null where the line tells of none.
 */
export function endOf(line, text, summary, endedByLauncher) {
  for (const pattern of REPORTS) {
    const match = pattern.exec(text)
    if (match) return ended(line, match.groups ?? {}, summary, endedByLauncher)
  }
  return null
}

/**
 * @param {Line} line
 * @param {Record<string, string | undefined>} groups
 * @param {Summary} summary
 * @param {Set<string>} endedByLauncher
 * @returns {Failure | null}
 */
function ended(line, groups, summary, endedByLauncher) {
  const said = numberOf(groups.exit || "0")
  // What is further below zero than a signal is a status of Windows, as a number with a sign.
  const exit = said < -RULES.most_signals ? said + 2 * RULES.least_status : said
  const signal = exit < 0 ? -exit : signalOf(groups)
  const code = signal || exit
  if (!code) return null
  const pid = RULES.pid.exec(line.text)
  const isEnded = pid
    ? endedByLauncher.has(pid[1] ?? pid[2])
    : RULES.launcher_signals.includes(signal)
  return {
    ...exceptionOf(line, signal ? `signal ${named(signal)}` : exitText(exit), line.number),
    firstLine: summary.firstLine || line.number,
    kind: signal ? "signal" : "exit-code",
    source: groups.rank || groups.local || summary.rank || line.source,
    node: groups.node || summary.host,
    code,
    // An exit code says that the process gave up; its own message says why. A signal may be all.
    isSecondary: !signal || isEnded,
    isFirst: summary.isFirst || "first" in groups,
    pid: pid?.[1] ?? pid?.[2] ?? "",
    isLocal: groups.local !== undefined,
  }
}

/** @param {number} code */
function exitText(code) {
  return `exit code ${code}${code >= RULES.least_status ? ` (0x${code.toString(16).toUpperCase()})` : ""}`
}

/**
 * Give failures that name a rank within its node the rank that others name, or none where none does: every
 * node has such a one.
 *
 * @param {Failure[]} failures What a log reports.
 * @returns {Failure[]} The same with ranks of the job.
 */
export function withRanks(failures) {
  const named = new Map(failures.filter(({ pid, isLocal }) => pid && !isLocal).map(one => [one.pid, one]))
  return failures.map(failure => {
    if (!failure.isLocal) return failure
    const same = named.get(failure.pid)
    return { ...failure, source: same?.source ?? null, node: same?.node ?? null }
  })
}

/** @param {number} signal */
function named(signal) {
  const name = SIGNALS.get(signal)
  return name ? `${signal} (${name})` : String(signal)
}

/** @param {Record<string, string | undefined>} groups */
function signalOf({ signal, name, text }) {
  if (signal) return numberOf(signal)
  if (name) return [...SIGNALS].find(([, known]) => known === name)?.[0] ?? 0
  return SIGNAL_TEXTS.get(text ?? "") ?? 0
}
