/** A form whose options are in a file beside it: from the workbook to the export. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { excels } from '#contract/downloads.ts'
import { formFiles } from '#contract/form-files.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveys } from '#contract/surveys.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { type OutCell, writeWorkbook } from '../excel/write-workbook.ts'
import type { Caller } from '../test/caller.ts'
import { ask, loadForm, makeToken } from '../test/collecting-app.ts'
import { type EngineNode, formsEngine } from '../test/forms-engine.ts'
import { refusalOf } from '../test/given-upload.ts'
import { test } from '../test/with-app.ts'

const rows: OutCell[][] = [
  ['type', 'name', 'label', 'choice_filter', 'parameters', 'calculation', 'relevant'],
  ['select_one_from_file districts.csv', 'district', 'District', null, null],
  ['select_multiple_from_file villages.csv', 'village', 'Village', 'district=${district}', 'value=code, label=title'],
  ['calculate', 'town', null, null, null, "pulldata('districts', 'label', 'name', ${district})"],
  ['note', 'here', 'Here', null, null, null, "instance('districts')/root/item[name = ${district}]/label = 'Gondola'"],
]
const districts = 'name,label\nd1,Gondola\nd2,Sussundenga\n'
const villages = 'code,title,district\n101,Mudima,d1\n102,Inchope,d1\n201,Dombe,d2\n'

async function imported(staff: Caller): Promise<number> {
  const sheet = { name: 'survey', rows, columns: rows.map(() => ({})), headings: 1 }
  const file = { name: 'places.xlsx', bytes: Buffer.from(await writeWorkbook({ sheets: [sheet], names: {} })) }
  const { data } = await staff.call(formFiles.import, { file, query: { confirm: 'true' } })
  const told = data.remarks.filter(({ code }) => code === 'NOT_PUBLISHABLE').map(({ value }) => value)
  expect(told.map((text) => /\w+\.csv/.exec(text ?? '')?.[0])).toEqual([
    'districts.csv',
    'villages.csv',
    'districts.csv',
    'districts.csv',
  ])
  return data.survey?.id ?? 0
}

const add = (staff: Caller, id: number, name: string, text: string) =>
  staff.call(surveyFiles.upload, { params: { id }, file: { name, bytes: Buffer.from(text) } })

test('lists and look-ups in files come in, are judged by the published one, and go out', async ({
  given,
  as,
  server,
}) => {
  const staff = as(await given.admin())
  const id = await imported(staff)
  const publish = () => staff.call(surveys.publish, { params: { surveyId: id } })
  const { code, errors } = await refusalOf(publish())
  expect([code, errors.map(({ path }) => path)]).toEqual([
    'SURVEY_NOT_READY',
    [
      'sections[0].questions[0].list',
      'sections[0].questions[1].list',
      'sections[0].questions[2].calculation',
      'sections[0].questions[3].relevant',
    ],
  ])
  await add(staff, id, 'districts.csv', districts)
  await add(staff, id, 'villages.csv', villages)
  const {
    errors: [broken],
  } = await refusalOf(add(staff, id, 'districts.csv', 'name,label\n"d1'))
  expect(broken).toMatchObject({ path: 'file', code: 'FILE_OTHER_TYPE' })
  const { data: before } = await staff.call(surveys.get, { params: { id } })
  await staff.call(surveys.update, { params: { id }, body: { version: before.version, participantRequired: false } })
  await publish()
  // The draft goes on with other rows; what is published keeps its own.
  await add(staff, id, 'villages.csv', 'code,title,district\n301,Espungabera,d2\n')

  const { data: form } = await staff.call(entry.form, { params: { surveyId: String(id) } })
  const [district, village] = questionsOf(form.content)
  expect(village).toMatchObject({
    optionFilter: `column('district') = district`,
    list: { file: 'villages.csv', value: 'code', label: 'title' },
    answers: [],
  })
  const [, , place, here] = questionsOf(form.content)
  expect([place?.calculation, here?.relevant]).toEqual([
    `lookup('districts.csv', 'label', 'name', district)`,
    `lookup('districts.csv', 'label', 'name', district) = 'Gondola'`,
  ])
  const send = (answers: Record<string, unknown>) => staff.call(entry.send, { body: { surveyId: id, answers } })
  const wrong = async (answers: Record<string, unknown>) => (await refusalOf(send(answers))).errors
  expect(await wrong({ district: 'd9' })).toMatchObject([{ path: 'answers.district', code: 'UNKNOWN_CHOICE' }])
  expect(await wrong({ district: 'd1', village: ['301'] })).toMatchObject([{ code: 'UNKNOWN_CHOICE' }])
  expect(await wrong({ district: 'd1', village: ['201'] })).toMatchObject([{ code: 'CHOICE_NOT_OFFERED' }])
  await send({ district: 'd1', village: ['101', '102'] })

  const exported = async (values: 'codes' | 'labels') =>
    (
      await staff.raw(excels.download, { query: { format: 'csv', values, encodedId: before.encodedId } })
    ).bytes.toString()
  expect(await exported('codes')).toContain('d1,"101;102",Gondola')
  expect(await exported('labels')).toContain('Gondola,"Mudima;Inchope",Gondola')

  const app = { server, token: await makeToken(staff, id) }
  const { xml } = await loadForm(app)
  expect(xml).toContain('<instance id="villages" src="jr://file-csv/villages.csv"/>')
  const manifest = await ask(app, `/collect/forms/${before.encodedId}/manifest`)
  expect(manifest.text.match(/<filename>[^<]+/g)).toEqual(['<filename>districts.csv', '<filename>villages.csv'])
  const { createInstance } = await formsEngine()
  const fetchFormAttachment = (url: URL) =>
    Promise.resolve(new Response(url.href.endsWith('districts.csv') ? districts : villages))
  const { root } = await createInstance(xml, { form: { fetchFormAttachment } })
  const nodes = (node: EngineNode): EngineNode[] => [node, ...(node.currentState.children ?? []).flatMap(nodes)]
  const named = (name: string) =>
    nodes(root as unknown as EngineNode).find(({ currentState }) => currentState.reference.endsWith(`/${name}`))
  named('district')?.selectValue('d2')
  expect(named('town')?.currentState.instanceValue).toBe('Sussundenga')
  expect(named('here')?.currentState.relevant).toBe(false)
  expect(named('village')?.currentState.valueOptions?.map(({ value }) => value)).toEqual(['201'])

  await staff.call(surveyLinks.update, { params: { id }, body: { isOn: true } })
  const file = form.content.files?.find(({ name }) => name === village?.list?.file)
  const params = { encodedId: before.encodedId, fileId: file?.id ?? 0 }
  expect((await as(undefined).raw(surveyFiles.openByLink, { params })).bytes.toString()).toBe(villages)
  expect(district?.list).toMatchObject({ file: 'districts.csv' })
  const again = await staff.raw(formFiles.xlsform, { params: { surveyId: String(id) }, query: { version: '1' } })
  const { data: copy } = await staff.call(formFiles.import, {
    file: { name: 'copy.xlsx', bytes: again.bytes },
    query: { confirm: 'true' },
  })
  const { data: detail } = await staff.call(surveys.get, { params: { id: copy.survey?.id ?? 0 } })
  expect(detail.sections[0]?.questions.map((each) => each.list?.file ?? each.calculation ?? each.relevant)).toEqual([
    'districts.csv',
    'villages.csv',
    place?.calculation,
    here?.relevant,
  ])
})
