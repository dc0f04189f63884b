/** Cases: one form registers them, another follows them up, in our pages and on phones. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { formFiles } from '#contract/form-files.ts'
import { questions } from '#contract/questions.ts'
import { responses } from '#contract/responses.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveys } from '#contract/surveys.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { type OutCell, writeWorkbook } from '../excel/write-workbook.ts'
import type { Caller } from '../test/caller.ts'
import { ask, fillIn, loadForm, makeToken, send, withXml } from '../test/collecting-app.ts'
import { refusalOf } from '../test/given-upload.ts'
import { test } from '../test/with-app.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'
import { formSheets } from './write-form.ts'
import { xformOf } from './xform.ts'

type Rows = OutCell[][]

const registration: Record<string, Rows> = {
  survey: [
    ['type', 'name', 'label', 'save_to'],
    ['text', 'species', 'Species', 'species'],
    ['integer', 'height', 'Height', 'height'],
    ['text', 'owner', 'Owner', 'owner'],
    ['text', 'remark', 'Remark'],
  ],
  entities: [
    ['list_name', 'label', 'create_if'],
    ['trees', "concat(${species}, ' of ', ${owner})", "${species} != 'none'"],
  ],
}
const followUp: Record<string, Rows> = {
  survey: [
    ['type', 'name', 'label', 'save_to', 'calculation'],
    ['select_one_from_file trees.csv', 'tree', 'Tree'],
    ['calculate', 'before', null, null, "pulldata('trees', 'height', 'name', ${tree})"],
    ['integer', 'now', 'Height now', 'height'],
    ['select_one yn', 'cut', 'Cut down?', 'cut'],
  ],
  choices: [
    ['list_name', 'name', 'label'],
    ['yn', 'y', 'It is'],
    ['yn', 'n', 'It is not'],
  ],
  entities: [
    ['list_name', 'entity_id'],
    ['trees', '${tree}'],
  ],
}

async function imported(staff: Caller, sheets: Record<string, Rows>) {
  const written = Object.entries(sheets).map(([name, rows]) => ({ name, rows, columns: [{}], headings: 1 }))
  const file = { name: 'trees.xlsx', bytes: Buffer.from(await writeWorkbook({ sheets: written, names: {} })) }
  const { data } = await staff.call(formFiles.import, { file, query: { confirm: 'true' } })
  const left = data.remarks.filter(({ verdict, code }) => verdict === 'LEFT_OUT' && code !== 'NOT_PUBLISHABLE')
  expect(left).toEqual([])
  const id = data.survey?.id ?? 0
  const { data: survey } = await staff.call(surveys.get, { params: { id } })
  const { version, encodedId } = survey
  await staff.call(surveys.update, { params: { id }, body: { version, participantRequired: false } })
  return { id, encodedId, questions: survey.sections.flatMap((section) => section.questions) }
}

function read(sheets: Record<string, Rows>) {
  const report = new Report()
  const cells = new Map(Object.entries(sheets)) as Parameters<typeof readForm>[0]
  return { ...readForm(cells, { report, fallbackTitle: 'Form' }), remarks: report.remarks }
}

const publish = (staff: Caller, id: number) => staff.call(surveys.publish, { params: { surveyId: id } })

test('a case that one form registers is chosen and changed by another', async ({ staff, given, as, server, sql }) => {
  const first = await imported(staff, registration)
  await publish(staff, first.id)
  const phone = { server, token: await makeToken(staff, first.id) }
  const { xml } = await loadForm(phone)
  expect(xml).toContain('entities:entities-version="2024.1.0"')
  expect(xml).toContain('<entity dataset="trees" id="" create="1"><label/></entity>')
  expect(xml).toMatch(/<bind nodeset="\/data\/height" type="int" entities:saveto="height"\/>/)
  for (const answers of [{ species: 'mango', height: '2', owner: 'Ana' }, { species: 'none' }])
    expect((await send(phone, await fillIn(xml, answers))).status).toBe(201)

  const second = await imported(staff, followUp)
  const own = (of: 'ENTITIES' | 'RESPONSES', surveyId?: number) =>
    staff.call(surveyFiles.make, { params: { id: second.id }, body: { of, surveyId } })
  expect((await refusalOf(own('ENTITIES', (await given.survey()).id))).errors).toMatchObject([{ code: 'NO_ENTITIES' }])
  const file = (await own('ENTITIES', first.id)).data
  expect(file).toMatchObject({ name: 'trees.csv', source: `ENTITIES ${first.id}`, list: { rows: 1 } })
  await publish(staff, second.id)
  const collecting = { server, token: await makeToken(staff, second.id) }
  const form = (await loadForm(collecting)).xml
  expect(form).toContain('<entity dataset="trees" id="" update="1" baseVersion="" trunkVersion="" branchId=""/>')
  expect(form).toContain(`calculate="instance('trees')/root/item[name = /data/meta_entity_id]/__version"`)
  const { text: manifest } = await ask(collecting, `/collect/forms/${second.encodedId}/manifest`)
  expect(manifest).toContain('<mediaFile type="entityList"><filename>trees.csv</filename>')
  const [url = ''] = /http[^<]+files\/\d+/.exec(manifest) ?? []
  const list = async () => (await ask(collecting, url)).text.trim().split('\n')
  const [heading, only = ''] = await list()
  const [id = ''] = only.split(',')
  expect([heading, only]).toEqual([
    'name,label,species,height,owner,cut,__version',
    `${id},mango of Ana,mango,2,Ana,,1`,
  ])
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/)

  // Two phones had the same list; the later interview counts, although it comes first.
  const visit = (submittedAt: string, answers: object) =>
    staff.call(entry.send, { body: { surveyId: second.id, submittedAt, answers: { tree: id, ...answers } } })
  const instance = `<data id="${second.encodedId}" version="1"><tree>${id}</tree><now>5</now><cut>n</cut><meta><instanceID>uuid:f2</instanceID>
      <entity dataset="trees" id="x" update="1" baseVersion="1"/></meta></data>`
  expect((await send(collecting, withXml(instance))).status).toBe(201)
  await visit('2026-01-02T12:00:00Z', { now: 4, cut: 'y' })
  expect((await list())[1]).toBe(`${id},mango of Ana,mango,5,Ana,n,3`)
  // What is returned or rejected changes nothing.
  const change = `update form set status = 'HAS_ISSUES', updated_at = clock_timestamp() where client_uuid = 'uuid:f2'`
  await sql.owner.query(change)
  expect((await list())[1]).toBe(`${id},mango of Ana,mango,4,Ana,y,2`)
  await sql.owner.query(`update form set status = 'REJECTED', updated_at = clock_timestamp() where survey_id = $1`, [
    first.id,
  ])
  expect(await list()).toEqual([heading])
  // A case that was chosen before it went can still be sent.
  await visit('2026-01-03T12:00:00Z', { now: 6 })
  await staff.call(surveyLinks.update, { params: { id: second.id }, body: { isOn: true } })
  const visited = await as(undefined).raw(surveyFiles.openByLink, {
    params: { encodedId: second.encodedId, fileId: file.id },
  })
  expect(visited.bytes.toString()).toBe('name,label\n')
})

test('personal answers are no property of a case, nor in its label', async ({ staff, given, as }) => {
  const { id, questions: drafted } = await imported(staff, registration)
  const owner = drafted.find(({ code }) => code === 'owner')
  const changed = { params: { id: owner?.id ?? 0 }, body: { version: owner?.version ?? 0, personal: true } }
  await staff.call(questions.update, changed)
  await publish(staff, id)
  const { data } = await staff.call(surveys.get, { params: { id } })
  const marked = data.sections.flatMap((section) => section.questions).filter(({ personal }) => personal)
  expect(marked.map(({ code }) => code)).toEqual(['owner', 'meta_entity_label'])
  expect(data.changedSincePublish).toBe(false)
  await staff.call(entry.send, { body: { surveyId: id, answers: { species: 'fig', owner: 'Rui' } } })
  const { id: other } = await imported(staff, followUp)
  const list = (await staff.call(surveyFiles.make, { params: { id: other }, body: { of: 'ENTITIES', surveyId: id } }))
    .data
  const text = (await staff.raw(surveyFiles.open, { params: { id: other, fileId: list.id } })).bytes.toString()
  expect(text).toMatch(/^name,label,species,height,cut,__version\n([\da-f]{8})[\da-f-]+,\1,fig,,,1\n$/)
  const cells = async (permissions: ('responses.read' | 'responses.personal' | 'surveys.all')[]) => {
    const query = { surveyId: String(id), questions: 'species,meta_entity_label' }
    const { data } = await as(await given.admin({ permissions })).call(responses.list, { query })
    return data.map((row) => row.cells)
  }
  expect(await cells(['responses.read', 'surveys.all'])).toEqual([{ species: 'fig' }])
  const all = { species: 'fig', meta_entity_label: 'fig of Rui' }
  expect(await cells(['responses.read', 'responses.personal', 'surveys.all'])).toEqual([all])
  const blind = as(await given.admin({ permissions: ['surveys.read', 'surveys.write', 'surveys.all'] }))
  const making = blind.call(surveyFiles.make, { params: { id: other }, body: { of: 'ENTITIES', surveyId: id } })
  expect((await refusalOf(making)).code).toBe('FORBIDDEN')
})

test('what a sheet of entities says comes back from our form; what is none is named', () => {
  const both = {
    ...followUp,
    entities: [
      ['dataset', 'label', 'entity_id', 'create_if', 'update_if'],
      ['trees', '${tree}', '${tree}', "${tree} = ''", "${tree} != ''"],
    ],
  }
  for (const sheets of [registration, followUp, both]) {
    const { content } = read(sheets)
    const again = read(
      Object.fromEntries(
        formSheets({ title: 'Form', id: 'f', version: 1, content }).map(({ name, rows }) => [name, [...rows] as Rows]),
      ),
    )
    expect(questionsOf(again.content)).toEqual(questionsOf(content))
    expect(xformOf({ title: 'Form', id: 'f', version: 1, content })).toContain('<entity dataset="trees"')
  }
  const { content, remarks } = read({
    survey: [
      ['type', 'name', 'label', 'save_to'],
      ['text', 'a', 'A', 'name'],
      ['text', 'b', 'B', 'ok'],
    ],
    entities: [
      ['list_name', 'label'],
      ['trees', '${a}'],
      ['houses', '${b}'],
    ],
  })
  expect(
    remarks.filter(({ code }) => code === 'CELL_LEFT').map(({ sheet, cell, value }) => [sheet, cell, value]),
  ).toEqual([
    ['entities', 'A3', 'houses'],
    ['survey', 'D2', 'name'],
  ])
  expect(questionsOf(content).map(({ saveTo }) => saveTo)).toEqual([undefined, 'ok', 'trees', undefined, undefined])
  const loose = read({
    survey: [
      ['type', 'name', 'label', 'save_to'],
      ['text', 'a', 'A', 'x'],
    ],
  })
  expect(loose.remarks.filter(({ code }) => code === 'CELL_LEFT')).toMatchObject([{ row: 2, value: 'x' }])
  expect(xformOf({ title: 'Form', id: 'f', version: 1, content: loose.content })).not.toContain('entities')
})
