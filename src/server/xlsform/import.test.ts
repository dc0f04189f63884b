import { expect } from 'vitest'
import { formFiles, type FormFileReport } from '#contract/form-files.ts'
import { surveys } from '#contract/surveys.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import type { OutCell } from '../excel/write-workbook.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { loadContent } from '../surveys/content-store.ts'
import { test } from '../test/with-app.ts'

type Rows = OutCell[][]

async function formFile(sheets: Record<string, Rows>) {
  const written = Object.entries(sheets).map(([name, rows]) => ({
    name,
    rows,
    columns: (rows[0] ?? []).map(() => ({})),
    headings: 1,
  }))
  return { name: 'my_form.xlsx', bytes: Buffer.from(await writeWorkbook({ sheets: written, names: {} })) }
}

const survey: Rows = [
  ['type', 'name', 'label', 'relevant', 'appearance', 'mood'],
  ['begin_group', 'home', 'Home', null, null, null],
  ['integer', 'members', 'Members', null, 'numbers', null],
  ['select_one crop', 'crop', 'Crop', '${members} > 2', null, 'glad'],
  ['end_group', null, null, null, null, null],
]
const choices: Rows = [
  ['list_name', 'name', 'label'],
  ['crop', 'maize', 'Maize'],
  ['crop', 'rice', 'Rice'],
]

test('a form is reported on first, and makes a draft survey when it is confirmed', async ({ given, as, sql }) => {
  const manager = as(await given.admin({ permissions: ['surveys.read', 'surveys.write'] }))
  const file = await formFile({ survey, choices })
  const counted = async () => (await sql.owner.query<{ n: number }>('select count(*)::int as n from survey')).rows[0]?.n
  const before = await counted()
  const { data: report } = await manager.call(formFiles.import, { file })
  expect(report).toMatchObject({ kind: 'XLSFORM', title: 'my form', questionCount: 2, survey: null })
  expect(report.counts).toEqual({ TAKEN: 6, CHANGED: 0, LEFT_OUT: 1, WRONG: 0 })
  expect(report.remarks).toMatchObject([
    { sheet: 'survey', row: 1, cell: 'F1', code: 'COLUMN_UNKNOWN', value: 'mood' },
    { sheet: 'choices', row: 2, code: 'LIST_TAKEN', name: 'crop', value: '2' },
    { sheet: 'survey', row: 0, code: 'FILTERABLE_SET', value: '1' },
    { sheet: 'survey', row: 2, code: 'SECTION_TAKEN' },
    { sheet: 'survey', row: 3, cell: 'E3', code: 'LOOK_KEPT', value: 'numbers' },
    { sheet: 'survey', row: 3, code: 'QUESTION_TAKEN', name: 'members' },
    { sheet: 'survey', row: 4, code: 'QUESTION_TAKEN', name: 'crop' },
  ])
  expect(await counted()).toBe(before)

  const { data: made } = await manager.call(formFiles.import, { file, query: { confirm: 'true', title: 'Farms' } })
  const { data: detail } = await manager.call(surveys.get, { params: { id: made.survey?.id ?? 0 } })
  expect(detail).toMatchObject({ title: 'Farms', status: 'DRAFT', questionCount: 2 })
  expect(detail.sections[0]?.questions).toMatchObject([
    { code: 'members', type: 'INTEGER' },
    { code: 'crop', type: 'SINGLE', relevant: 'members > 2', answers: [{ code: 'maize' }, { code: 'rice' }] },
  ])
})

