/**
 * What other scripts use of the matcher. It is bundled on its own, as matcher.js, which pages and
 * workers share: elsewhere an import of this module means the global variable that it defines.
 */

export { isShort, tellingLines } from "./bare-messages.js"
export { beginning, collapsed, stripped, strippedRight } from "./characters.js"
export { Diagnoser, Engine } from "./engine.js"
export { lines } from "./normalizer.js"
export { rootsOf } from "./roots.js"
export { PLACEHOLDER_MARK, Template } from "./templates.js"
