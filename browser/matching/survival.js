/**
 * Which errors a job survived, as trainwreck/matching/survival.py has it: afterwards the same process went
 * on with training.
 */

import data from "#data/matching.json" with { type: "json" }

import { isException } from "./explanation.js"
import { isBehind, isUnbuffered, shownAfter } from "./later-steps.js"
import { Steps } from "../series/steps.js"

/** @import { Failure } from "./failure-reports.js" */
/** @import { JobFacts } from "./job-facts.js" */
/** @import { Finding } from "./judgement.js" */
/** @import { Relations } from "./relations.js" */
/** @import { Seen } from "./explanation.js" */
/** @import { Sighting } from "./sightings.js" */

/**
 * @typedef {object} Training The steps of training that a log shows.
 * @property {Steps} steps The steps by who printed them.
 * @property {Map<string, string>} rankOf Rank of each process, as far as the log says.
 * @property {boolean} hasSeveral Whether the log says that the job has several ranks.
 * @property {number} finished Number of the last line that says that training has come to its end; 0 where
 *   none does.
 * @property {number} lineCount Lines of the log; 0 where they don't matter.
 *
 * @typedef {object} Survived How a log shows that a process went on after an error.
 * @property {number} line Number of the line from which on that is shown.
 * @property {number} lastLine Number of the line with the last step; 0 where no step shows it.
 * @property {boolean} isSure Whether the steps are those of the process with the error, and not of any.
 *
 * @typedef {object} Survivors The errors of a log that the job survived.
 * @property {Map<Failure, Survived>} failures The exceptions among them.
 * @property {Map<string, Survived>} entries The entries among them, by their ids.
 */

const {
  least_steps: LEAST_STEPS, least_of_several: LEAST_OF_SEVERAL, of_shells: OF_SHELLS, of_ssh: OF_SSH,
  of_scheduler: OF_SCHEDULER, gave_up: GAVE_UP, cancelled: CANCELLED, stopping: STOPPING,
} = data.results

/**
 * Return the steps that a log shows.
 *
 * @param {Steps | null} steps The steps by who printed them; null where the log shows none.
 * @param {JobFacts} facts What the log says about the job.
 * @param {number} [lineCount] Lines of the log; 0 where they don't matter.
 * @returns {Training} The steps, with what is known of the ranks.
 */
export function trainingOf(steps, { rankOf, hasSeveral, finished }, lineCount = 0) {
  return { steps: steps ?? new Steps(), rankOf, hasSeveral, finished, lineCount }
}

/**
 * Return the errors that the job survived.
 *
 * @param {Map<string, Seen>} seen What was seen of each entry, by its id.
 * @param {Failure[]} failures What the log reports in a general form.
 * @param {Training} training The steps that the log shows.
 * @returns {Survivors} The errors.
 */
export function survivors(seen, failures, training) {
  const several = training.hasSeveral || namesSeveral(seen, failures)
  const found = new Map(failures.flatMap(failure => {
    if (!isException(failure) || failure.isSecondary) return []
    return pairOf(failure, survivedException(failure, training, several))
  }))
  const entries = new Map([...seen].flatMap(([id, one]) => {
    if (!one.isPrimary || one.isNumeric) return []
    return pairOf(id, survivedEntry(one, found, training))
  }))
  return withRestart({ failures: found, entries }, seen, failures, training)
}

/**
 * Return what was found with all that came before torchrun or Slurm started the processes again.
 *
 * @param {Survivors} found
 * @param {Map<string, Seen>} seen
 * @param {Failure[]} failures
 * @param {Training} training
 * @returns {Survivors}
 */
function withRestart(found, seen, failures, training) {
  const [restart, survived] = restartIn(seen, failures, training)
  if (!survived) return found
  const before = failures.filter(({ lastLine }) => lastLine <= restart)
  const over = [...seen].filter(([, { isNumeric, sighting: { numbers, ends } }]) => {
    return !isNumeric && [...numbers, ...ends].every(number => number <= restart)
  })
  return {
    failures: new Map([...before.flatMap(one => pairOf(one, survived)), ...found.failures]),
    entries: new Map([...over.flatMap(([id]) => pairOf(id, survived)), ...found.entries]),
  }
}

