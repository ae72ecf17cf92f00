/**
 * What a log and the catalog tell of a new error, as trainwreck/drafting/first_look.py does.
 */

import data from "#data/drafting.json" with { type: "json" }

import { Engine, beginning } from "../matching/index.js"
import { compiled } from "../common/patterns.js"
import { beforeLastSpace, proposals } from "./proposals.js"

/** @import { MatchedEntry } from "../common/types.js" */
/** @import { KnownMatch } from "../matching/results.js" */
/** @import { Proposal } from "./proposals.js" */

const { limits: LIMITS, patterns: PATTERNS } = data
const PLACEHOLDER = compiled(PATTERNS.gap, "g")
const SPACE = compiled(PATTERNS.space, "g")
const EXCEPTION_NAME = compiled(PATTERNS.exceptionName, "g")
const PLAIN_WORD = compiled(PATTERNS.plainWord, "g")

/** Knows the entries that there are. */
export class FirstLook {
  #engine

  /** @param {MatchedEntry[]} entries Entries of the catalog. */
  constructor(entries) {
    this.#engine = new Engine(entries)
  }

  /**
   * Return the entries that already explain something.
   *
   * @param {string[]} texts Messages, or lines of a log.
   * @returns {KnownMatch[]} Certain and likely matches, the surest first.
   */
  known(texts) {
    return this.#engine.search(texts.join("\n"))
      .filter(({ confidence }) => confidence !== "possible")
      .sort((a, b) => b.weight - a.weight)
  }

  /**
   * Return the entries that may explain why a job failed: neither consequences nor warnings.
   *
   * @param {string} log A log, without names.
   * @returns {KnownMatch[]} As `known()` does.
   */
  explaining(log) {
    return this.known([log])
      .filter(({ id, role }) => role === "cause" && this.#engine.relations.kind(id) !== "warning")
  }

  /**
   * Propose messages made of the lines that look like errors.
   *
   * @param {string} log A log, without names.
   * @returns {Proposal[]} The likeliest first, those that lead to other entries last.
   */
  proposals(log) {
    return proposals(log)
      .map(proposal => ({ proposal, isKnown: this.known([proposal.message]).length > 0 }))
      .sort((a, b) => Number(a.isKnown) - Number(b.isKnown))
      .map(({ proposal }) => proposal)
  }
}

/**
 * Make a title of a message.
 *
 * @param {string | undefined} message The first message.
 * @returns {string} The title; empty where there is no message.
 */
export function titleOf(message = "") {
  const text = message.replace(PLACEHOLDER, "…").replace(SPACE, " ").replace(/^[ …]+|[ …]+$/gu, "")
  return [...text].length > LIMITS.title ? `${beforeLastSpace(beginning(text, LIMITS.title))} …` : text
}

/**
 * Make an id of a title.
 *
 * @param {string} title The title.
 * @returns {string} Its first words, joined by hyphens.
 */
export function idLike(title) {
  const words = title.replace(EXCEPTION_NAME, "").toLowerCase().match(PLAIN_WORD) ?? []
  return words.slice(0, LIMITS.wordsOfAnId).join("-")
}
