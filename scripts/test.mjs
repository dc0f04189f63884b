/** npm test: everything that has to hold, as CI runs it. `--quick` (npm run check) leaves out pages, budgets and browser. */
import process from 'node:process'
import { bootstrap } from './bootstrap.mjs'

await bootstrap()
const { runChecks } = await import('./checks.ts')
process.exitCode = await runChecks(process.argv.includes('--quick') ? 'quick' : 'all')
