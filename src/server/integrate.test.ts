/** The programs of the guide "Integrate" run as they are printed, one after the other, against the app. */
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect } from 'vitest'
import { appTokens } from '#contract/app-tokens.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { isMoneyRight, permissionEntries } from '#domain/people/permissions.ts'
import { locales } from '#domain/text/locale.ts'
import { guideFolder } from './guide/guide.ts'
import { gsmaProvider } from './payments/providers/gsma.ts'
import { simulatorAccountId } from './payments/simulator/disbursement.ts'
import { type Simulator, startSimulator } from './payments/simulator/server.ts'
import { startPaymentWorker } from './payments/worker/worker.ts'
import { programsOf } from './test/guide-programs.ts'
import { test } from './test/with-payments.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const programs = programsOf('en')
const names = permissionEntries.map(({ name }) => name)
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

let folder: string
let simulator: Simulator
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'canvass-integrate-'))
  cpSync(join(root, 'docs/household-form.xlsx'), join(folder, 'household-form.xlsx'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 0, faultMs: 500 })
})
afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true })
})

test('the guide has the same programs in each language', () => {
  for (const language of locales) expect(programsOf(language)).toEqual(programs)
  expect(readFileSync(join(guideFolder('en'), 'integrate.md'), 'utf8')).toContain('600 calls')
})

test('the programs of the guide lead a form to its payment and read it', async ({ app, onTestFinished }) => {
  const { as, given, server, services } = app
  const password = 'the long way to the wells'
  const people = await Promise.all(
    ['MANAGER', 'MAKER', 'APPROVER', 'AUTHORIZER'].map(
      async (name) => [name, await given.admin({ password })] as const,
    ),
  )
  await given.float({ amountMinor: 100_000 })
  const provider = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 20_000 })
  const worker = startPaymentWorker({
    database: services.database,
    provider,
    log: { error: () => undefined },
    pollMs: 20,
  })
  onTestFinished(() => worker.stop())
  const CANVASS = await server.listen({ port: 0, host: '127.0.0.1' })
  const env = {
    ...process.env,
    CANVASS,
    PASSWORD: password,
    ...Object.fromEntries(people.map(([name, { username }]) => [name, username])),
  }

  writeFileSync(join(folder, 'pay.ts'), programs['ts'] ?? '')
  const paid = await run(process.execPath, ['pay.ts'], { cwd: folder, env })
  expect(paid.stdout).toMatch(/^\d+ \d+ SUCCESSFUL\n$/)
  expect(simulator.ledger.payments()).toMatchObject([{ msisdn: '+258861110001', amountMinor: 15_000 }])

  const [SURVEY = ''] = paid.stdout.split(' ')
  const keeper = as(await given.admin({ permissions: names.filter((name) => !isMoneyRight(name)) }))
  const { data: program } = await keeper.call(appTokens.createProgram, { body: { username: 'copy', name: 'Copy' } })
  const permissions = ['responses.read', 'responses.enter']
  const body = {
    personId: program.id,
    name: 'Nightly',
    permissions,
    surveyIds: [Number(SURVEY)],
    expiresAt: '2099-01-01T00:00:00Z',
  }
  const { data: token } = await keeper.call(appTokens.create, { body })
  const reading = { kind: 'READ', name: 'R' } as const
  const { data: reader } = await keeper.call(surveyTokens.create, { params: { id: Number(SURVEY) }, body: reading })
  const ofPrograms = { cwd: folder, env: { ...env, SURVEY, TOKEN: token.token, READ_TOKEN: reader.token } }

  if (has('curl', '--version'))
    expect((await run('sh', ['-ec', programs['sh'] ?? ''], ofPrograms)).stdout).toContain('"total":1')
  else console.log('Skipped: curl')
  if (has('python3', '--version'))
    expect((await run('python3', ['-c', programs['python'] ?? ''], ofPrograms)).stdout).toMatch(
      /^\d+ APPROVED \S+Z\n(\d+ RECEIVED \S+Z\n)?$/,
    )
  else console.log('Skipped: Python')
  if (has('Rscript', '-e', 'library(jsonlite)'))
    expect((await run('Rscript', ['-e', programs['r'] ?? ''], ofPrograms)).stdout).toMatch(
      /^\d responses, \d people in a household\n$/,
    )
  else console.log('Skipped: R with jsonlite')
})
