/** The files of columns follow the responses; whatever becomes of a file, the numbers are right. */
import { readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { insight } from '#contract/insight.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { responseRemoval } from '#contract/response-removal.ts'
import { responses } from '#contract/responses.ts'
import type { TestApp } from '../../test/with-app.ts'
import { test } from '../../test/with-app.ts'
import { givenAnswered } from '../test/given-answered.ts'
import { writeColumns } from './column-files.ts'
import { folderOf, nameOfSurvey } from './engine.ts'
import { withForms } from './forms.ts'
import { eraseParticipant } from '../../test/erase-participant.ts'

/** Writes what changed, also what changed just now. */
async function write({ sql, services }: TestApp): Promise<void> {
  await sql.owner.query(`update column_file set written_at = now() - interval '1 day'`)
  await writeColumns(services)
}

async function filesOf({ services }: TestApp, surveyId: number): Promise<string[]> {
  const folder = join(folderOf(services.settings.dataDir), nameOfSurvey(surveyId))
  return (await readdir(folder)).map((name) => join(folder, name))
}

async function withCounts(app: TestApp) {
  const given = await givenAnswered(app)
  const { staff, survey } = given
  const counts = async (query: Record<string, string> = {}) => {
    const { data } = await staff.call(insight.cross, {
      params: { surveyId: survey.id },
      query: { rows: 'sex', ...query },
    })
    return data.rows.map(({ key, n }) => `${key} ${n}`).join(', ')
  }
  const changed = async () =>
    (await app.sql.owner.query('select from form_change where survey_id = $1', [survey.id])).rowCount
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.id } })
  return { ...given, counts, changed, ids: list.map(({ id }) => id) }
}

test('counts follow review, edit and deletion, before the files are written and after', async ({ app }) => {
  const { staff, counts, changed, ids } = await withCounts(app)
  const [a = 0, b = 0] = ids
  const inEachState = async (query: Record<string, string>, expected: string) => {
    expect(await counts(query)).toBe(expected)
    await write(app)
    expect(await changed()).toBe(0)
    expect(await counts(query)).toBe(expected)
  }
  await inEachState({}, 'f 2, m 1, null 1')
  await staff.call(responses.move, { params: { id: a }, body: { formStatus: 'APPROVED' } })
  await inEachState({ status: 'APPROVED' }, 'f 1, m 0')
  await staff.call(responseEdits.update, { params: { id: b }, body: { questionId: 'sex', value: 'f' } })
  await inEachState({}, 'f 3, m 0, null 1')
  await staff.call(responseRemoval.remove, { params: { id: a } })
  await inEachState({}, 'f 2, m 0, null 1')
})

test('readings whose files are replaced midway end well, one at a time', async ({ app }) => {
  const { survey, ids } = await withCounts(app)
  await write(app)
  const asked = {
    surveyId: survey.id,
    questions: [],
    filter: { scope: 'ALL' as const, words: {} },
    sight: 'FULL' as const,
  }
  const place = { database: app.services.database, dataDir: app.services.settings.dataDir }
  let [inside, most] = [0, 0]
  const reading = () =>
    withForms(place, asked, async ({ engine, forms }) => {
      most = Math.max(most, ++inside)
      await app.sql.owner.query('insert into form_change values ($1, $2)', [survey.id, ids[0]])
      await write(app)
      const rows = await engine.rows<{ n: number }>(sql`select count(*) as n from ${forms}`)
      inside -= 1
      return rows
    })
  const counted = await Promise.all(Array.from({ length: 4 }, reading))
  expect([counted.flat(), most]).toEqual([Array.from({ length: 4 }, () => ({ n: 4 })), 1])
  await write(app)
  for (const path of await filesOf(app, survey.id)) await utimes(path, 0, 0)
  await write(app)
  expect(await filesOf(app, survey.id)).toHaveLength(1)
})

test('a file that is missing, cut short or garbage is done without, and written again', async ({ app }) => {
  const { counts, survey } = await withCounts(app)
  await write(app)
  const spoil: ((path: string) => Promise<void>)[] = [
    (path) => rm(path),
    (path) => truncate(path, 100),
    (path) => writeFile(path, 'no columns'),
  ]
  for (const each of spoil) {
    for (const path of await filesOf(app, survey.id)) await each(path)
    expect(await counts()).toBe('f 2, m 1, null 1')
    await write(app)
    const sizes = await Promise.all((await filesOf(app, survey.id)).map(async (path) => (await stat(path)).size))
    const { rows } = await app.sql.owner.query('select bytes from column_file where survey_id = $1', [survey.id])
    expect(rows.map(({ bytes }) => sizes.includes(bytes))).toEqual([true])
    expect(await counts()).toBe('f 2, m 1, null 1')
  }
})

test('a file of the right size with garbage bytes is done without, and written again', async ({ app }) => {
  const { counts, survey } = await withCounts(app)
  await write(app)
  const [path = ''] = await filesOf(app, survey.id)
  await writeFile(path, Buffer.alloc((await stat(path)).size, 'garbage'))
  expect(await counts()).toBe('f 2, m 1, null 1')
  await write(app)
  const [again = ''] = await filesOf(app, survey.id)
  expect((await readFile(again)).subarray(0, 4).toString()).toBe('PAR1')
})

test('a writer that ends before the database knows its file loses nothing', async ({ app }) => {
  const { counts, changed, survey } = await withCounts(app)
  await app.sql.owner.query(`alter table column_file add constraint stop check (bytes < 0) not valid`)
  await expect(write(app)).rejects.toThrow('stop')
  await app.sql.owner.query(`alter table column_file drop constraint stop`)
  expect([await counts(), await changed()]).toEqual(['f 2, m 1, null 1', 4])
  await write(app)
  expect([await counts(), await changed()]).toEqual(['f 2, m 1, null 1', 0])
  for (const path of await filesOf(app, survey.id)) await utimes(path, 0, 0)
  await write(app)
  expect([await counts(), (await filesOf(app, survey.id)).length]).toEqual(['f 2, m 1, null 1', 1])
})

test('the personal answers of a participant who is erased are in no file', async ({ staff, app }) => {
  const survey = await app.given.survey({
    sections: [
      [
        { code: 'name', type: 'SINGLE', options: ['ana-only'], personal: true },
        { code: 'story', type: 'TEXT', personal: true },
      ],
    ],
  })
  const { id } = survey.question('name')
  const [response] = await app.given.responses(survey, 1, {
    answers: { [id]: 'ana-only', [survey.question('story').id]: 'free-ana' },
  })
  await write(app)
  const bytes = async () =>
    (await Promise.all((await filesOf(app, survey.id)).map((path) => readFile(path, 'latin1')))).join('\n')
  expect(await bytes()).toContain('ana-only')
  expect(await bytes()).not.toContain('free-ana')
  const { data } = await staff.call(responses.get, { params: { id: response?.id ?? 0 } })
  await eraseParticipant(app, data.participant?.id)
  await write(app)
  expect(await bytes()).not.toContain('ana-only')
})
