/** Lists of the product's own records: as they are when a form is fetched, without what is personal. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { questions } from '#contract/questions.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveys } from '#contract/surveys.ts'
import { ask, makeToken } from '../test/collecting-app.ts'
import { refusalOf } from '../test/given-upload.ts'
import { test } from '../test/with-app.ts'

test('a list of sites is as the sites are when the form is fetched; its version stays', async ({
  given,
  as,
  server,
  sql,
}) => {
  const staff = as(await given.admin())
  const { id, encodedId } = await given.survey({
    status: 'DRAFT',
    participantRequired: false,
    sections: [[{ code: 'a', type: 'TEXT' }]],
  })
  await sql.owner.query(`insert into site_category (title) values ('Market')`)
  const addSite = (code: string, title: string) =>
    sql.owner.query(`insert into site (code, title, site_category_id) select $1, $2, max(id) from site_category`, [
      code,
      title,
    ])
  await addSite('s1', 'Boane')
  const file = (await staff.call(surveyFiles.make, { params: { id }, body: { of: 'SITES' } })).data
  expect(file).toMatchObject({ name: 'sites.csv', source: 'SITES', list: { rows: 1 } })
  const { data: draft } = await staff.call(surveys.get, { params: { id } })
  const sectionId = draft.sections[0]?.id ?? 0
  const asked = { sectionId, code: 'site', text: 'Site', type: 'SINGLE' as const, list: { file: 'sites.csv' } }
  await staff.call(questions.create, { body: asked })
  await staff.call(surveys.publish, { params: { surveyId: id } })

  const app = { server, token: await makeToken(staff, id) }
  const manifest = async () => (await ask(app, `/collect/forms/${encodedId}/manifest`)).text
  const send = (site: string) => staff.call(entry.send, { body: { surveyId: id, answers: { site } } })
  const before = await manifest()
  expect(await manifest()).toBe(before)
  expect((await refusalOf(send('s2'))).errors).toMatchObject([{ code: 'UNKNOWN_CHOICE' }])
  await addSite('s2', 'Namaacha')
  await sql.owner.query(`update site set status = 'INACTIVE', updated_at = now() where code = 's1'`)
  const after = await manifest()
  expect(after).not.toBe(before)
  const [url = ''] = /http[^<]+files\/\d+/.exec(after) ?? []
  expect((await ask(app, url)).text).toBe('name,label,category,unit,latitude,longitude\ns2,Namaacha,Market,,,\n')
  await send('s2')
  // An interview that was begun before the site went is taken.
  await send('s1')
  expect((await staff.call(surveys.get, { params: { id } })).data.changedSincePublish).toBe(false)
})

test('approved responses are listed without personal answers, by the right to export', async ({
  staff,
  given,
  as,
  sql,
}) => {
  const earlier = await given.survey()
  await given.responses(earlier, 2, { status: 'APPROVED' })
  await given.responses(earlier, 1)
  const { id } = await given.survey({ status: 'DRAFT' })
  const file = (await staff.call(surveyFiles.make, { params: { id }, body: { of: 'RESPONSES', surveyId: earlier.id } }))
    .data
  expect(file).toMatchObject({ name: `responses_${earlier.id}.csv`, list: { rows: 2 } })
  expect(file.list?.columns.slice(0, 3)).toEqual(['name', 'label', 'members'])
  const opened = await staff.raw(surveyFiles.open, { params: { id, fileId: file.id } })
  expect(opened.bytes.toString().trim().split('\n').length).toBe(3)
  await sql.owner.query(`update form set status = 'REJECTED', updated_at = now() where status = 'RECEIVED'`)
  const [again] = (await staff.call(surveys.get, { params: { id } })).data.files ?? []
  expect(again?.md5).toBe(file.md5)
  const { errors } = await refusalOf(staff.call(surveyFiles.make, { params: { id }, body: { of: 'RESPONSES' } }))
  expect(errors).toMatchObject([{ path: 'surveyId', code: 'REQUIRED' }])
  const editor = as(await given.admin({ permissions: ['surveys.read', 'surveys.write', 'surveys.all'] }))
  for (const body of [{ of: 'RESPONSES' as const, surveyId: earlier.id }, { of: 'SITES' as const }])
    expect((await refusalOf(editor.call(surveyFiles.make, { params: { id }, body }))).code).toBe('FORBIDDEN')
})

test('participants are listed without phones, and not to visitors of a public link', async ({ staff, given, as }) => {
  const { id, encodedId } = await given.survey({ status: 'DRAFT' })
  const { id: ana } = await given.participant({ name: 'Ana Muianga' })
  await given.participant({ name: 'Not listed' })
  await staff.call(surveyLife.setParticipants, { params: { id }, body: { participantIds: [ana] } })
  const file = (await staff.call(surveyFiles.make, { params: { id }, body: { of: 'PARTICIPANTS' } })).data
  const text = (await staff.raw(surveyFiles.open, { params: { id, fileId: file.id } })).bytes.toString()
  expect(text).toBe(`name,label\n${ana},Ana Muianga\n`)
  await staff.call(surveys.publish, { params: { surveyId: id } })
  await staff.call(surveyLinks.update, { params: { id }, body: { isOn: true } })
  const visited = await as(undefined).raw(surveyFiles.openByLink, { params: { encodedId, fileId: file.id } })
  expect(visited.bytes.toString()).toBe('name,label\n')
})
