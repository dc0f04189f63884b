/** Answers as Parquet, read again by DuckDB. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { excels } from '#contract/downloads.ts'
import { test } from '../../test/with-app.ts'
import { folderOf, withEngine } from '../insight/engine.ts'

test('Parquet has the types of answers, and personal ones for those who may see them', async ({
  given,
  as,
  services,
}) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'sex', type: 'SINGLE', options: ['f', 'm'] },
        { code: 'age', type: 'INTEGER' },
        { code: 'born', type: 'DATE' },
        { code: 'name', type: 'TEXT', personal: true },
      ],
    ],
  })
  const of = (code: string) => survey.question(code).id
  for (const [age, born] of [
    [31, '1990-01-31'],
    [55, '1970-06-01'],
  ] as const)
    await given.responses(survey, 1, {
      answers: { [of('sex')]: 'f', [of('age')]: age, [of('born')]: born, [of('name')]: 'Ana' },
    })
  const { dataDir } = services.settings
  const read = async (permissions?: string[]) => {
    const staff = as(await given.admin(permissions ? { permissions } : {}))
    const query = { surveyId: String(survey.id), format: 'parquet', values: 'codes', sort: 'submittedAt' } as const
    const { bytes } = await staff.raw(excels.download, { query })
    return withEngine(dataDir, async (engine) => {
      const folder = await mkdtemp(join(folderOf(dataDir), 'test-'))
      await writeFile(join(folder, 'x.parquet'), bytes)
      const rows = await engine.rows<Record<string, unknown>>(
        sql`from read_parquet(${sql.lit(join(folder, 'x.parquet'))})`,
      )
      await rm(folder, { recursive: true })
      return rows
    })
  }
  expect((await read()).map(({ sex, age, born, name }) => [sex, age, born, name])).toEqual([
    ['f', 31, '1990-01-31', 'Ana'],
    ['f', 55, '1970-06-01', 'Ana'],
  ])
  const [row = {}] = await read(['responses.read', 'responses.export', 'surveys.read', 'surveys.all'])
  expect(Object.keys(row)).toContain('age')
  expect(Object.keys(row)).not.toContain('name')
})
