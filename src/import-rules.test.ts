/** The house's import rules hold: the linter finds each planted violation, and lets a proper import pass. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))

function foldersIn(room: string): string[] {
  const entries = readdirSync(join(root, room), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

// Read from the tree, so that a new folder without a list of its own fails.
const serverFolders = foldersIn('src/server').filter((folder) => !['db', 'demo', 'test'].includes(folder))
const webFolders = foldersIn('src/web').filter((folder) => !['pages'].includes(folder))

type Import = [file: string, from: string]

const refused: Import[] = [
  ['src/domain/money/money.ts', '#server/errors.ts'],
  ['src/domain/money/money.ts', '#contract/fields.ts'],
  ['src/domain/money/money.ts', 'zod/mini'],
  ['src/domain/money/money.ts', 'node:fs'],
  ['src/domain/money/money.ts', '../../server/errors.ts'],
  ['src/contract/companies.ts', '#server/errors.ts'],
  ['src/contract/companies.ts', '#web/main.tsx'],
  ['src/contract/companies.ts', 'pg'],
  ['src/contract/companies.ts', 'node:fs'],
  ['src/contract/companies.ts', '../server/errors.ts'],
  ['src/words/texts.ts', '#server/errors.ts'],
  ['src/words/texts.ts', '../web/i18n/areas.ts'],
  ['src/server/app.ts', '../web/main.tsx'],
  ['src/web/list/ListPage.tsx', '#words/texts.ts'],
  ['src/server/audit.ts', './people/person-store.ts'],
  ['src/server/scope.ts', './app.ts'],
  ['src/server/payments/routes.ts', '#web/api/client.ts'],
  ['src/server/payments/routes.ts', '#server/errors.ts'],
  ['src/server/payments/routes.ts', '../../web/api/client.ts'],
  ['src/server/payments/routes.ts', '../app.ts'],
  ['src/server/payments/providers/gsma.ts', '../../people/person-store.ts'],
  ['src/server/responses/routes.ts', '../payments/routes.ts'],
  ['src/server/db/pool.ts', '#domain/people/permissions.ts'],
  ['src/server/db/pool.ts', '#contract/people.ts'],
  ['src/server/http/dispatch.ts', '#contract/people.ts'],
  // Of each folder one neighbour that it does not build on.
  ['src/server/db/pool.ts', '../http/context.ts'],
  ['src/server/db/embedded/lock.ts', '../../http/context.ts'],
  ...serverFolders.map((folder): Import => [`src/server/${folder}/thing.ts`, '../demo/load.ts']),
  ['src/server/demo/load.ts', '../http/dispatch.ts'],
  ['src/web/App.tsx', '#server/errors.ts'],
  ['src/web/api/client.ts', '../i18n/text.ts'],
  ...webFolders.map((folder): Import => [`src/web/${folder}/Thing.tsx`, '../pages/people/AdminsPage.tsx']),
  ...webFolders.map((folder): Import => [`src/web/${folder}/Thing.tsx`, '../../server/errors.ts']),
  ...webFolders.map((folder): Import => [`src/web/${folder}/Thing.tsx`, '../App.tsx']),
  ['src/web/map/PlaceMap.tsx', '../../list/ListPage.tsx'],
  ['src/web/list/ListPage.tsx', '../survey/SurveyFilter.tsx'],
  ['src/web/form/FormDialog.tsx', '../money/AmountInput.tsx'],
  ['src/web/record/RecordView.tsx', '../money/FloatLacks.tsx'],
  ['src/web/ui/Table.tsx', '#contract/companies.ts'],
  ['src/web/questionnaire/Thing.tsx', '../api/client.ts'],
  ['src/web/link/Thing.tsx', '../api/client.ts'],
  ['src/web/questionnaire/fields/Thing.tsx', '../../ui/Select.tsx'],
  ['src/web/pages/companies/CompaniesPage.tsx', '#server/errors.ts'],
  ['src/web/pages/companies/CompaniesPage.tsx', '../../../server/errors.ts'],
  ['src/web/pages/companies/CompaniesPage.tsx', '../surveys/SurveysPage.tsx'],
  ['src/web/pages/companies/CompaniesPage.tsx', '../../shell/Shell.tsx'],
  ['src/web/pages/payments/review/ReviewScreen.tsx', '../../jobs/JobsPage.tsx'],
  ['src/web/pages/companies/CompaniesPage.tsx', 'echarts/core'],
]

const allowed: Import[] = [
  ['src/domain/money/payment.ts', './money.ts'],
  ['src/contract/companies.ts', './fields.ts'],
  ['src/contract/companies.ts', '#domain/money/money.ts'],
  ['src/server/responses/routes.ts', '../payments/payables.ts'],
  ['src/words/nouns.ts', '#contract/reference.ts'],
  ['src/server/payments/routes.ts', '#contract/payments.ts'],
  ['src/server/payments/routes.ts', '#words/texts.ts'],
  ['src/web/i18n/messages.ts', '#words/text-id.ts'],
  ['src/domain/money/payment.ts', '../errors.ts'],
  ['src/server/payments/providers/gsma.ts', './provider.ts'],
  ['src/server/payments/runs/runs.ts', '../steps/steps.ts'],
  ['src/server/payments/providers/gsma.ts', '../../errors.ts'],
  ['src/web/pages/companies/CompaniesPage.tsx', '../../list/ListPage.tsx'],
  ['src/web/pages/payments/review/ReviewScreen.tsx', '../../../jobs/LazyJob.tsx'],
  ['src/web/pages/payments/review/ReviewScreen.tsx', '../collect.ts'],
  ['src/web/pages/companies/CompaniesPage.tsx', '#contract/companies.ts'],
  ['src/web/questionnaire/fields/Thing.tsx', '../../ui/Button.tsx'],
  ['src/web/survey/SurveyFilter.tsx', '../list/list-view.ts'],
  ['src/web/pages/surveys/BudgetPanel.tsx', '../../money/AmountInput.tsx'],
  ['src/web/pages/charts/engine.ts', 'echarts/core'],
  ['src/web/charts/engine.ts', 'echarts/core'],
]

const screens = ['App.tsx', 'api/client.ts', 'ui/Table.tsx', 'list/ListPage.tsx', 'pages/companies/CompaniesPage.tsx']
const selects = ['list/ListPage.tsx', 'pages/companies/CompaniesPage.tsx', 'ui/Select.tsx']
const drawing = [
  'src/domain/money/money.test.ts',
  'src/server/test/given.ts',
  'src/web/api/client.ts',
  'e2e/dialogs.test.ts',
]

/** The lines to plant, by file. */
const planted = new Map<string, string[]>()
let report: string[] = []