/**
 * Return the last line after which the processes were started again, where steps show it. When all have
 * ended, torchrun reports the first to fail, and starts them again or gives up. Slurm may requeue a job that
 * it cancelled, which then goes on in the same log.
 *
 * @param {Map<string, Seen>} seen
 * @param {Failure[]} failures
 * @param {Training} training
 * @returns {[number, Survived | null]}
 */
function restartIn(seen, failures, { steps: all }) {
  const ends = failures.filter(one => one.isLocal && one.code !== null).map(({ lastLine }) => lastLine)
  const givenUp = failures.filter(one => isException(one) && one.text.includes(GAVE_UP)).length
  const sightings = [...seen.values()].map(({ sighting }) => sighting)
  const cancelled = sightings.flatMap(one => (one.message.includes(CANCELLED) ? [...one.numbers] : []))
  const started = [...ends.slice(0, Math.max(0, ends.length - givenUp)), ...cancelled]
  for (const line of started.sort((one, other) => other - one)) {
    for (const source of all.sources) {
      const steps = all.of(source)
      const start = steps.findIndex(step => step.line > line)
      if (start < 1 || isBehind(steps[start - 1].place, steps[start].place)) continue
      const shown = shownAfter(steps, line, LEAST_STEPS, false)
      if (shown) return [line, { line: shown.line, lastLine: steps[steps.length - 1].line, isSure: true }]
    }
  }
  return [0, null]
}

/**
 * Return the errors after which the job went on and then ended otherwise.
 *
 * @param {Survivors} survived Those that it survived.
 * @param {number} line The last line of what may have ended it; 0 where there is none.
 * @param {number} sureLine The same for errors that their process is sure to have survived.
 * @returns {Survivors} Some of them.
 */
export function survivorsBefore({ failures, entries }, line, sureLine) {
  const isBefore = (/** @type {Survived} */ one) => one.line < (one.isSure ? Math.max(line, sureLine) : line)
  return {
    failures: new Map([...failures].filter(([, one]) => isBefore(one))),
    entries: new Map([...entries].filter(([, one]) => isBefore(one))),
  }
}

/**
 * Return the entries about ends of jobs if training went on after all that was seen of them.
 * That tells nothing if the log also reports a failure in a general form. Otherwise, return those whose
 * lines all say that the error was handled.
 *
 * @param {Finding[]} found What was found.
 * @param {Failure[]} failures What the log reports in a general form.
 * @param {Relations} relations How the entries relate.
 * @param {Training} training The steps that the log shows.
 * @returns {Set<string | null>} Their ids.
 */
export function entriesOver(found, failures, relations, training) {
  const isStopping = (/** @type {string | null} */ id) => STOPPING.includes(relations.kind(id ?? "") ?? "")
  const ends = found.filter(({ entry, role, sighting }) => {
    return sighting.weight && (role !== "cause" || isStopping(entry))
  })
  const isOver = ends.length && !failures.length && wentOn(ends.map(({ sighting }) => sighting), training)
  const over = ends.filter(({ sighting }) => isOver || wasHandled(sighting, failures, training))
  return new Set(over.map(({ entry }) => entry))
}

/**
 * Tell whether all lines of an entry say how the program goes on, and it printed more.
 *
 * @param {Sighting} found
 * @param {Failure[]} failures
 * @param {Training} training
 */
function wasHandled({ numbers, ends, isHandled }, failures, { lineCount }) {
  const last = [...numbers, ...ends].reduce((one, other) => Math.max(one, other))
  if (!isHandled || last + LEAST_STEPS > lineCount) return false
  return !failures.some(failure => [...numbers].some(number => isIn(failure, number)))
}

/**
 * Tell whether training went on after all lines of what was found, or ended as it should.
 *
 * @param {Sighting[]} found What was seen of entries that only report that something failed.
 * @param {Training} training The steps that the log shows.
 * @returns {boolean} Whether it did.
 */
