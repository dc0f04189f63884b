/** Answers of a survey crossed by each other and by facts of the response. */
import { expect } from 'vitest'
import { type Cross, type Group, insight } from '#contract/insight.ts'
import type { Chance } from '../../demo/content/chance.ts'
import { testChance } from '../../test/seed.ts'
import { test } from '../../test/with-app.ts'
import { givenAnswered } from '../test/given-answered.ts'
import { writeColumns } from './column-files.ts'

const named = ({ kind, key }: Group) => key ?? kind

/** `f: 1 2 | m: 0 1`, under the keys of the columns. */
function tableOf({ rows, columns, counts }: Cross): string[] {
  return [columns.map(named).join(' '), ...rows.map((row, at) => `${named(row)}: ${counts[at]?.join(' ')}`)]
}

test('two questions are crossed, of several options in each of their groups', async ({ app }) => {
  const { staff, survey } = await givenAnswered(app)
  const ask = async (query: { rows: string } & Record<string, string>) =>
    (await staff.call(insight.cross, { params: { surveyId: survey.id }, query })).data
  const bySex = await ask({ rows: 'crops', by: 'sex' })
  expect(tableOf(bySex)).toEqual(['f m BLANK', 'rice: 1 1 0', 'maize: 1 0 0', 'BLANK: 1 0 1'])
  expect([bySex.total, bySex.rows.map(({ n }) => n), bySex.columns.map(({ n }) => n)]).toEqual([
    4,
    [2, 1, 2],
    [2, 1, 1],
  ])
  expect(bySex.rows[0]?.text).toBeTruthy()
  const byCrops = await ask({ rows: 'crops', by: 'crops' })
  expect(tableOf(byCrops)).toEqual(['rice maize BLANK', 'rice: 2 1 0', 'maize: 1 1 0', 'BLANK: 0 0 2'])

  const ages = await ask({ rows: 'age', by: 'sex' })
  expect(ages.stats).toEqual({
    all: { n: 3, mean: 42, median: 40, low: 31, high: 55 },
    columns: [
      { n: 1, mean: 31, median: 31, low: 31, high: 31 },
      { n: 1, mean: 55, median: 55, low: 55, high: 55 },
      { n: 1, mean: 40, median: 40, low: 40, high: 40 },
    ],
  })
  expect(ages.rows[0]).toMatchObject({ key: '31', bin: { from: 31, to: 33 }, n: 1 })
  expect(ages.rows.at(-1)).toMatchObject({ kind: 'BLANK', n: 1 })

  const weighed = await ask({ rows: 'sex', weight: 'age' })
  expect([weighed.weight, ...tableOf(weighed)]).toEqual([126, 'all', 'f: 31', 'm: 55', 'BLANK: 40'])
  expect(tableOf(await ask({ rows: 'sex', by: '@month' }))[0]).toBe('2026-01')
  expect(tableOf(await ask({ rows: '@unit', by: '@site' }))).toEqual(['BLANK', 'BLANK: 4'])
  expect(tableOf(await ask({ rows: '@source', by: '@status' }))[3]).toBe('API: 4 0 0 0 0 0')
  expect(tableOf(await ask({ rows: 'sex', answers: '{"age":{"from":40}}' }))).toEqual([
    'all',
    'f: 0',
    'm: 1',
    'BLANK: 1',
  ])
})

test('a text makes no groups, and a word is no weight', async ({ app }) => {
  const { staff, survey } = await givenAnswered(app)
  const refused = staff.call(insight.cross, {
    params: { surveyId: survey.id },
    query: { rows: 'village', by: 'nothing', weight: 'sex' },
  })
  await expect(refused).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [
      { path: 'rows', code: 'NOT_CROSSED' },
      { path: 'by', code: 'UNKNOWN_QUESTION' },
      { path: 'weight', code: 'NOT_A_WEIGHT' },
    ],
  })
})

test('a personal question is unknown without the permission, and its answers find none', async ({ given, as }) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'sex', type: 'SINGLE', options: ['f'] },
        { code: 'ill', type: 'SINGLE', options: ['yes'], personal: true, filterable: true },
      ],
    ],
  })
  await given.responses(survey, 2)
  const staff = as(await given.admin({ permissions: ['responses.read', 'surveys.read', 'surveys.all'] }))
  const ask = (query: { rows: string } & Record<string, string>) =>
    staff.call(insight.cross, { params: { surveyId: survey.id }, query })
  for (const query of [{ rows: 'ill' }, { rows: 'sex', by: 'ill' }, { rows: 'sex', weight: 'ill' }])
    await expect(ask(query)).rejects.toMatchObject({ errors: [{ code: 'UNKNOWN_QUESTION' }] })
  expect((await ask({ rows: 'sex' })).data.total).toBe(2)
  for (const how of ['answered', 'blank', { in: ['yes'] }])
    expect((await ask({ rows: 'sex', answers: JSON.stringify({ ill: how }) })).data.total).toBe(0)
})

