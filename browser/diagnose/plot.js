/**
 * Draws a series of numbers with a mark. Few logs need it, so it is loaded for them only, with the
 * library that draws.
 */

import UPlot from "uplot"
import style from "uplot/dist/uPlot.min.css"

import { horizontal, vertical } from "./plot-axes.js"

const HEIGHT = 220
const DASHES = [4, 4]
const RADIUS = 5

/**
 * @typedef {object} Curve What is drawn.
 * @property {string} name What the numbers are.
 * @property {string} axis What the horizontal axis counts: "step" or "line".
 * @property {number[]} places Ascending.
 * @property {number[]} values
 * @property {number} mark The place that is marked.
 */

/**
 * Draw a curve, and draw it anew when its element or the colors of the page change.
 *
 * @param {HTMLElement} parent Where to draw it, in its full width.
 * @param {Curve} curve The curve.
 */
export function draw(parent, curve) {
  addStyle()
  const color = (/** @type {string} */ name) => getComputedStyle(parent).getPropertyValue(name).trim()
  const faint = () => color("--md-default-fg-color--lightest")
  const text = () => color("--md-default-fg-color--light")
  const axis = { stroke: text, grid: { stroke: faint, width: 1 }, ticks: { stroke: faint, width: 1 } }
  const y = vertical(curve.values)
  const plot = new UPlot({
    width: parent.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: horizontal(curve.mark), y: y.scale },
    axes: [{ ...axis, label: curve.axis, labelSize: 20 }, { ...axis, size: 64, ...y.axis }],
    series: [{}, {
      label: curve.name,
      stroke: () => color("--md-accent-fg-color"),
      width: 2,
      points: { show: curve.places.length === 1 },
    }],
    hooks: { draw: [drawn => mark(drawn, curve, color("--md-default-fg-color"))] },
  }, [curve.places, curve.values], parent)
  new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height: HEIGHT })).observe(parent)
  // The button for dark and light sets an attribute, and so may the system.
  new MutationObserver(() => plot.redraw()).observe(document.body, { attributes: true })
}

/**
 * @param {UPlot} plot
 * @param {Curve} curve
 * @param {string} color
 */
function mark(plot, { places, values, mark: place }, color) {
  const { ctx: context, bbox: box } = plot
  const left = Math.round(plot.valToPos(place, "x", true))
  context.save()
  context.strokeStyle = color
  context.lineWidth = 2
  context.setLineDash(DASHES)
  context.beginPath()
  context.moveTo(left, box.top)
  context.lineTo(left, box.top + box.height)
  context.stroke()
  const index = places.findIndex(other => other >= place)
  if (index >= 0) {
    context.setLineDash([])
    context.beginPath()
    context.arc(left, plot.valToPos(values[index], "y", true), RADIUS, 0, 2 * Math.PI)
    context.stroke()
  }
  context.restore()
}

/** Not as an element: the policy of the page lets no script add one with rules. */
function addStyle() {
  if (document.adoptedStyleSheets.some(sheet => sheet.title === "uplot")) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  Object.defineProperty(sheet, "title", { value: "uplot" })
  document.adoptedStyleSheets.push(sheet)
}
