/**
 * Calls functions of modules for tests in Python: reads one call per line from the standard input,
 * {"module": "./entry-form.js", "name": "traces", "arguments": ["text"]}, and answers each with a line,
 * {"result": …} or {"error": "…"}.
 */

import { createInterface } from "node:readline"

for await (const line of createInterface({ input: process.stdin })) {
  const { module, name, arguments: values } = JSON.parse(line)
  try {
    const functions = await import(module)
    process.stdout.write(`${JSON.stringify({ result: await functions[name](...values) })}\n`)
  } catch (error) {
    const { stack, message } = /** @type {Error} */ (error)
    process.stdout.write(`${JSON.stringify({ error: stack ?? message })}\n`)
  }
}
