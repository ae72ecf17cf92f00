/**
 * What a log says about the job itself: its ranks, their nodes, and how many there should be, as
 * trainwreck/logs/job_facts.py reads it.
 */

import data from "#data/failures.json" with { type: "json" }

import { compiled, compiledAtStart } from "../common/patterns.js"
import { beginning, isDecimal, numberOf, stripped } from "./characters.js"
import { RULES } from "./failure-rules.js"

/** @import { Line } from "./normalizer.js" */

const { facts, prefilters } = data
const FIXED_TEXTS = prefilters.facts
const MAY_TELL_SIZE = compiled(prefilters.world_sizes)
const WORLD_SIZES = facts.world_sizes.map(pattern => compiled(pattern))
const NODE_OF_RANK = facts.node_of_rank.map(compiledAtStart)
const NODES = facts.nodes.map(pattern => compiled(pattern))
const RANK_OF_PROCESS = compiled(facts.rank_of_process)
const LOST = compiled(facts.lost)
const LOST_WORKER = compiled(facts.lost_worker)
const LOST_RANK = compiledAtStart(facts.lost_rank)
const WAITING = compiled(facts.waiting)
const ERROR_FILE = compiled(facts.error_file)
const FINISHED = compiled(facts.finished)
const SIGNS_OF_END = facts.signs_of_end
const NOT_NODES = new Set(facts.not_nodes)
const { most_ranks: MOST_RANKS, most_files: MOST_FILES } = facts

/** Gathers facts as the lines of a log pass; memory grows with the ranks alone. */
export class JobFacts {
  /** @type {string | null} */
  #host = null
  /** @type {Set<string | null>} Sources whose next line may name a rank that was lost. */
  #listing = new Set()

  constructor() {
    /** Number of ranks that the job should have; 0 where the log doesn't say. */
    this.worldSize = 0
    /** @type {Map<string, string>} Node of each rank, as far as the log says. */
    this.nodeOf = new Map()
    /** @type {string[]} Ranks that the log says have stopped responding. */
    this.lost = []
    /** @type {Map<string, string>} The collective in which each rank timed out, with its number. */
    this.waiting = new Map()
    /** @type {Map<string, string>} Rank of each process, as far as the log says. */
    this.rankOf = new Map()
    /** @type {string[]} Files in which torchrun says that a traceback is. */
    this.errorFiles = []
    /** Number of the last line that says that training has come to its end; 0 where none does. */
    this.finished = 0
  }

  /** Whether the log says that the job has several ranks. */
  get hasSeveral() {
    return this.worldSize > 1 || this.nodeOf.size > 1
  }

  /**
   * Read the next lines of the log.
   *
   * @param {Line[]} lines The lines.
   */
  read(lines) {
    for (const line of lines) {
      const text = beginning(line.text, RULES.longest_line)
      if (this.#listing.size) this.#readLost(line, text)
      if (text.includes("heartbeats") && LOST.test(text)) this.#listing.add(line.source)
      if (text.includes("world_rank=")) this.#noteLost(LOST_WORKER.exec(text)?.[1])
      if (text.includes("SeqNum=")) this.#readWaiting(line, text)
      const small = text.toLowerCase()
      if (SIGNS_OF_END.some(sign => small.includes(sign)) && FINISHED.test(text)) this.finished = line.number
      // Few lines contain what all of these need.
      if (FIXED_TEXTS.some(part => text.includes(part))) this.#readText(text)
      if (this.nodeOf.size < MOST_RANKS) this.#readNodes(beginning(stripped(line.raw), RULES.longest_line))
    }
  }

  /** @param {string} text */
  #readText(text) {
    const file = ERROR_FILE.exec(text)?.[1]
    if (file !== undefined && this.errorFiles.length < MOST_FILES) this.errorFiles.push(file)
    this.#readProcess(text)
    if (!MAY_TELL_SIZE.test(text)) return
    for (const pattern of WORLD_SIZES) {
      const match = pattern.exec(text)
      if (match) this.worldSize = Math.max(this.worldSize, numberOf(match[1]))
    }
  }

  /**
   * @param {Line} line
   * @param {string} text
   */
  #readLost({ source }, text) {
    if (!this.#listing.has(source)) return
    const rank = LOST_RANK.exec(text)?.[1]
    if (rank === undefined) this.#listing.delete(source)
    else this.#noteLost(rank)
  }

  /** @param {string | undefined} rank */
  #noteLost(rank) {
    const isNew = rank !== undefined && !this.lost.includes(rank)
    if (isNew && this.lost.length < MOST_RANKS) this.lost.push(rank)
  }

  /**
   * @param {Line} line
   * @param {string} text
   */
  #readWaiting({ source }, text) {
    const groups = WAITING.exec(text)?.groups
    const rank = groups?.rank ?? source
    if (!groups || rank === null || !isDecimal(rank) || this.waiting.has(rank)) return
    if (this.waiting.size < MOST_RANKS) this.waiting.set(rank, `${groups.call} ${groups.number}`)
  }

  /** @param {string} text */
  #readProcess(text) {
    const { process, rank } = RANK_OF_PROCESS.exec(text)?.groups ?? {}
    if (process === undefined || this.rankOf.size >= MOST_RANKS) return
    // Processes of different hosts may have the same number.
    const known = this.rankOf.get(process) ?? rank
    this.rankOf.set(process, known === rank ? rank : process)
  }

  /** @param {string} text */
  #readNodes(text) {
    const host = RULES.summary_host.exec(text)
    const rank = host ? null : RULES.summary_rank.exec(text)
    if (host) [, this.#host] = host
    else if (rank && this.#host !== null && !NOT_NODES.has(this.#host)) this.#note(rank[1], this.#host)
    for (const pattern of NODE_OF_RANK) {
      const { node, ranks } = pattern.exec(text)?.groups ?? {}
      if (node !== undefined) for (const one of ranksOf(ranks)) this.#note(one, node)
    }
  }

  /**
   * @param {string} rank
   * @param {string} node
   */
  #note(rank, node) {
    if (!this.nodeOf.has(rank)) this.nodeOf.set(rank, node)
  }
}

/**
 * Yield the nodes that a line names.
 *
 * @param {Line} line A line of a log.
 * @yields {string} Each as the line has it.
 */
export function* nodesIn({ raw }) {
  const text = beginning(stripped(raw), RULES.longest_line)
  for (const pattern of NODES) {
    const node = pattern.exec(text)?.slice(1).find(group => group)
    if (node && !NOT_NODES.has(node)) yield node
  }
}

/**
 * Yield the ranks in a list as Slurm prints it: `0-2,5` or `[0-2,5]`.
 *
 * @param {string} listed The list.
 * @yields {string} The number of a rank.
 */
export function* ranksOf(listed) {
  for (const part of listed.replace(/^[[\]]+|[[\]]+$/g, "").split(",")) {
    const hyphen = part.indexOf("-")
    const first = hyphen < 0 ? part : part.slice(0, hyphen)
    const last = hyphen < 0 ? "" : part.slice(hyphen + 1)
    if (!isDecimal(first) || (last && !isDecimal(last))) continue
    const stop = Math.min(numberOf(last || first), numberOf(first) + MOST_RANKS)
    for (let rank = numberOf(first); rank <= stop; rank += 1) yield String(rank)
  }
}
