/** The names and groups of a form stay with its questions, through all that a survey goes through. */
import { expect } from 'vitest'
import { excels } from '#contract/downloads.ts'
import { formFiles } from '#contract/form-files.ts'
import { questions } from '#contract/questions.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { formLayout } from '#domain/surveys/form-layout.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { loadContent } from '../surveys/content-store.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { fillIn, loadForm, makeToken, send } from '../test/collecting-app.ts'
import { test } from '../test/with-app.ts'

const inBasic = '/data/hh/demographics/members/basic'
const rows = [
  ['type', 'name', 'label', 'relevant', 'appearance'],
  ['text', 'village', 'Village', null],
  ['begin_group', 'hh', 'Household', null],
  ['integer', 'name', 'Number of the household', null],
  ['begin_group', 'demographics', null, "${village} != ''"],
  ['text', 'name', 'Name of the head', null],
  ['begin_repeat', 'members', 'Members', null],
  ['begin_group', 'basic', 'Basic facts', null, 'field-list'],
  ['text', 'name', 'Name', null],
  ['text', 'first-name', 'First name in ${village}', `${inBasic}/name != ''`],
  ['end_group', null, null, null],
  ['end_repeat', null, null, null],
  ['text', 'sure', 'Sure?', "/data/hh/demographics/name = 'Ana'"],
  ['end_group', null, null, null],
  ['end_group', null, null, null],
  ['integer', 'age', 'Age', null],
]

async function fileOf(sheet: (string | null)[][]) {
  const sheets = [{ name: 'survey', rows: sheet, columns: sheet[0]?.map(() => ({})) ?? [], headings: 1 }]
  return { name: 'form.xlsx', bytes: Buffer.from(await writeWorkbook({ sheets, names: {} })) }
}

const paths = {
  village: 'village',
  name: 'hh/name',
  name_2: 'hh/demographics/name',
  name_3: 'hh/demographics/members/basic/name',
  first_name: 'hh/demographics/members/basic/first-name',
  sure: 'hh/demographics/sure',
  age: 'age',
}

function pathsOf({ sections }: Pick<SurveyContent, 'sections'>): Record<string, string> {
  return Object.fromEntries([...formLayout(sections).fields].map(([code, { path }]) => [code, path]))
}

test('names and groups of a form stay, in copies, versions, forms and files', async ({
  given,
  as,
  server,
  services,
  sql,
}) => {
  const { db } = services.database
  const staff = as(await given.admin())
  const file = await fileOf(rows)
  const make = async (form: typeof file) => {
    const { data } = await staff.call(formFiles.import, { file: form, query: { confirm: 'true' } })
    return data.survey ?? expect.unreachable()
  }
  const { id, encodedId } = await make(file)
  const content = await loadContent(db, id)
  expect(pathsOf(content)).toEqual(paths)
  const sure = content.sections.flatMap((section) => section.questions).find(({ code }) => code === 'sure')
  expect(sure).toMatchObject({ relevant: "(answered(village)) and (name_2 = 'Ana')", formPath: paths.sure })

  const { bytes } = await staff.raw(formFiles.xlsform, { params: { surveyId: encodedId } })
  const again = await make({ name: 'form.xlsx', bytes: Buffer.from(bytes) })
  expect(pathsOf(await loadContent(db, again.id))).toEqual(paths)
  const { data: copy } = await staff.call(surveys.duplicate, { params: { surveyId: id } })
  expect(pathsOf(await loadContent(db, copy.id))).toEqual(paths)
  const twin = await staff.call(questions.duplicate, { params: { questionId: sure?.id ?? 0 } })
  expect(twin.data.formPath).toBeNull()
  const same = sql.app.query('update question set form_path = $2 where id = $1', [twin.data.id, paths.sure])
  await expect(same).rejects.toThrow('question_form_path_key')
  await staff.call(questions.remove, { params: { id: twin.data.id }, query: {} })

  await staff.call(surveys.publish, { params: { surveyId: id } })
  expect(pathsOf((await loadVersion(db, id, 1)).content)).toEqual(paths)
  const app = { server, token: await makeToken(staff, id) }
  const { xml } = await loadForm(app)
  // An inner group stays as it is called and looks.
  const inner = { path: 'hh/demographics/members/basic', title: { en: 'Basic facts' }, appearance: 'field-list' }
  for (const { sections } of [content, await loadContent(db, again.id)])
    expect(sections.flatMap(({ groups }) => groups ?? [])).toEqual([inner])
  expect(xml).toContain(`<group ref="${inBasic}" appearance="field-list"><label ref="jr:itext('${inBasic}:label')"/>`)
  expect(xml).toContain(`<text id="${inBasic}:label"><value>Basic facts</value></text>`)
  for (const path of Object.values(paths)) expect(xml).toContain(`nodeset="/data/${path}"`)
  const answers = { village: 'Godo', age: '7', 'first-name.1': 'Ana', sure: 'yes' }
  const sent = await fillIn(xml, { name: '12', ...answers }, { members: 1 })
  expect((await send(app, sent)).status).toBe(201)
  const { list } = await staff.call(responses.list, { query: { surveyId: encodedId } })
  const { data: stored } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  const codes = new Map(content.sections.flatMap((section) => section.questions).map((each) => [each.id, each.code]))
  const byCode = Object.entries(stored.answers).map(([key, value]) => [
    codes.get(Number.parseInt(key)) ?? 'count',
    value,
  ])
  expect(Object.fromEntries(byCode)).toMatchObject({ village: 'Godo', name: 12, name_2: '12', age: 7 })

  const query = { surveyId: id, format: 'xlsx', values: 'codes', headings: 'paths' } as const
  const csv = await staff.raw(excels.download, { query: { ...query, format: 'csv', codebook: 'true' } })
  for (const path of Object.values(paths)) expect(csv.bytes.toString()).toContain(`\n${path},`)
})
