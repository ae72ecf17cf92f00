/**
 * Draws a series of numbers with a mark. Few logs need it, so it is loaded for them only, with the
 * library that draws.
 */

import UPlot from "uplot"
import style from "uplot/dist/uPlot.min.css"

const HEIGHT = 220
const DASHES = [4, 4]
const RADIUS = 5
/** How the library names its scales. */
const [LINEAR, LOGARITHMIC] = [1, 3]
/** Ratio of the largest to the smallest number from which small ones would be a line at the bottom. */
const MANY = 1000
const LONG = 1e5
const HIDDEN = { show: false }

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
  const isLogarithmic = spansMagnitudes(curve.values)
  const plot = new UPlot({
    width: parent.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { distr: isLogarithmic ? LOGARITHMIC : LINEAR } },
    axes: [
      { ...axis, label: curve.axis, labelSize: 20 },
      // A line for each tick of a logarithmic scale would leave no room between them.
      { ...axis, size: 64, values: (_, ticks) => ticks.map(tick), grid: isLogarithmic ? HIDDEN : axis.grid },
    ],
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

/** @param {number[]} values */
function spansMagnitudes(values) {
  const low = Math.min(...values)
  return low > 0 && Math.max(...values) > MANY * low
}

/** @param {number | null} value */
function tick(value) {
  if (value === null) return ""
  const size = Math.abs(value)
  return size >= LONG || (size && size < 1 / LONG) ? value.toExponential() : String(value)
}

/** Not as an element: the policy of the page lets no script add one with rules. */
function addStyle() {
  if (document.adoptedStyleSheets.some(sheet => sheet.title === "uplot")) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  Object.defineProperty(sheet, "title", { value: "uplot" })
  document.adoptedStyleSheets.push(sheet)
}