function wentOn(found, { steps: all, hasSeveral, finished }) {
  const least = (/** @type {number} */ one, /** @type {number} */ other) => Math.min(one, other)
  const most = (/** @type {number} */ one, /** @type {number} */ other) => Math.max(one, other)
  const first = found.map(({ first: [line] }) => line).reduce(least)
  const last = found.map(({ numbers, ends }) => [...numbers, ...ends].reduce(most)).reduce(most)
  if (last < finished && all.sources.length && !found.some(isOfShell)) return true
  const several = hasSeveral || found.some(({ sources }) => sources.size)
  return all.sources.some(source => {
    const steps = all.of(source)
    const enough = several && source === null ? LEAST_OF_SEVERAL : LEAST_STEPS
    return shownAfter(steps, last, enough, !isUnbuffered(steps, first, last)) !== null
  })
}

/**
 * Tell whether a shell or the scheduler printed it, and not the program that trains.
 *
 * @param {Sighting} found
 */
function isOfShell({ lines, message }) {
  const isPrinted = [...lines.values()].some(line => OF_SCHEDULER.some(sign => line.includes(sign)))
  return isPrinted || OF_SHELLS.some(text => message.includes(text))
}

/**
 * @template Key
 * @param {Key} key
 * @param {Survived | null} survived
 * @returns {[Key, Survived][]}
 */
function pairOf(key, survived) {
  return survived ? [[key, survived]] : []
}

/**
 * Tell whether lines name ranks or processes, so that those without may be of any.
 *
 * @param {Map<string, Seen>} seen
 * @param {Failure[]} failures
 */
function namesSeveral(seen, failures) {
  if (failures.some(({ source, isFirst }) => source !== null || isFirst)) return true
  return [...seen.values()].some(({ sighting }) => sighting.sources.size)
}

/**
 * @param {Failure} failure
 * @param {Training} training
 * @param {boolean} several
 * @returns {Survived | null}
 */
function survivedException(failure, training, several) {
  const { source, lastLine, isLogged } = failure
  if (isLogged) return { line: lastLine, lastLine: 0, isSure: true }
  const steps = stepsOf(source, training)
  const least = source === null && several ? LEAST_OF_SEVERAL : LEAST_STEPS
  const shown = shownAfter(steps, lastLine, least, !isUnbuffered(steps, failure.firstLine, lastLine))
  return shown && { line: shown.line, lastLine: steps[steps.length - 1].line, isSure: source !== null }
}

/**
 * Return the steps of a rank, host or process.
 *
 * @param {string | null} source
 * @param {Training} training
 */
function stepsOf(source, { steps, rankOf }) {
  const name = steps.sources.find(name => (rankOf.get(name ?? "") ?? name) === source)
  return name === undefined ? [] : steps.of(name)
}

/**
 * Return how it is shown where each message of an entry is in an exception that was survived.
 *
 * @param {Seen} seen
 * @param {Map<Failure, Survived>} failures
 * @param {Training} training
 * @returns {Survived | null}
 */
function survivedEntry({ sighting: { message, numbers: own }, reports }, failures, training) {
  const numbers = [...own, ...reports ?? []]
  const last = numbers.reduce((one, other) => Math.max(one, other))
  if ([...OF_SHELLS, ...OF_SSH].some(text => message.includes(text))) return survivedByScript(last, training)
  const found = [...failures]
  const covering = (/** @type {number} */ number) => found.filter(([failure]) => isIn(failure, number))
  if (!numbers.every(number => covering(number).length)) return null
  return covering(last).map(([, survived]) => survived).reduce((a, b) => (b.line > a.line ? b : a))
}

/**
 * Return how it is shown that a script went on after a line of its shell.
 *
 * @param {number} line
 * @param {Training} training
 * @returns {Survived | null}
 */
function survivedByScript(line, { steps: all }) {
  for (const source of all.sources) {
    const steps = all.of(source)
    const shown = shownAfter(steps, line, LEAST_STEPS, false)
    if (shown) return { line: shown.line, lastLine: steps[steps.length - 1].line, isSure: true }
  }
  return null
}

/**
 * Tell whether a line belongs to a failure, or is that of a logger just before it.
 *
 * @param {Failure} failure
 * @param {number} number
 */
function isIn({ firstLine, lastLine }, number) {
  return firstLine - 1 <= number && number <= lastLine
}
