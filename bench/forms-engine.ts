/**
 * node bench/forms-engine.ts [fillings] [seed]: fills generated surveys here and, as XForms, in the engine of collecting
 * apps, and counts where the two differ in what is visible, required or valid.
 */
import * as fc from 'fast-check'
import { anyFillings, differences } from '#server/test/forms-engine.ts'

const fillings = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? 1)
const formsEach = 20

const today = new Date().toISOString().slice(0, 10)
const start = performance.now()
const surveys = fc.sample(anyFillings(formsEach), { numRuns: Math.ceil(fillings / formsEach), seed })
const found: string[] = []
for (const survey of surveys) found.push(...(await differences(survey, today)))
const seconds = Math.round((performance.now() - start) / 1000)
console.log(`${surveys.length * formsEach} fillings of ${surveys.length} surveys, seed ${seed}, ${seconds} s`)
console.log(`${found.length} differences`)
for (const each of found.slice(0, 20)) console.log(each)
process.exitCode = found.length > 0 ? 1 : 0