function plant(file: string, line: string): void {
  const lines = planted.get(file) ?? []
  if (!lines.includes(line)) planted.set(file, [...lines, line])
}

const importOf = (from: string, name = 'thing') => `export { ${name} } from '${from}'`
const drawn = 'export const drawn = Math.random()'

for (const [file, from] of [...refused, ...allowed]) plant(file, importOf(from))
for (const file of screens) for (const name of ['lazy', 'useState']) plant(`src/web/${file}`, importOf('react', name))
for (const file of selects) plant(`src/web/${file}`, importOf('antd', 'Select'))
for (const file of drawing) plant(file, drawn)

/** All at once, as the linter takes longer to start than to read them. */
beforeAll(async () => {
  const house = await mkdtemp(join(tmpdir(), 'canvass-rules-'))
  try {
    await copyFile(join(root, 'oxlint.config.ts'), join(house, 'oxlint.config.ts'))
    for (const [file, lines] of planted) {
      await mkdir(dirname(join(house, file)), { recursive: true })
      await writeFile(join(house, file), lines.join('\n'))
    }
    report = await lint(house)
  } finally {
    await rm(house, { recursive: true, force: true })
  }
})

async function lint(house: string): Promise<string[]> {
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  try {
    return (await run(oxlint, ['--format', 'unix'], { cwd: house, maxBuffer: 2 ** 24 })).stdout.split('\n')
  } catch (error) {
    return (error as { stdout: string }).stdout.split('\n')
  }
}

/** What the linter says of a line that was planted. */
function saidOf(file: string, line: string): string {
  const place = `${file}:${(planted.get(file) ?? []).indexOf(line) + 1}:`
  return report.filter((said) => said.startsWith(place)).join('\n')
}

test.each(refused)('%s may not import %s', (file, from) => {
  expect(saidOf(file, importOf(from))).toContain('no-restricted-imports')
})

test.each(allowed)('%s may import %s', (file, from) => {
  expect(saidOf(file, importOf(from))).not.toContain('no-restricted-imports')
})

test.each(screens)('src/web/%s may not take lazy of React, only its hooks', (file) => {
  expect(saidOf(`src/web/${file}`, importOf('react', 'lazy'))).toContain('no-restricted-imports')
  expect(saidOf(`src/web/${file}`, importOf('react', 'useState'))).not.toContain('no-restricted-imports')
})

test.each(selects)('src/web/%s takes Ant Design only inside ui', (file) => {
  const said = expect(saidOf(`src/web/${file}`, importOf('antd', 'Select')))
  if (file === 'ui/Select.tsx') said.not.toContain('no-restricted-imports')
  else said.toContain('no-restricted-imports')
})

test.each(drawing)('%s may not draw from Math.random', (file) => {
  expect(saidOf(file, drawn)).toContain('no-restricted-properties')
})
