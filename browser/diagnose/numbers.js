/** Shows what the numbers in a log say: the last sign of life, and a plot for each condition that holds. */

import { make, printable } from "../common/elements.js"
import { loadScript } from "../common/site.js"
import { draw } from "./plot.js"

/** @import { Diagnosis } from "../matching/results.js" */
/** @import { ShownEvidence, ShownRun, ShownSeries } from "../series/report.js" */
/** @import { Curve } from "./plot.js" */

const MOST_RUNS = 3
const MOST_ROWS = 12

/**
 * Show the last steps and checkpoints of a job.
 *
 * @param {Diagnosis["progress"]} progress What the log says of them.
 * @returns {HTMLElement[]} One element; none where the log names no step.
 */
export function progressElements({ runs, failed }) {
  if (!runs.length) return []
  const shown = runs.slice(-MOST_RUNS)
  const lines = shown.map((run, index) => {
    const number = runs.length - shown.length + index + 1
    const which = runs.length > 1 ? `run ${number} of ${runs.length}: ` : ""
    return `${which}${lastOf(run)}; ${checkpointOf(run)}`
  })
  const when = failed === "before-first-step" ? " The job failed before its first step." : ""
  const label = make("strong", "", "Progress:")
  if (lines.length === 1) return [make("p", "", label, ` ${lines[0]}.${when}`)]
  return [make("p", "", label, when), make("ul", "", ...lines.map(line => make("li", "", line)))]
}

/**
 * Show the numbers that a match rests on.
 *
 * @param {ShownEvidence | null | undefined} evidence The evidence of the match.
 * @param {ShownSeries | undefined} series Its series.
 * @returns {HTMLElement[]} A plot with its text; nothing where there is no evidence.
 */
export function plotElements(evidence, series) {
  if (!evidence || !series || series.points.length < 2) return []
  const curve = curveOf(evidence, series)
  const said = `${evidence.said} (line ${evidence.line}).`
  const canvas = make("div", "diagnosis__plot")
  canvas.role = "img"
  canvas.ariaLabel = printable(`Plot of ${series.name} by ${curve.axis}, with a mark: ${said}`)
  show(canvas, curve)
  return [make("figure", "diagnosis__figure",
    canvas,
    make("figcaption", "", printable(said[0].toUpperCase() + said.slice(1))),
    make("details", "", make("summary", "", "The numbers as a table"), table(series, evidence)),
  )]
}

/**
 * Draw the curve when the library is there and the element has its place.
 *
 * @param {HTMLElement} canvas
 * @param {Curve} curve
 */
async function show(canvas, curve) {
  try {
    if (!("trainwreckPlot" in globalThis)) await loadScript("plot.js")
    draw(canvas, curve)
  } catch {
    canvas.remove() // The caption and the table say the same.
  }
}

/**
 * @param {ShownEvidence} evidence
 * @param {ShownSeries} series
 * @returns {Curve}
 */
function curveOf(evidence, { name, points }) {
  const steps = points.map(([, step]) => step ?? NaN)
  const ascend = steps.every((step, index) => index === 0 || step > steps[index - 1])
  const useSteps = ascend && evidence.step !== null
  return {
    name,
    axis: useSteps ? "step" : "line",
    places: useSteps ? steps : points.map(([line]) => line),
    values: points.map(([, , , value]) => value),
    mark: useSteps ? evidence.step ?? 0 : evidence.line,
  }
}

/**
 * @param {ShownSeries} series
 * @param {ShownEvidence} evidence
 */
function table({ name, points }, { line: marked }) {
  const every = Math.ceil(points.length / MOST_ROWS)
  const rows = points.filter(([line], index) => {
    return index % every === 0 || index === points.length - 1 || line === marked
  })
  const heads = ["line", "step", "epoch", printable(name)]
  // A log may name no step or no epoch, and a phone has no room for an empty column.
  const used = heads.map((_, column) => column).filter(column => rows.some(row => row[column] !== null))
  return make("table", "",
    make("thead", "", make("tr", "", ...used.map(column => head(heads[column])))),
    make("tbody", "", ...rows.map(row => rowElement(used.map(column => row[column]), row[0] === marked))),
  )
}

/** @param {string} text */
function head(text) {
  const cell = make("th", "", text)
  cell.scope = "col"
  return cell
}

/**
 * @param {(number | null)[]} values
 * @param {boolean} isMarked
 */
function rowElement(values, isMarked) {
  const cells = values.map(value => {
    const text = value === null ? "" : String(Number(value.toPrecision(6)))
    return make("td", "", isMarked ? make("strong", "", text) : text)
  })
  return make("tr", "", ...cells)
}

/** @param {ShownRun} run */
function lastOf({ last_step: step, last_epoch: epoch, last_time: time, last_line: line }) {
  const place = step === null ? `epoch ${epoch}` : `step ${step}`
  return `last ${place}${time ? ` at ${printable(time)}` : ""} (line ${line})`
}

/** @param {ShownRun} run */
function checkpointOf({ checkpoint, lost_steps: lost }) {
  if (!checkpoint) return "no checkpoint reported"
  const { line, step, epoch } = checkpoint
  const place = step === null ? epoch === null ? "reported" : `epoch ${epoch}` : `step ${step}`
  return `last checkpoint: ${place} (line ${line})${lost ? `, ${lost} steps before` : ""}`
}
