/**
 * The data that the site's scripts read, as Python writes it. Types only: this module has no code.
 *
 * @typedef {object} Step One step of a fix.
 * @property {number} number As a reader on one cluster counts, from 1.
 * @property {string} title
 * @property {string} text Markdown.
 * @property {string | null} when The condition under which the step applies.
 * @property {string | null} danger What the step can destroy.
 * @property {string[]} clusters Ids of the clusters on which it applies; none means all.
 *
 * @typedef {object} MatchedEntry What the matcher reads of an entry.
 * @property {string} id
 * @property {string[]} messages
 * @property {string[]} unless Messages of other errors that look alike.
 * @property {string[]} caused_by Ids of errors that lead to this one.
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
 * @property {string} prose Everything else that the entry says.
 *
 * @typedef {MatchedEntry & EntryDetails} Entry An entry of the catalog.
 *
 * @typedef {object} Catalog The file assets/catalog.json.
 * @property {Record<string, string>} clusters Labels by id.
 * @property {Entry[]} entries
 *
 * @typedef {object} Pattern The arguments of `new RegExp`.
 * @property {string} source
 * @property {string} flags
 */

export {}
