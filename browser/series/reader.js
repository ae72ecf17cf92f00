/** Gathers the series of a log as its lines pass, as trainwreck/series/reader.py does. */

import {
  LIMITS, RESTART, RESTARTING, RESUME, SIGNS_OF_CHECKPOINTS, TELLING, TIME, TRIAL,
} from "./metric-data.js"
import { parse } from "./line-parser.js"
import { Series } from "./points.js"
import { Progress } from "./progress.js"
import { SpikeWatch } from "./spikes.js"
import { Steps } from "./steps.js"
import { Table } from "./table.js"

/** @import { Line } from "../matching/normalizer.js" */
/** @import { Reading } from "./line-parser.js" */
/** @import { Step } from "./steps.js" */

const {
  strides: STRIDES, many_lines: MANY_LINES, least_lines: LEAST_LINES, usual_length: USUAL_LENGTH,
} = LIMITS

/** Where one rank is. */
class Source {
  table = new Table()
  /** @type {number | null} */
  epoch = null
  /** @type {number | null} */
  step = null
  /** @type {[number, number] | null} Epoch and step of the last line with a metric of training. */
  position = null
  /** @type {[number, number] | null} */
  first = null
  lastLine = 0
  /** Lines that may hold a number. */
  seen = 0
  /** How many of them were read at the present pace. */
  parsed = 0
  pace = 0
  /** @type {Line | null} The last line, if it was not read. */
  skipped = null
}

/** Reads the lines of one log. */
export class SeriesReader {
  /** @type {Map<string, Series>} */
  #series = new Map()
  /** @type {Map<string | null, Source>} */
  #sources = new Map()
  #readTo = 0
  #position = 0
  #size = 0
  #hasUntimed = false
  #restartLine = 0
  #resumeLine = 0

  #spikes = new SpikeWatch()

  /** The last sign of life. */
  progress = new Progress()
  /** The steps of each rank. */
  steps = new Steps()

  /** The series so far, in the order in which they begin. */
  get series() {
    return [...this.#series.values()]
  }

  /**
   * Read the next lines; those that were read before are left out.
   *
   * @param {Line[]} lines Lines of the log.
   */
  read(lines) {
    const last = this.#readTo
    for (const line of lines) {
      if (line.number <= last || !line.raw) continue
      this.#advance(line)
      this.#hasUntimed ||= !line.timed
      this.#line(line)
    }
  }

  /**
   * Go on to a line. Those before it that were not read count as long as the others.
   *
   * @param {Line} line
   */
  #advance({ number, raw }) {
    const skipped = Math.max(0, number - this.#readTo - 1)
    const usual = this.#position ? Math.floor(this.#size / this.#position) : USUAL_LENGTH
    this.#size += skipped * usual + raw.length + 1
    this.#position += skipped + 1
    this.#readTo = number
  }

  /** End the log: read the last line of each rank even if those before it were skipped. */
  end() {
    for (const source of this.#sources.values()) {
      const line = source.skipped
      source.skipped = null
      if (line) this.#parse(line, source)
    }
    this.progress.end()
  }

  /** @param {Line} line */
  #line(line) {
    const { text, number } = line
    const known = this.#sources.get(line.source)
    if (SIGNS_OF_CHECKPOINTS.some(sign => text.includes(sign))) {
      this.progress.readCheckpoint(number, text, known?.step ?? null, known?.epoch ?? null)
    }
    const small = text.toLowerCase()
    if (RESTARTING.some(word => small.includes(word)) && RESTART.test(text)) {
      this.#restartLine = number
      if (RESUME.test(text)) this.#resumeLine = number
    }
    const trial = small.includes("trial ") ? TRIAL.exec(text) : null
    if (trial) {
      const step = { line: number, size: this.#size, place: [0, Number(trial[1])], isPrompt: true }
      this.steps.add(line.source, /** @type {Step} */ (step))
    }
    if (!TELLING.some(word => small.includes(word)) && !known?.table.hasBegun) return
    const source = known ?? new Source()
    if (!known) this.#sources.set(line.source, source)
    if (small.includes("nan") || this.#isDue(source)) {
      source.skipped = null
      this.#parse(line, source)
    } else {
      source.skipped = line
      if (this.#spikes.isSpike(text)) this.#note(line)
    }
  }

  /**
   * Tell whether the next line is read: of many lines only one in so many.
   *
   * @param {Source} source
   */
  #isDue(source) {
    source.seen += 1
    if (source.seen % STRIDES[source.pace]) return false
    source.parsed += 1
    if (source.parsed >= Math.max(LEAST_LINES, Math.floor(MANY_LINES / this.#sources.size))) {
      source.parsed = 0
      source.pace = Math.min(source.pace + 1, STRIDES.length - 1)
    }
    return true
  }

  /**
   * @param {Line} line
   * @param {Source} source
   */
  #parse(line, source) {
    const reading = source.table.read(line.text) ?? parse(line.text)
    if (reading) this.#add(line, source, reading)
  }

  /**
   * @param {Line} line
   * @param {Source} source
   * @param {Reading} reading
   */
  #add(line, source, reading) {
    const { values, step, epoch: own, isBar } = reading
    if (!values.length) {
      // A line of its own names the epoch of those that follow.
      if (own !== null && step === null) source.epoch = own
      return
    }
    const epoch = own ?? source.epoch
    if (values.some(([metric]) => !metric.startsWith("val_"))) this.#move(line, source, epoch, reading)
    for (const [metric, name, value] of values) {
      const point = { line: line.number, step, epoch, value }
      this.#get(line.source, metric, name, isBar)?.add(point, this.#position)
      if (metric === "loss" && !isBar) this.#spikes.learn(line.text, value)
    }
  }

  /**
   * Note the numbers of a line beside an even sample.
   *
   * @param {Line} line
   */
  #note({ number, text, source }) {
    const { values = [], step = null, epoch = null } = parse(text) ?? {}
    for (const [metric, name, value] of values) {
      this.#series.get(keyOf(source, metric, name))?.note({ line: number, step, epoch, value })
    }
  }

