/** Unfinished entries: kept for their owner alone, in no total, until they are sent or discarded. */
import { expect } from 'vitest'
import { attachments } from '#contract/attachments.ts'
import { type Draft, drafts } from '#contract/drafts.ts'
import { entry } from '#contract/entry.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { clearAttachments } from '../../attachments/clear.ts'
import type { Caller } from '../../test/caller.ts'
import { png } from '../../test/given-files.ts'
import { refusalOf } from '../../test/given-upload.ts'
import { test } from '../../test/with-app.ts'

const blank = {
  clientUuid: 'draft-1',
  startedAt: '2026-01-01T08:00:00Z',
  surveyVersion: 1,
  participantPhone: '',
  participantName: '',
  day: '2026-11-22',
  latitude: null,
  longitude: null,
  answers: {},
}
type Changes = Partial<Omit<Draft, 'version'>> & { version?: number | undefined }
const save = async (staff: Caller, surveyId: number, changes: Changes = {}) =>
  (await staff.call(drafts.save, { params: { surveyId }, body: { ...blank, ...changes } })).data
const stored = async (staff: Caller, surveyId: number) => (await staff.call(drafts.get, { params: { surveyId } })).data

test('a draft resumes in any browser of its owner, counts nowhere and ends when sent', async ({ staff, given, as }) => {
  const colleague = as(await given.admin())
  const survey = await given.survey({ title: 'Begun' })
  const answers = { [survey.question('name').id]: 'Ana', [survey.question('members').id]: 'four' }
  await save(staff, survey.id, { participantName: 'Ana', answers })
  expect(await stored(staff, survey.id)).toMatchObject({ ...blank, participantName: 'Ana', answers, version: 1 })
  expect(await stored(colleague, survey.id)).toBeNull()
  const mine = await staff.call(drafts.list)
  expect([mine.total, mine.list[0]]).toMatchObject([1, { surveyTitle: 'Begun', participantName: 'Ana', answered: 2 }])
  expect((await colleague.call(drafts.list)).total).toBe(0)
  const { data } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(data.responseCount).toBe(0)
  expect((await staff.call(responses.list, { query: { surveyId: survey.id } })).total).toBe(0)
  const send = (clientUuid: string) =>
    staff.call(entry.send, { body: { surveyId: survey.id, clientUuid, answers: { name: 'Ana', members: 4 } } })
  await send('another')
  expect(await stored(staff, survey.id)).not.toBeNull()
  await send('draft-1')
  expect(await stored(staff, survey.id)).toBeNull()
  // A save that was on its way does not begin it again.
  expect((await refusalOf(save(staff, survey.id))).code).toBe('FORM_EXISTS')
})

test('of two browsers with a draft the second learns it is old; either may discard it', async ({
  staff,
  given,
  sql,
}) => {
  const { id } = await given.survey()
  const { version } = await save(staff, id, { version: 0 })
  expect((await refusalOf(save(staff, id, { version: 0 }))).code).toBe('STALE')
  const saved = await save(staff, id, { version, participantName: 'Ana' })
  const refusal = await refusalOf(save(staff, id, { version, participantName: 'Bia' }))
  expect(refusal).toMatchObject({ code: 'STALE', data: { participantName: 'Ana', version: saved.version } })
  expect(await save(staff, id, { participantName: 'Bia' })).toMatchObject({ version: saved.version + 1 })
  await staff.call(drafts.discard, { params: { surveyId: id } })
  expect(await stored(staff, id)).toBeNull()
  expect((await refusalOf(save(staff, id, { version: saved.version }))).code).toBe('STALE')
  const { rows } = await sql.owner.query(
    `select action from audit where subject_type = 'survey' and subject_id = $1 and action like 'responses.%' order by id`,
    [String(id)],
  )
  expect(rows.map(({ action }: { action: string }) => action)).toEqual(['responses.draft', 'responses.discardDraft'])
})

test('two first saves at once make one draft', async ({ staff, given }) => {
  const { id } = await given.survey()
  await Promise.all([save(staff, id), save(staff, id, { participantName: 'Ana' }), save(staff, id)])
  expect((await staff.call(drafts.list)).total).toBe(1)
  expect(await stored(staff, id)).toMatchObject({ version: 3 })
})

test('files of a draft are kept as long as it names them', async ({ staff, given, sql, services }) => {
  const survey = await given.survey({ sections: [[{ code: 'photo', type: 'IMAGE' }]] })
  const key = survey.question('photo').id
  const upload = async () => {
    const file = { name: 'a.png', bytes: await png(key % 255) }
    const { data } = await staff.call(attachments.upload, {
      params: { surveyId: survey.id },
      query: { question: 'photo' },
      file,
    })
    return { file: data.file, name: data.name }
  }
  const [first, second] = [await upload(), await upload()]
  const pass = async () => {
    await sql.owner.query(`update attachment set expires_at = now() - interval '1 day' where survey_id = $1`, [
      survey.id,
    ])
    await clearAttachments(services)
    const { rows } = await sql.owner.query('select file_id::int as id from attachment where survey_id = $1', [
      survey.id,
    ])
    return rows.map(({ id }: { id: number }) => id)
  }
  await save(staff, survey.id, { answers: { [key]: first } })
  await save(staff, survey.id, { answers: { [key]: second } })
  expect(await pass()).toEqual([second.file])
  const body = { surveyId: survey.id, clientUuid: 'draft-1', answers: { photo: second } }
  await staff.call(entry.send, { body })
  const third = await upload()
  await save(staff, survey.id, { clientUuid: 'draft-2', answers: { [key]: third } })
  await staff.call(drafts.discard, { params: { surveyId: survey.id } })
  await sql.owner.query(`update attachment set expires_at = now() where expires_at is not null`)
  await clearAttachments(services)
  const { rows } = await sql.owner.query('select file_id::int as id from attachment where survey_id = $1', [survey.id])
  expect(rows).toEqual([{ id: second.file }])
})

test('the drafts of a survey that a person no longer sees are out of their sight', async ({ given, as, sql }) => {
  const owner = await given.admin({ permissions: ['responses.enter', 'responses.read'] })
  const { id } = await given.survey({ ownerId: owner.id })
  await save(as(owner), id)
  expect((await as(owner).call(drafts.list)).total).toBe(1)
  await sql.owner.query('update survey set owner_id = null where id = $1', [id])
  expect((await as(owner).call(drafts.list)).total).toBe(0)
  expect((await refusalOf(as(owner).call(drafts.get, { params: { surveyId: id } }))).code).toBe('NOT_FOUND')
})
