/**
 * The data that the site's scripts read, as Python writes it. Types only: this module has no code.
 *
 * @typedef {object} Step One step of a fix.
 * @property {number} number As a reader on one cluster counts, from 1.
 * @property {string} title
 * @property {string} text HTML, made when the site was built.
 * @property {string | null} when The condition under which the step applies, as HTML.
 * @property {string | null} danger What the step can destroy, as HTML.
 * @property {string[]} clusters Ids of the clusters on which it applies; none means all.
 *
 * @typedef {object} Advice What to do with a job that died of an error.
 * @property {string} decision A word of the vocabulary: "fix-first", "retry", …
 * @property {string} reason Why, in one line.
 *
 * @typedef {object} Condition A test of one metric, and maybe of another one.
 * @property {string} text As it is written.
 * @property {string} metric
 * @property {string} test Id of the test.
 * @property {number} amount The number of the test; 0 where it has none.
 * @property {number} points Numbers that it takes at least.
 * @property {Condition | null} also What must hold for another metric, too.
 *
 * @typedef {object} MatchedEntry What the matcher reads of an entry, and what judges the matches.
 * @property {string} id
 * @property {string} kind What the error does to the job: "crash", "hang", …
 * @property {string[]} messages
 * @property {string[]} secondary Those of them which only report that something else failed.
 * @property {string[]} unless Messages of other errors that look alike.
 * @property {string[]} telltales Messages that select the entry where the log also has one of the
 *   entry that it narrows.
 * @property {Condition[]} series Conditions on the numbers in a log, of which one is enough.
 * @property {string[]} caused_by Ids of errors that lead to this one.
 * @property {string | null} narrows Id of the more general entry.
 *
 * @typedef {object} Saying What a diagnosis says of an entry.
 * @property {string} verdict What happened, as a predicate.
 * @property {string} category The layer that causes it.
 * @property {Advice} action
 *
 * @typedef {MatchedEntry & Saying} DiagnosedEntry What a diagnosis reads of an entry.
 *
 * @typedef {object} EntryDetails
 * @property {string} title
 * @property {string} severity
 * @property {string} url Address of the page, relative to the site.
 * @property {string[]} samples
 * @property {string[]} keywords
 * @property {string} summary
 * @property {string} cause
 * @property {string} first_step
 * @property {Step[]} fix
 * @property {{ cause: string, first_step: string, reason: string }} html The usual cause, the first step
 *   and the reason of the advice as HTML, made when the site was built.
 * @property {string} prose Everything else that the entry says.
 *
 * @typedef {DiagnosedEntry & EntryDetails} Entry An entry of the catalog.
 *
 * @typedef {object} Catalog The file assets/catalog.json.
 * @property {Record<string, string>} clusters Labels by id.
 * @property {Record<string, string>} actions Labels of what to do with a job, by the decision.
 * @property {Entry[]} entries
 *
 * @typedef {object} Code One code of a table.
 * @property {string} anchor Fragment of the table's page that leads to it.
 * @property {number | null} number
 * @property {string | null} name
 * @property {string | null} text The official text.
 * @property {string | null} meaning HTML, made when the site was built.
 * @property {string | null} entry Id of the entry that covers it.
 *
 * @typedef {Pattern & { literal: string }} CodePattern How a code looks in a log: it finds "number",
 *   "name" or "text", only in a line that has the literal.
 *
 * @typedef {object} CodeTable A table of the file assets/codes.json.
 * @property {string} id
 * @property {string} title
 * @property {CodePattern[]} patterns
 * @property {Code[]} codes
 *
 * @typedef {object} Pattern The arguments of `new RegExp`.
 * @property {string} source
 * @property {string} flags
 */

export {}
