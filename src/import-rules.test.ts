/** The house's import rules hold: each planted violation is found by the linter, and a proper import is not. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))
let house = ''

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'canvass-rules-'))
  await copyFile(join(root, '.oxlintrc.json'), join(house, '.oxlintrc.json'))
})
afterAll(() => rm(house, { recursive: true, force: true }))

/** What the linter says of a file of this name that holds only this import. */
async function lint(file: string, from: string, name = 'thing'): Promise<string> {
  const path = join(house, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `import { ${name} } from '${from}'\n\nexport const other = ${name}\n`)
  try {
    return (await run(join(root, 'node_modules/.bin/oxlint'), [file], { cwd: house })).stdout
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

test.each([
  ['src/domain/money.ts', '#server/errors.ts'],
  ['src/domain/money.ts', '#contract/fields.ts'],
  ['src/domain/money.ts', 'zod/mini'],
  ['src/domain/money.ts', 'node:fs'],
  ['src/domain/money.ts', '../server/errors.ts'],
  ['src/contract/companies.ts', '#server/errors.ts'],
  ['src/contract/companies.ts', '#web/main.tsx'],
  ['src/contract/companies.ts', 'pg'],
  ['src/contract/companies.ts', 'node:fs'],
  ['src/contract/companies.ts', '../server/errors.ts'],
  ['src/server/payments/routes.ts', '#web/api/client.ts'],
  ['src/server/payments/routes.ts', '../../web/api/client.ts'],
  ['src/server/payments/routes.ts', '../responses/routes.ts'],
  ['src/server/http/dispatch.ts', '../payments/store.ts'],
  ['src/server/db/pool.ts', '../people/person-store.ts'],
  ['src/web/pages/companies/CompaniesPage.tsx', '#server/errors.ts'],
  ['src/web/pages/companies/CompaniesPage.tsx', '../../../server/errors.ts'],
  ['src/web/pages/companies/CompaniesPage.tsx', '../surveys/SurveysPage.tsx'],
  ['src/web/list/ListPage.tsx', '../pages/companies/CompaniesPage.tsx'],
  ['src/web/ui/Table.tsx', '../list/ListPage.tsx'],
  ['src/web/ui/Table.tsx', '#contract/companies.ts'],
  ['src/web/api/client.ts', '../ui/Table.tsx'],
])('%s may not import %s', async (file, from) => {
  expect(await lint(file, from)).toContain('no-restricted-imports')
})

test.each(['App.tsx', 'api/client.ts', 'ui/Table.tsx', 'list/ListPage.tsx', 'pages/companies/CompaniesPage.tsx'])(
  'src/web/%s may not take lazy of React, only its hooks',
  async (file) => {
    expect(await lint(`src/web/${file}`, 'react', 'lazy')).toContain('no-restricted-imports')
    expect(await lint(`src/web/${file}`, 'react', 'useState')).not.toContain('no-restricted-imports')
  },
)

test('Ant Design is imported by ui alone', async () => {
  const others = ['src/web/list/ListPage.tsx', 'src/web/pages/companies/CompaniesPage.tsx', 'src/web/shell/Shell.tsx']
  for (const file of [...others, 'src/web/api/client.ts']) {
    expect(await lint(file, 'antd', 'Select')).toContain('no-restricted-imports')
    expect(await lint(file, 'antd/es/locale/en_US')).toContain('no-restricted-imports')
  }
  expect(await lint('src/web/ui/Select.tsx', 'antd', 'Select')).not.toContain('no-restricted-imports')
})

test.each([
  ['src/domain/payment.ts', './money.ts'],
  ['src/contract/companies.ts', './fields.ts'],
  ['src/contract/companies.ts', '#domain/money.ts'],
  ['src/server/responses/routes.ts', '../payments/payables.ts'],
  ['src/server/payments/routes.ts', '#contract/payments.ts'],
  ['src/web/pages/companies/CompaniesPage.tsx', '../../list/ListPage.tsx'],
  ['src/web/pages/companies/CompaniesPage.tsx', '#contract/companies.ts'],
])('%s may import %s', async (file, from) => {
  expect(await lint(file, from)).not.toContain('no-restricted-imports')
})
