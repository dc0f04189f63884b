/** Files that answer questions: stored first, then of one response alone, and opened by those who see its answers. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { attachments } from '#contract/attachments.ts'
import { entry } from '#contract/entry.ts'
import { files } from '#contract/files.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { responseRemoval } from '#contract/response-removal.ts'
import { responses } from '#contract/responses.ts'
import { surveyAccess } from '#contract/survey-access.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { caller, type CallInput, type Caller } from '../test/caller.ts'
import { html, mp3, png } from '../test/given-files.ts'
import type { GivenSurvey } from '../test/given-survey.ts'
import { refusalOf } from '../test/given-upload.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { clearAttachments } from './clear.ts'
import { eraseParticipant } from '../test/erase-participant.ts'

const filesSurvey = {
  sections: [
    [
      { code: 'photo', type: 'IMAGE' },
      { code: 'sound', type: 'AUDIO' },
      { code: 'paper', type: 'FILE' },
      { code: 'face', type: 'IMAGE', personal: true },
      { code: 'name', type: 'TEXT' },
    ],
  ],
} as const
const givenSurvey = ({ given }: Pick<TestApp, 'given'>, more = {}) =>
  given.survey({ sections: filesSurvey.sections.map((section) => [...section]), ...more })

type FileInput = NonNullable<CallInput['file']>

async function upload(staff: Caller, { id }: Pick<GivenSurvey, 'id'>, question: string, file: FileInput) {
  const { data } = await staff.call(attachments.upload, { params: { surveyId: id }, query: { question }, file })
  return data
}

const photo = async (staff: Caller, survey: GivenSurvey, question = 'photo', red = 200) => {
  const { file, name } = await upload(staff, survey, question, {
    name: 'a.png',
    type: 'image/png',
    bytes: await png(red),
  })
  return { file, name }
}

const send = async (staff: Caller, { id }: Pick<GivenSurvey, 'id'>, answers: object, more = {}) =>
  (await staff.call(entry.send, { body: { surveyId: id, answers, ...more } })).data

async function refused(work: Promise<unknown>): Promise<string[]> {
  const { code, errors } = await refusalOf(work)
  return [code, ...errors.map((found) => `${found.path} ${found.code}`)]
}

const ticket = (staff: Caller, { file }: { file: number }, query = {}) =>
  staff.call(files.ticket, { params: { id: file }, query })

async function opened(staff: Caller, id: number, query = {}) {
  const { url } = await staff.call(files.ticket, { params: { id }, query })
  return staff.raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })
}

test('a picture is stored, answers its question and opens whole and small', async ({ staff, app }) => {
  const survey = await givenSurvey(app)
  const bytes = await png()
  const stored = await upload(staff, survey, 'photo', { name: 'C:\\in\\a.png', type: 'image/png', bytes })
  expect(stored).toMatchObject({ name: 'a.png', mime: 'image/png', bytes: bytes.length })
  const { file, name } = stored
  const { id } = await send(staff, survey, { photo: { file, name } })
  const { data } = await staff.call(responses.get, { params: { id } })
  expect(data.answers[survey.question('photo').id]).toEqual({ file, name })
  const whole = await opened(staff, file)
  expect(whole.bytes.equals(bytes)).toBe(true)
  expect(whole.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(whole.headers['content-length']).toBe(String(bytes.length))
  const small = await opened(staff, file, { look: 'thumbnail' })
  expect(small.headers['content-type']).toBe('image/webp')
  expect(small.bytes.length).toBeLessThan(bytes.length)
})

test('a file is refused with words if its type is undeclared or not the question’s', async ({ staff, app }) => {
  const survey = await givenSurvey(app)
  const put = (question: string, file: FileInput) => refused(upload(staff, survey, question, file))
  const other = ['VALIDATION_FAILED', 'file FILE_OTHER_TYPE']
  expect(await put('photo', { name: 'a.png', bytes: mp3 })).toEqual(other)
  expect(await put('paper', { name: 'a.pdf', bytes: html })).toEqual(other)
  expect(await put('sound', { name: 'a', type: 'audio/wav', bytes: mp3 })).toEqual(other)
  expect(await put('sound', { name: 'a', bytes: await png() })).toEqual(['VALIDATION_FAILED', 'file FILE_TYPE'])
  const broken = (await png()).subarray(0, 60)
  expect(await put('photo', { name: 'a.png', bytes: broken })).toEqual(['FILE_BROKEN', 'file FILE_BROKEN'])
  expect(await put('name', { name: 'a', bytes: mp3 })).toEqual(['VALIDATION_FAILED', 'question NOT_FOR_TYPE'])
  expect(await put('age', { name: 'a', bytes: mp3 })).toEqual(['VALIDATION_FAILED', 'question UNKNOWN_QUESTION'])
  const { attachmentMegabytes } = app.services.settings
  app.services.settings.attachmentMegabytes = 1
  const large = Buffer.concat([mp3, Buffer.alloc(1024 * 1024, 1)])
  expect(await put('sound', { name: 'a', bytes: large })).toEqual(['PAYLOAD_TOO_LARGE', 'file FILE_TOO_LARGE'])
  app.services.settings.attachmentMegabytes = attachmentMegabytes
})

test('a page with scripts is only ever saved, as bytes', async ({ staff, app }) => {
  const { file } = await upload(staff, await givenSurvey(app), 'paper', {
    name: 'a.html',
    bytes: html,
    type: 'text/html',
  })
  const { headers } = await opened(staff, file)
  expect(headers['content-type']).toBe('application/octet-stream')
  expect(headers['content-disposition']).toMatch(/^attachment;/)
})

test('a file belongs to one response; other surveys, questions and senders lack it', async ({ app }) => {
  const { as, given, sql } = app
  const [staff, other] = [as(await given.admin()), as(await given.admin())]
  const [survey, foreign] = [await givenSurvey(app), await givenSurvey(app)]
  const own = await photo(staff, survey)
  expect(await refused(send(staff, foreign, { photo: own }))).toEqual(['VALIDATION_FAILED', 'answers.photo NOT_A_FILE'])
  expect(await refused(send(other, survey, { photo: own }))).toEqual(['VALIDATION_FAILED', 'answers.photo NOT_A_FILE'])
  expect(await refused(send(staff, survey, { face: own }))).toEqual(['VALIDATION_FAILED', 'answers.face NOT_A_FILE'])
  const missing = { file: 987_654_321, name: 'x' }
  expect(await refused(send(staff, survey, { photo: missing }))).toContain('answers.photo NOT_A_FILE')
  const { id } = await send(staff, survey, { photo: own }, { clientUuid: 'one' })
  expect((await send(staff, survey, { photo: own }, { clientUuid: 'one' })).id).toBe(id)
  expect(await refused(send(staff, survey, { photo: own }))).toEqual(['VALIDATION_FAILED', 'answers.photo FILE_TAKEN'])
  const [second] = await given.responses(foreign, 1)
  const steal = (surveyId: number, responseId: number | undefined) =>
    sql.app.query(
      `insert into form_file (survey_id, response_id, file_id, question_id, personal) values ($1, $2, $3, $4, false)`,
      [surveyId, responseId, own.file, survey.question('photo').id],
    )
  await expect(steal(survey.id, id)).rejects.toMatchObject({ code: '23505' })
  await sql.owner.query('delete from form_file where file_id = $1', [own.file])
  await expect(steal(foreign.id, second?.id)).rejects.toMatchObject({ constraint: 'form_file_of_question' })
})

test('a visitor of a public link stores files for their own name and reads no others', async ({ staff, app }) => {
  const survey = await app.given.survey({ sections: [[{ code: 'photo', type: 'IMAGE', required: true }]] })
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true } })
  const params = { encodedId: survey.encodedId }
  const visitor = app.as(undefined)
  const store = async (clientUuid: string, file: FileInput) =>
    (await visitor.call(surveyLinks.upload, { params, query: { question: 'photo', clientUuid }, file })).data
  const visit = (clientUuid: string, answers: object) =>
    visitor.call(surveyLinks.send, { params, body: { surveyVersion: 1, clientUuid, answers } })
  expect(await refused(visit('one', {}))).toContain('answers.photo REQUIRED')
  expect(await refused(visit('one', { photo: await photo(staff, survey) }))).toContain('answers.photo NOT_A_FILE')
  expect(await refused(store('one', { name: 'a.png', bytes: mp3 }))).toContain('file FILE_OTHER_TYPE')
  const { file, name } = await store('one', { name: 'a.png', type: 'image/png', bytes: await png() })
  expect(await refused(visit('two', { photo: { file, name } }))).toContain('answers.photo NOT_A_FILE')
  await visit('one', { photo: { file, name } })
  expect((await opened(staff, file)).status).toBe(200)
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: false } })
  expect(await refused(store('three', { name: 'a.png', bytes: await png() }))).toContain('NOT_FOUND')
})

test('a program with a token stores files for its own responses, in its own survey', async ({ staff, app }) => {
  const [survey, foreign] = [await givenSurvey(app), await givenSurvey(app)]
  const program = async () => {
    const body = { kind: 'COLLECT', name: 'Importer' } as const
    const { data } = await staff.call(surveyTokens.create, { params: { id: survey.id }, body })
    return caller(app.server, data.token)
  }
  const [one, other] = [await program(), await program()]
  const own = await photo(one, survey)
  expect((await refusalOf(photo(one, foreign))).code).toBe('NOT_FOUND')
  for (const thief of [other, staff])
    expect(await refused(send(thief, survey, { photo: own }))).toContain('answers.photo NOT_A_FILE')
  await send(one, survey, { photo: own })
  expect((await opened(staff, own.file)).status).toBe(200)
})

test('files open for those who may see the answer, and for their sender until then', async ({ app }) => {
  const { as, given } = app
  const outsider = { permissions: ['responses.enter', 'responses.read'] } as const
  const owner = await given.admin()
  const staff = as(owner)
  const survey = await givenSurvey(app, { ownerId: owner.id })
  const [own, face] = [await photo(staff, survey), await photo(staff, survey, 'face')]
  const person = await given.admin({ permissions: [...outsider.permissions] })
  const colleague = as(await given.admin())
  expect((await refusalOf(ticket(colleague, own))).code).toBe('NOT_FOUND')
  await ticket(staff, own)
  await send(staff, survey, { photo: own, face })
  await ticket(colleague, own)
  expect((await refusalOf(ticket(as(person), own))).code).toBe('NOT_FOUND')
  const body = { surveyId: survey.id, subjectType: 'USER', subjectId: person.id, right: 'VIEW' }
  await staff.call(surveyAccess.create, { body })
  await ticket(as(person), own, { look: 'thumbnail' })
  expect((await refusalOf(ticket(as(person), face))).code).toBe('FORBIDDEN')
  expect((await refusalOf(ticket(as(person), { file: face.file + 1 }))).code).toBe('FORBIDDEN')
})

test('a corrected answer has another file; the former one comes back with its change', async ({ app }) => {
  const { as, given } = app
  const staff = as(await given.admin())
  const survey = await givenSurvey(app)
  const [first, second] = [await photo(staff, survey), await photo(staff, survey, 'photo', 10)]
  const { id } = await send(staff, survey, { photo: first })
  const edit = (body: object) => staff.call(responseEdits.update, { params: { id }, body })
  const key = survey.question('photo').id
  expect((await edit({ questionId: 'photo', value: second })).data.answers[key]).toEqual(second)
  const { list } = await staff.call(responseEdits.changes, { params: { id } })
  expect((await edit({ reverts: list[0]?.id })).data.answers[key]).toEqual(first)
  expect((await opened(staff, second.file)).status).toBe(200)
  const [foreign] = await given.responses(survey, 1)
  const steal = staff.call(responseEdits.update, {
    params: { id: foreign?.id ?? 0 },
    body: { questionId: 'photo', value: second },
  })
  expect(await refused(steal)).toEqual(['VALIDATION_FAILED', 'answers.photo FILE_TAKEN'])
})

test('files go with their response, unused after some days, and with an erased person', async ({ app }) => {
  const { as, given, sql, services } = app
  const staff = as(await given.admin())
  const survey = await givenSurvey(app)
  const bytes = await png(77)
  const sent = { name: 'a.png', bytes }
  const [kept, hers, gone, late] = [
    await upload(staff, survey, 'photo', sent),
    await upload(staff, survey, 'photo', sent),
    await upload(staff, survey, 'photo', sent),
    await upload(staff, survey, 'photo', sent),
  ]
  const face = await photo(staff, survey, 'face', 78)
  const answer = ({ file, name }: typeof kept) => ({ file, name })
  const { participant } = await send(
    staff,
    survey,
    { photo: answer(hers), face },
    { participantPhone: '+258847001234', participantName: 'Ana' },
  )
  await send(staff, survey, { photo: answer(kept) })
  const { id } = await send(staff, survey, { photo: answer(gone) })
  await staff.call(responseRemoval.remove, { params: { id } })
  expect((await refusalOf(staff.call(files.ticket, { params: { id: gone.file } }))).code).toBe('NOT_FOUND')
  await sql.owner.query(`update attachment set expires_at = now() - interval '1 second' where file_id = $1`, [
    late.file,
  ])
  expect(await refused(send(staff, survey, { photo: answer(late) }))).toContain('answers.photo NOT_A_FILE')
  await eraseParticipant({ sql, services }, participant?.id)
  await clearAttachments(services)
  const { rows } = await sql.owner.query('select file_id::int as id from attachment where survey_id = $1', [survey.id])
  expect(rows).toEqual([{ id: kept.file }])
  // The same bytes stay for the file that remains.
  expect((await opened(staff, kept.file)).bytes.equals(bytes)).toBe(true)
  const stored = await sql.owner.query('select from file where sha256 = $1', [
    createHash('sha256').update(bytes).digest(),
  ])
  expect(stored.rowCount).toBe(1)
})
