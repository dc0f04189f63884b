/**
 * The steps of `npm test`, in two rows side by side. Each step is timed and counted; the tests of vitest are counted
 * one by one. Journeys wait for a browser most of the time, as tests wait for PostgreSQL: alone, either leaves half of
 * two cores idle.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import type { JsonTestResults } from 'vitest/node'
import { testSeed } from '#server/test/seed.ts'
import { bestChromium } from './chromium.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
  /** Each failed test by name and with how its error begins, for a reader who has only the end of the output. */
  failures?: string[]
}

interface Step {
  name: string
  run(): Promise<Count>
  /** Part of `npm run check`. */
  quick?: true
}

const tests: Step[] = [{ name: 'unit and server tests', run: () => vitest('pure', 'server', 'faults'), quick: true }]

/** The journeys walk through the pages as built. */
const codeAndJourneys: Step[] = [
  // npm refuses a lock file that lacks a package, also one of another platform. A whole one needs no registry for this.
  { name: 'lock file', run: () => tool('npm', 'ci', '--dry-run', '--offline', '--loglevel=error'), quick: true },
  { name: 'format', run: () => tool('oxfmt', '--check', '.'), quick: true },
  { name: 'lint', run: () => tool('oxlint', '--type-aware', '--deny-warnings'), quick: true },
  { name: 'types of server and scripts', run: () => types('tsconfig.json'), quick: true },
  { name: 'types of the pages', run: () => types('tsconfig.web.json'), quick: true },
  { name: 'types of their tests', run: () => types('tsconfig.web-tests.json'), quick: true },
  { name: 'unused code', run: () => tool('knip'), quick: true },
  { name: 'build of the pages', run: () => tool('node', 'scripts/build-pages.ts') },
  { name: 'size budgets', run: () => tool('node', 'scripts/budgets.ts') },
  { name: 'browser journey', run: browserJourney },
]

/** Runs all steps, also after one failed. The last line is `N passed, N failed`. Returns the exit code. */
export async function runChecks(scope: 'all' | 'quick'): Promise<number> {
  const interrupted = interruption()
  const total: Count = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  const seed = testSeed()

  async function runOneByOne(steps: Step[]): Promise<void> {
    for (const step of steps.filter((step) => scope === 'all' || step.quick)) {
      const start = performance.now()
      const count = await step.run()
      if (interrupted()) return
      total.passed += count.passed
      total.failed += count.failed
      total.skipped += count.skipped
      if (count.failed > 0) failures.push(step.name, ...(count.failures ?? []))
      const verdict = count.failed > 0 ? 'FAILED' : count.skipped > 0 && count.passed === 0 ? 'SKIPPED' : 'ok'
      console.log(`${verdict.padEnd(8)}${step.name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
    }
  }

  await Promise.all([runOneByOne(tests), runOneByOne(codeAndJourneys)])
  if (interrupted()) return 130
  if (failures.length > 0)
    console.log(`\nFailed (TEST_SEED=${seed} makes the tests draw the same again):\n${failures.join('\n')}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed > 0 ? 1 : 0
}

/** Ctrl-C reaches the running steps as well: they end by themselves, with what they have to tidy up. */
function interruption(): () => boolean {
  let came = false
  process.on('SIGINT', () => (came = true))
  return () => came
}

/** One step of one program: its output is shown when it fails. */
async function tool(program: string, ...args: string[]): Promise<Count> {
  const output: string[] = []
  const child = start(program, args)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return { passed: 1, failed: 0, skipped: 0 }
  console.log(output.join(''))
  return { passed: 0, failed: 1, skipped: 0 }
}

/** In one thread: several check the same types again, and the other core has the tests. */
function types(config: string): Promise<Count> {
  return tool('tsc', '--singleThreaded', '-p', config)
}

async function vitest(...projects: string[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-vitest-'))
  const outputFile = join(folder, 'result.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`]
  try {
    const child = start('vitest', args)
    // By whole lines, so that those of two steps do not mix.
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => console.log(line))
    const [code] = (await once(child, 'close')) as [number | null]
    const count = readCount(outputFile)
    // A failure outside of a test, such as a file that cannot be loaded, counts as one.
    return { ...count, failed: code === 0 ? count.failed : Math.max(count.failed, 1) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readCount(file: string): Count {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults
    const failures = result.testResults.flatMap(failuresOf)
    const skipped = result.numPendingTests + result.numTodoTests
    return { passed: result.numPassedTests, failed: result.numFailedTests, skipped, failures }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** Of one file: its failed tests, or why it could not be loaded. */
function failuresOf({ name, message, assertionResults }: JsonTestResults['testResults'][number]): string[] {
  const file = `  ${relative('.', name)}`
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  const errors = failed.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages?.[0] ?? ''}`)
  return [...errors, ...(failed.length === 0 && message !== '' ? [message] : [])].map((error) =>
    [file, ...stripVTControlCharacters(error).split('\n').slice(0, 6)].join('\n    '),
  )
}

async function browserJourney(): Promise<Count> {
  const chromium = bestChromium()
  if (chromium) {
    process.env['CHROMIUM_PATH'] = chromium
    return await vitest('e2e')
  }
  console.log('NO BROWSER: install Chromium or set CHROMIUM_PATH; the browser journey did not run')
  return process.env['CI'] ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 }
}

function start(program: string, args: string[]) {
  const path = `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH']}`
  const command = program === 'node' ? process.execPath : program
  // Into a pipe a program writes no colours unless it is told to.
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...colours, PATH: path } })
}