  /**
   * Note where the rank is, and whether its position went back.
   *
   * @param {Line} line
   * @param {Source} source
   * @param {number | null} epoch
   * @param {Reading} reading
   */
  #move(line, source, epoch, { step, isBar }) {
    if (epoch === null && step === null) return
    const { position: before, lastLine } = source
    /** @type {[number, number]} */
    const position = [epoch ?? 0, step ?? 0]
    // If all lines have a time, a logger may not have added it.
    const isPrompt = isBar || (line.timed && this.#hasUntimed)
    this.steps.add(line.source, { line: line.number, size: this.#size, place: position, isPrompt })
    source.position = position
    source.lastLine = line.number
    source.first ??= position
    source.epoch = epoch
    source.step = step
    const wentBack = before !== null && isBefore(position, before)
    const resumes = before !== null && this.#resumeLine > lastLine
    const restarts = resumes || (wentBack && this.#restartLine > lastLine)
    if (wentBack || restarts) this.#noteReset(line, restarts && isBefore(source.first, position))
    const run = this.progress.runs.at(-1)
    const isNew = restarts && run !== undefined && run.line < this.#restartLine
    this.progress.step(line.number, step, epoch, timeOf(line), isNew)
  }

  /**
   * @param {Line} line
   * @param {boolean} isResume
   */
  #noteReset(line, isResume) {
    for (const series of this.#series.values()) {
      if (series.source === line.source) (isResume ? series.resumes : series.resets).push(line.number)
    }
  }

  /**
   * @param {string | null} source
   * @param {string} metric
   * @param {string} name
   * @param {boolean} isBar
   */
  #get(source, metric, name, isBar) {
    const key = keyOf(source, metric, name)
    let series = this.#series.get(key)
    if (!series && this.#series.size < LIMITS.most_series) {
      series = new Series(metric, name, source, isBar)
      this.#series.set(key, series)
    }
    return series
  }
}

/**
 * @param {string | null} source
 * @param {string} metric
 * @param {string} name
 */
function keyOf(source, metric, name) {
  return JSON.stringify([source, metric, name])
}

/**
 * @param {[number, number]} one
 * @param {[number, number]} other
 */
function isBefore(one, other) {
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1])
}

/** @param {Line} line */
function timeOf({ raw }) {
  return TIME.exec(raw.slice(0, LIMITS.time_reach))?.groups?.time ?? null
}
