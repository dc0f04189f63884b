/** `node scripts/run.mjs scripts/x.ts [arguments]`: runs a TypeScript script, also on a bare clone with an older Node. */
import { resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { bootstrap } from './bootstrap.mjs'

await bootstrap()
process.argv.splice(1, 1)
await import(pathToFileURL(resolve(process.argv[1])).href)