test('everything that is wrong with a form is told at once, and nothing is made', async ({ given, as }) => {
  const manager = as(await given.admin({ permissions: ['surveys.read', 'surveys.write'] }))
  const file = await formFile({
    survey: [
      ['type', 'name', 'label', 'relevant'],
      ['text', 'a', 'A', "${b} = 'x'"],
      ['text', 'b', 'B', "${a} = 'x'"],
      ['text', 'a', 'Again', null],
      ['select_one nothing', 'c', 'C', null],
      ['select_one', 'd', 'D', null],
      [null, 'e', 'E', null],
      ['begin_group', 'open', 'Open', null],
    ],
    choices: [
      ['list_name', 'name', 'label'],
      ['crop', 'maize', 'Maize'],
      ['crop', 'maize', 'Again'],
    ],
  })
  const { status, bytes } = await manager.raw(formFiles.import, { file, query: { confirm: 'true' } })
  const { code, data } = JSON.parse(bytes.toString()) as { code: string; data: FormFileReport }
  expect([status, code]).toEqual([422, 'FORM_FILE_WRONG'])
  const { remarks } = data
  const wrong = remarks.filter(({ verdict }) => verdict === 'WRONG').map(({ sheet, row, code }) => [sheet, row, code])
  expect(wrong).toEqual([
    ['choices', 3, 'CHOICE_TWICE'],
    ['survey', 4, 'NAME_TWICE'],
    ['survey', 5, 'LIST_UNKNOWN'],
    ['survey', 6, 'LIST_MISSING'],
    ['survey', 7, 'TYPE_MISSING'],
    ['survey', 8, 'GROUP_NOT_CLOSED'],
  ])
})

test('a form with encrypted responses is refused until a person accepts plain ones', async ({ given, as }) => {
  const manager = as(await given.admin({ permissions: ['surveys.read', 'surveys.write'] }))
  const settings: Rows = [
    ['form_title', 'public_key', 'constructor'],
    ['Farms', 'MIIBIjANBgkq', 'x'],
  ]
  const file = await formFile({ survey, choices, settings })
  const refused = manager.call(formFiles.import, { file, query: { confirm: 'true' } })
  await expect(refused).rejects.toMatchObject({
    code: 'FORM_FILE_WRONG',
    data: { remarks: expect.arrayContaining([expect.objectContaining({ code: 'ENCRYPTION_ASKED', cell: 'B2' })]) },
  })
  const query = { confirm: 'true', unencrypted: 'true' }
  const { data } = await manager.call(formFiles.import, { file, query })
  expect(data.survey).not.toBeNull()
  expect(data.remarks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'ENCRYPTION_LEFT', verdict: 'LEFT_OUT' }),
      expect.objectContaining({ code: 'COLUMN_UNKNOWN', value: 'constructor' }),
    ]),
  )
})

test('a form of 5,000 rows is taken, and comes out and in again as the same content', async ({
  given,
  as,
  services,
}) => {
  const manager = as(await given.admin({ permissions: ['surveys.read', 'surveys.write'] }))
  const rows: Rows = Array.from({ length: 5000 }, (_, index) => ['integer', `q${index}`, `Question ${index}`, '. < 9'])
  const file = await formFile({ survey: [['type', 'name', 'label', 'constraint'], ...rows] })
  const { data } = await manager.call(formFiles.import, { file, query: { confirm: 'true' } })
  expect(data.questionCount).toBe(5000)
  const { bytes } = await manager.raw(formFiles.xlsform, { params: { surveyId: data.survey?.id ?? 0 } })
  const again = await manager.call(formFiles.import, {
    file: { name: 'again.xlsx', bytes },
    query: { confirm: 'true' },
  })
  const [one, other] = await Promise.all(
    [data, again.data].map(async ({ survey: made }) =>
      contentOf(await loadContent(services.database.db, made?.id ?? 0)),
    ),
  )
  const plain = (content: typeof one) =>
    questionsOf(content ?? { sections: [] }).map(({ id: _, ...question }) => question)
  expect(plain(other)).toEqual(plain(one))
})

test('a table of data becomes a survey by what its cells hold', async ({ given, as }) => {
  const manager = as(await given.admin({ permissions: ['surveys.read', 'surveys.write'] }))
  const bytes = Buffer.from('Name;Age;Crop\nAna;30;maize\nBia;31;rice\nCeu;32;maize\nDino;33;rice\n')
  const { data } = await manager.call(formFiles.import, { file: { name: 'people.csv', bytes } })
  expect(data).toMatchObject({ kind: 'TABLE', title: 'people', questionCount: 3 })
  expect(data.sections[0]?.questions).toMatchObject([
    { code: 'Name', type: 'TEXT' },
    { code: 'Age', type: 'INTEGER' },
    { code: 'Crop', type: 'SINGLE', options: 2 },
  ])
})
