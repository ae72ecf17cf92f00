/**
 * Diagnoses logs: puts matcher, scanner and collector together, as trainwreck/matching/engine.py
 * does. The results are the same; tests/data/vectors.json makes sure of it.
 */

import { Collector } from "./collector.js"
import { Matcher } from "./matcher.js"
import { rootsOf } from "./roots.js"
import { Scanner } from "./scanner.js"

/** @import { MatchedEntry } from "../shared/types.js" */
/** @import { Match } from "./collector.js" */
/** @import { Occurrence } from "./matcher.js" */

/** Knows a catalog and diagnoses any number of logs. */
export class Engine {
  #matcher
  #roots

  /** @param {MatchedEntry[]} entries The entries of the catalog. */
  constructor(entries) {
    this.#matcher = new Matcher(entries)
    this.#roots = rootsOf(entries)
  }

  /**
   * Diagnose a whole log.
   *
   * @param {string} text The log.
   * @returns {Match[]} What explains it: the causes, then their consequences.
   */
  diagnose(text) {
    const scanner = this.read()
    scanner.add(text)
    return scanner.finish()
  }

  /**
   * Begin to read a log in pieces.
   *
   * @returns {Scanner} Takes the pieces and returns what was found.
   */
  read() {
    return new Scanner(this.#matcher, new Collector(this.#roots))
  }

  /**
   * Find messages in a text, as `Matcher.find()` does.
   *
   * @param {string} text A log or a part of it.
   * @returns {Occurrence[]} Where messages are.
   */
  find(text) {
    return this.#matcher.find(text)
  }
}
