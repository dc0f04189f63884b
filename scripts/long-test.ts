/**
 * Tests that take minutes, of which `npm test` runs a short form:
 *   npm run test:guards [-- part]       takes every guard of the database away (with that part in its name), makes all attacks on each
 *   npm run test:walk -- --seeds 1000   so many random walks; many must meet every change of status and way out
 *   npm run test:strangers             PSPP and R read files of answers; needs pspp, r-base-core and r-cran-haven
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  options: { seeds: { type: 'string', default: '10000' } },
  allowPositionals: true,
})
const [kind = '', part = ''] = positionals
if (!/^[1-9]\d{0,6}$/.test(values.seeds)) {
  console.error('--seeds is how many walks there are: a whole number')
  process.exit(1)
}
const tests: Record<string, { file: string; env: Record<string, string> }> = {
  walk: { file: 'payments/walks', env: { WALKS: values.seeds } },
  guards: { file: 'payments/guards', env: { GUARDS: part } },
  strangers: { file: 'responses/download/statistics-files', env: { STRANGERS: 'yes' } },
}
const wanted = tests[kind]
if (!wanted) throw new Error(`One of ${Object.keys(tests).join(', ')}`)
const { file } = wanted
const env = { ...process.env, ...wanted.env }
const args = ['run', '--project', 'server', '--disableConsoleIntercept', `src/server/${file}.test.ts`]
const child = spawn(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), ...args], { stdio: 'inherit', env })
const [code] = (await once(child, 'close')) as [number | null]
process.exitCode = code ?? 1