test('districts count all units below them, by sites and by units answered', async ({ given, as, sql, services }) => {
  const unit = async (code: string, parent: number | null) => {
    const { rows } = await sql.owner.query<{ id: number }>(
      'insert into administrative_unit (code, name, parent_id) values ($1, $1, $2) returning id',
      [code, parent],
    )
    return rows[0]?.id ?? 0
  }
  const country = await unit('C', null)
  const districts = [await unit('N', country), await unit('S', country)]
  const village = await unit('N1', districts[0] ?? 0)
  const survey = await given.survey({
    sections: [
      [
        { code: 'home', type: 'ADMIN_UNIT' },
        { code: 'size', type: 'INTEGER' },
      ],
    ],
  })
  const [home, size] = [survey.question('home').id, survey.question('size').id]
  const category = await given.siteCategory()
  for (const [code, unitId, number] of [
    ['N1', village, 2],
    ['N', districts[0], 4],
    ['S', districts[1], 9],
  ] as const) {
    const { rows } = await sql.owner.query<{ id: number }>(
      'insert into site (code, title, site_category_id, administrative_unit_id) values ($1, $1, $2, $3) returning id',
      [`at-${code}`, category.id, unitId],
    )
    const [response] = await given.responses(survey, 1, { answers: { [home]: code, [size]: number } })
    await writeColumns(services)
    await sql.owner.query('update task set site_id = $1 where form_id = $2', [rows[0]?.id, response?.id])
  }
  const staff = as(await given.admin())
  await sql.owner.query(`update administrative_unit set name = 'North' where code = 'N'`)
  const { data: charts } = await staff.call(insight.ofSurvey, { params: { surveyId: survey.id }, query: {} })
  const labels = charts.questions[0]?.choices.map(({ code, text }) => `${code} ${text?.['en']}`)
  expect(labels?.toSorted()).toEqual(['N North', 'N1 N1', 'S S'])
  for (const by of ['@unit', 'home']) {
    const query = { rows: 'size', by, level: '1' }
    const { data } = await staff.call(insight.cross, { params: { surveyId: survey.id }, query })
    expect(data.columns.map(({ name, n }) => `${name} ${n}`)).toEqual(['North 2', 'S 1'])
    expect(data.stats?.columns.map((each) => each?.mean)).toEqual([3, 9])
    const { data: all } = await staff.call(insight.cross, { params: { surveyId: survey.id }, query: { rows: by } })
    expect(new Set(all.rows.map(({ name }) => name))).toEqual(new Set(['North', 'N1', 'S']))
  }
})

/** Numbers of many sizes with repeats, gaps and one typing error. */
function drawIncome(chance: Chance): number | undefined {
  if (chance.happens(5)) return undefined
  if (chance.happens(20)) return chance.happens(1) ? 4e11 : 0
  return (chance.whole(-100_000, 200_000) / 100) ** 3 / 7
}

test('figures of numbers that nearly all differ are those of plain counting', async ({ given, as, sql, services }) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'crops', type: 'MULTIPLE', options: ['rice', 'maize'] },
        { code: 'income', type: 'DECIMAL' },
      ],
    ],
  })
  const [crops, income] = [survey.question('crops').id, survey.question('income').id]
  const size = 4000
  const chance = testChance()
  const drawn = Array.from({ length: size }, () => ({
    crops: chance.pick([['rice'], ['maize'], ['rice', 'maize']]),
    income: drawIncome(chance),
  }))
  const rows = drawn.map((each) => ({ [crops]: each.crops, [income]: each.income }))
  await sql.owner.query(`
      begin;
      set local session_replication_role = replica;
      insert into form (survey_id, survey_version, status, source, client_uuid, submitted_at)
        select ${survey.id}, 1, 'RECEIVED', 'API', 'form-' || n, '2026-01-01' from generate_series(1, ${size}) n;
      insert into form_doc (survey_id, id, answers)
        select form.survey_id, form.id, answers from form join jsonb_array_elements('${JSON.stringify(rows)}')
          with ordinality each(answers, n) on client_uuid = 'form-' || n where form.survey_id = ${survey.id};
      insert into form_change select survey_id, id from form where survey_id = ${survey.id};
      commit`)
  await writeColumns(services)
  const staff = as(await given.admin())
  const query = { rows: 'income', by: 'crops' }
  const { data } = await staff.call(insight.cross, { params: { surveyId: survey.id }, query })
  for (const [at, group] of data.columns.entries()) {
    const own = drawn.filter((each) => each.crops.includes(group.key ?? ''))
    const sorted = own.flatMap((each) => each.income ?? []).toSorted((a, b) => a - b)
    const middle = (sorted.length - 1) / 2
    const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
    const sum = sorted.reduce((total, x) => total + x, 0)
    const mean = expect.closeTo(sum / sorted.length, 2) as number
    const [low, high] = [sorted[0], sorted.at(-1)]
    expect(data.stats?.columns[at]).toEqual({ n: sorted.length, median, mean, low, high })
    const inBars = data.rows.map(({ bin }) => {
      const isLast = bin?.to === data.rows.findLast((row) => row.bin)?.bin?.to
      return own.filter(({ income: x }) =>
        bin && x !== undefined ? x >= bin.from && (x < bin.to || isLast) : !bin && x === undefined,
      ).length
    })
    expect(data.counts.map((row) => row[at])).toEqual(inBars)
  }
  expect(data.total).toBe(size)
  const { data: other } = await staff.call(insight.cross, {
    params: { surveyId: survey.id },
    query: { rows: 'crops', by: 'income' },
  })
  expect(other.columns.reduce((total, { n }) => total + n, 0)).toBe(size)
})
