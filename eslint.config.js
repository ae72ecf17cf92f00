/** The rules for the scripts of the site; each that is not of the recommended set has its reason. */

import js from "@eslint/js"
import { defineConfig } from "eslint/config"
import globals from "globals"

const ONLY_INDEX = "The matcher is bundled once: what other scripts use of it is in matching/index.js."
const ON_ITS_OWN = "The matcher and what is common know nothing of the pages."
const ONLY_TEXT = "Text of logs and entries must never become HTML: make elements, set textContent."

export default defineConfig([
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2025, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // What is compared has a type, so nothing need be converted.
      eqeqeq: "error",
      // A name that is assigned once says so.
      "prefer-const": "error",
      "no-var": "error",
      // Messages for people are built in one way.
      "prefer-template": "error",
      "object-shorthand": "error",
      // A module is one responsibility, a function one step.
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 30, skipComments: true, skipBlankLines: true }],
      "max-len": ["error", { code: 110, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
      // Logs contain control characters, and expressions find them.
      "no-control-regex": "off",
      // What goes wrong is shown on the page; the console is for who looks after the site.
      "no-console": ["error", { allow: ["warn"] }],
      "no-restricted-properties": ["error",
        { property: "innerHTML", message: ONLY_TEXT },
        { property: "outerHTML", message: ONLY_TEXT },
        { property: "insertAdjacentHTML", message: ONLY_TEXT },
      ],
    },
  },
  {
    files: ["browser/**"],
    ignores: ["browser/build/**"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["browser/**"],
    ignores: ["browser/matching/**", "browser/series/**"],
    rules: {
      "no-restricted-imports": ["error", {
        patterns: [{ group: ["**/matching/*", "!**/matching/index.js"], message: ONLY_INDEX }],
      }],
    },
  },
  {
    files: ["browser/matching/**", "browser/series/**", "browser/common/**"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ group: ["../*", "!../common", "!../series"], message: ON_ITS_OWN }] }],
    },
  },
  {
    files: ["browser/build/**", "tests/browser/**"],
    languageOptions: { globals: globals.node },
  },
])
