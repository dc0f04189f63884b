/**
 * Tests that take minutes, of which `npm test` runs a short form:
 *   npm run test:guards [-- part]       takes every guard of the database away (with that part in its name), makes all attacks on each
 *   npm run test:walk -- --seeds 1000   so many random walks; many must meet every change of status and way out
 *   npm run test:fuzz -- --calls 200000 makes so many calls with drawn input (an hour); nothing may break
 *   npm run test:faults -- --long       200 kills of our payment workers in 5,000 payments, with the faults of test/faults (an hour); without --long the
 *     short form
 *   npm run test:strangers -- FOLDER    programs of others read what goes out, and forms of others come in and are filled in: FOLDER has clones of
 *     the repositories of test/strangers/forms.tsv. What is not at hand is skipped: pspp, r-base-core, r-cran-haven, r-cran-jsonlite,
 *     libxml2-utils, python3 with pandas and pyxform (PYTHON, PYTHONPATH), Chromium, npm for Enketo and for clients of the API.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    calls: { type: 'string', default: '200000' },
    long: { type: 'boolean' },
  },
  allowPositionals: true,
})
const [kind = '', part = ''] = positionals
for (const name of ['seeds', 'calls'] as const) {
  if (/^[1-9]\d{0,6}$/.test(values[name])) continue
  console.error(`--${name} is how many there are: a whole number`)
  process.exit(1)
}
const files = 'src/server/responses/download/statistics-files'
const tests: Record<string, { files: string[]; env: Record<string, string> }> = {
  walk: { files: ['src/server/payments/walks'], env: { WALKS: values.seeds } },
  fuzz: { files: ['src/server/http/fuzz'], env: { FUZZ: values.calls } },
  guards: { files: ['src/server/payments/guards'], env: { GUARDS: part } },
  faults: { files: ['test/faults'], env: { FAULTS: values.long ? 'long' : '' } },
  strangers: { files: [files, 'test/strangers'], env: { STRANGERS: 'yes', FORMS: part && resolve(part) } },
}
const wanted = tests[kind]
if (!wanted) throw new Error(`One of ${Object.keys(tests).join(', ')}`)
const env = { ...process.env, ...wanted.env }
const projects = ['server', 'faults', 'strangers'].flatMap((name) => ['--project', name])
const args = ['run', ...projects, '--disableConsoleIntercept', ...wanted.files]
const child = spawn(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), ...args], { stdio: 'inherit', env })
const [code] = (await once(child, 'close')) as [number | null]
process.exitCode = code ?? 1
