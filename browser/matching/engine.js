/**
 * Diagnoses logs and finds entries by their messages, as trainwreck/matching/engine.py does. The
 * results are the same; tests/data/vectors.json makes sure of it.
 */

import { withSecondaryAborts } from "./aborts.js"
import { BareMatcher, isShort } from "./bare-messages.js"
import { codesIn } from "./code-sightings.js"
import { judge } from "./judgement.js"
import { Matcher } from "./matcher.js"
import { Relations } from "./relations.js"
import { matchOf, recommend, reported, survivedOf } from "./results.js"
import { Scanner } from "./scanner.js"
import { Collector, nothingSeen } from "./sightings.js"
import { trainingOf } from "./survival.js"
import { evaluate } from "../series/evaluation.js"
import { chosenSeries, shownProgress } from "../series/report.js"
import { hints, verdict } from "./verdict.js"

/** @import { CodeTable, DiagnosedEntry, MatchedEntry } from "../common/types.js" */
/** @import { CodeInLog } from "./code-sightings.js" */
/** @import { Evidence } from "../series/evaluation.js" */
/** @import { Sighting } from "./sightings.js" */
/** @import { Occurrence } from "./matcher.js" */
/** @import { Diagnosis, KnownMatch } from "./results.js" */

/** Knows the messages of a catalog and finds them. */
export class Engine {
  #entries
  /** @type {BareMatcher | null} Made for the first text that needs it. */
  #bareMatcher = null

  /** @param {MatchedEntry[]} entries The entries of the catalog. */
  constructor(entries) {
    this.#entries = entries
    this.matcher = new Matcher(entries)
    this.relations = new Relations(entries)
  }

  /**
   * Find messages in a text, as `Matcher.find()` does.
   *
   * @param {string} text A log or a part of it.
   * @returns {Occurrence[]} Where messages are.
   */
  find(text) {
    return this.matcher.find(text)
  }

  /** What knows messages without their exceptions, too. */
  get bareMatcher() {
    return this.#bareMatcher ??= new BareMatcher(this.#entries)
  }

  /**
   * Find the entries for a query, by the messages that it contains.
   *
   * @param {string} query What somebody is looking for.
   * @returns {KnownMatch[]} The causes, then symptoms, then consequences.
   */
  search(query) {
    return this.#containing(query, this.matcher)
  }

  /**
   * Find the entry for a query of a few lines, by a message that may lack its exception.
   *
   * @param {string} query What somebody is looking for.
   * @returns {KnownMatch[]} One entry; none where there are several.
   */
  searchBare(query) {
    const found = isShort(query) ? this.#containing(query, this.bareMatcher) : []
    return found.length === 1 ? found : []
  }

  /**
   * @param {string} query
   * @param {Matcher} matcher
   */
  #containing(query, matcher) {
    const collector = new Collector(true)
    collector.add(matcher.find(query), 0)
    const training = trainingOf(null, collector.facts)
    const findings = judge(collector.sightings, [], this.relations, training)
    // Without failures all that is found is an entry.
    return /** @type {KnownMatch[]} */ (findings.map(matchOf))
  }
}

/** Knows a catalog and diagnoses any number of logs. */
export class Diagnoser extends Engine {
  #entries

  /** @param {DiagnosedEntry[]} entries The entries of the catalog. */
  constructor(entries) {
    super(entries)
    this.#entries = new Map(entries.map(entry => [entry.id, entry]))
  }

  /**
   * Diagnose a whole log.
   *
   * @param {string} text The log.
   * @returns {Diagnosis} What explains it.
   */
  diagnose(text) {
    const scanner = this.read()
    scanner.add(text)
    return scanner.finish()
  }

  /**
   * Find the codes in a log that no entry explains.
   *
   * @param {Diagnosis} diagnosis What is known of the log.
   * @param {string} tail The end of the log.
   * @param {CodeTable[]} tables The tables of codes.
   * @returns {CodeInLog[]} The codes, in the order of their lines.
   */
  codes(diagnosis, tail, tables) {
    return codesIn(diagnosis, tail, tables, { matcher: this.matcher, entries: this.#entries })
  }

  /**
   * Begin to read a log in pieces.
   *
   * @returns {Scanner} Takes the pieces and returns the diagnosis.
   */
  read() {
    return new Scanner(this.matcher, new Collector(), (...read) => this.#explained(...read))
  }

  /**
   * @param {Collector} collector
   * @param {number} lineCount
   * @param {string} text The log if it is small; "" if it isn't.
   * @returns {Diagnosis}
   */
  #explained(collector, lineCount, text) {
    const diagnosis = this.#judged(collector, lineCount)
    const { matches, failures } = diagnosis
    // One match may be of a more general entry.
    if (matches.length > 1 || failures.length || !isShort(text)) return diagnosis
    const judged = (/** @type {[Collector, number]} */ ...[read, count]) => this.#judged(read, count)
    const scanner = new Scanner(this.bareMatcher, new Collector(), judged)
    scanner.add(text)
    const bare = scanner.finish()
    const isBetter = bare.matches.length === 1 && bare.matches[0].weight > (matches[0]?.weight ?? 0)
    return isBetter ? bare : diagnosis
  }

  /**
   * @param {Collector} collector
   * @param {number} lineCount
   * @returns {Diagnosis}
   */
  #judged(collector, lineCount) {
    const { facts, numbers } = collector
    collector.nameRanks()
    const sightings = this.#withNumbers(collector)
    const failures = withSecondaryAborts(collector.failures, sightings, this.relations)
    const training = trainingOf(numbers?.steps ?? null, facts, lineCount)
    const findings = judge(sightings, failures, this.relations, training)
    const matches = findings.map(matchOf)
    const entryOf = (/** @type {string} */ id) => /** @type {DiagnosedEntry} */ (this.#entries.get(id))
    const survived = findings[0] ? survivedOf(findings[0]) : ""
    const log = { matches, failures, facts, entryOf, survived }
    return {
      line_count: lineCount,
      verdict: verdict(log, lineCount),
      action: recommend(matches, entryOf, survived),
      matches,
      hints: hints(log),
      failures: failures.map(reported),
      progress: shownProgress(numbers?.progress.runs ?? [], failures),
      series: chosenSeries(numbers?.series ?? [], findings.map(({ sighting }) => sighting.evidence)),
    }
  }

  /**
   * Return what was seen of each entry, the entries that only numbers speak for included.
   *
   * @param {Collector} collector
   */
  #withNumbers({ sightings, numbers }) {
    numbers?.end()
    const series = numbers?.series ?? []
    if (!series.length) return sightings
    const found = new Map(sightings)
    for (const { id, series: conditions } of this.#entries.values()) {
      for (const condition of conditions) {
        const levels = found.get(id)
        const evidence = levels?.numbers ? null : evaluate(condition, series)
        if (evidence) found.set(id, { ...levels, numbers: sightingOf(evidence) })
      }
    }
    return found
  }
}

/**
 * @param {Evidence} evidence
 * @returns {Sighting}
 */
function sightingOf(evidence) {
  const { condition, said, point: { line }, series: { source } } = evidence
  return {
    ...nothingSeen(),
    first: [line, 0],
    message: condition,
    numbers: new Set([line]),
    lines: new Map([[line, said]]),
    sources: new Set(source === null ? [] : [source]),
    evidence,
  }
}
