/** The public link of a survey: off until it is turned on, and open to visitors without an account while it is. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { questions } from '#contract/questions.ts'
import { responses } from '#contract/responses.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveyAccess } from '#contract/survey-access.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveys } from '#contract/surveys.ts'
import { test } from '../../test/with-app.ts'

const answers = { name: 'Ana', members: 4 }

test('a visitor answers by the link while it is on, once for each form', async ({ staff, given, as }) => {
  const anyone = as(undefined)
  const survey = await given.survey({ amount: '50.00' })
  const params = { encodedId: survey.encodedId }
  const body = { surveyVersion: 1, clientUuid: 'visit-1', participantPhone: '+258847000009', answers }
  await expect(anyone.call(surveyLinks.form, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(anyone.call(surveyLinks.send, { params, body })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { data: link } = await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true } })
  expect(link).toMatchObject({ isOn: true, maxResponses: null, responseCount: 0, version: 1 })
  const { data: form } = await anyone.call(surveyLinks.form, { params })
  expect(form).toMatchObject({ title: survey.title, surveyVersion: 1, refusal: null, isPaid: true })
  for (const _ of ['sent', 'sent again after a lost answer']) {
    const { data } = await anyone.call(surveyLinks.send, { params, body })
    expect(data).toEqual({ clientUuid: 'visit-1' })
  }
  const other = { ...body, answers: { ...answers, members: 5 } }
  await expect(anyone.call(surveyLinks.send, { params, body: other })).rejects.toMatchObject({ code: 'FORM_EXISTS' })
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(list).toEqual([expect.objectContaining({ formKey: 'visit-1', source: 'SCREEN', phone: '+258847000009' })])
  const { data: after } = await staff.call(surveyLinks.get, { params: { id: survey.id } })
  expect(after.responseCount).toBe(1)
})

test('the link takes as many responses as it may, also when they come together', async ({ staff, given, as, sql }) => {
  const anyone = as(undefined)
  const survey = await given.survey()
  const params = { encodedId: survey.encodedId }
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true, maxResponses: 2 } })
  const send = (clientUuid: string) =>
    anyone.call(surveyLinks.send, { params, body: { surveyVersion: 1, clientUuid, answers } })
  const sent = await Promise.allSettled(['a', 'b', 'c', 'd'].map(send))
  const refused = sent.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []))
  expect(refused).toEqual(['LINK_FULL', 'LINK_FULL'])
  await expect(anyone.call(surveyLinks.form, { params })).rejects.toMatchObject({ code: 'LINK_FULL' })
  const less = { params: { id: survey.id }, body: { maxResponses: 1 } }
  await expect(staff.call(surveyLinks.update, less)).rejects.toMatchObject({
    errors: [{ path: 'maxResponses', code: 'TOO_SMALL', limit: 2 }],
  })
  const over = 'update survey_link set response_count = 3 where survey_id = $1'
  await expect(sql.app.query(over, [survey.id])).rejects.toThrow(/survey_link_room/)
  const expiresAt = new Date(Date.now() - 1000).toISOString()
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { maxResponses: null, expiresAt } })
  await expect(send('e')).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('a form filled in before the survey was republished is taken in its own version', async ({ staff, given, as }) => {
  const anyone = as(undefined)
  const survey = await given.survey()
  const params = { encodedId: survey.encodedId }
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true } })
  await staff.call(questions.create, {
    body: { sectionId: survey.content.sections[0]?.id ?? 0, code: 'later', type: 'TEXT', text: { en: 'Later' } },
  })
  await staff.call(surveys.publish, { params: { surveyId: survey.id } })
  const send = (clientUuid: string, surveyVersion: number) =>
    anyone.call(surveyLinks.send, { params, body: { surveyVersion, clientUuid, answers } })
  await send('offline', 1)
  await expect(send('unheard of', 3)).rejects.toMatchObject({ code: 'SURVEY_VERSION_CHANGED' })
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
  expect(list).toEqual([expect.objectContaining({ formKey: 'offline', surveyVersion: 1 })])
  await staff.call(surveyLife.setStatus, {
    params: { surveyId: survey.id },
    body: { status: 'PAUSED', reason: 'Rain' },
  })
  await expect(send('late', 1)).rejects.toMatchObject({ code: 'SURVEY_NOT_OPEN' })
})

test('long answers to many patterns are refused where the work of one response ends', async ({ staff, given, as }) => {
  const regex = `${'.*'.repeat(30)}b`
  const codes = Array.from({ length: 29 }, (_, index) => `q${index}`)
  const survey = await given.survey({
    sections: [codes.map((code) => ({ code, type: 'TEXT', validation: { regex } }))],
  })
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true } })
  const send = (text: string) =>
    as(undefined).call(surveyLinks.send, {
      params: { encodedId: survey.encodedId },
      body: { surveyVersion: 1, clientUuid: 'visit', answers: Object.fromEntries(codes.map((code) => [code, text])) },
    })
  const errors = [{ path: 'answers.q2', code: 'TOO_MUCH_WORK' }]
  await expect(send('a'.repeat(32_000))).rejects.toMatchObject({ code: 'VALIDATION_FAILED', errors })
  expect((await send('aab')).data).toEqual({ clientUuid: 'visit' })
})

test('a private survey takes only participants whom its rights reach, by every door', async ({ staff, given }) => {
  const survey = await given.survey()
  const body = (clientUuid: string, participantPhone?: string) => ({
    surveyId: survey.id,
    clientUuid,
    answers,
    ...(participantPhone === undefined ? {} : { participantPhone }),
  })
  const known = { surveyId: (await given.survey()).id, participantPhone: '+258847000011', answers }
  const { data: first } = await staff.call(entry.send, { body: known })
  const grant = {
    surveyId: survey.id,
    right: 'COLLECT',
    subjectType: 'USER',
    subjectId: first.participant?.id,
  } as const
  await staff.call(surveyAccess.create, { body: { ...grant, subjectId: grant.subjectId ?? 0 } })
  await expect(staff.call(entry.send, { body: body('no phone') })).rejects.toMatchObject({
    errors: [{ path: 'participantPhone', code: 'REQUIRED' }],
  })
  await expect(staff.call(entry.send, { body: body('other', '+258847000012') })).rejects.toMatchObject({
    errors: [{ path: 'participantPhone', code: 'PARTICIPANT_NOT_LISTED' }],
  })
  expect((await staff.call(entry.send, { body: body('reached', '+258847000011') })).data.formKey).toBe('reached')
})

test('a visitor learns who answered or is listed only by a response that can be taken', async ({
  staff,
  given,
  as,
}) => {
  const sections = [[{ code: 'name', type: 'TEXT' as const, required: true }]]
  const open = await given.survey({ sections })
  const listed = await given.survey({ sections })
  const { id: subjectId } = await given.participant()
  const grant = { surveyId: listed.id, right: 'COLLECT', subjectType: 'USER', subjectId } as const
  await staff.call(surveyAccess.create, { body: grant })
  for (const { id } of [open, listed]) await staff.call(surveyLinks.update, { params: { id }, body: { isOn: true } })
  const participantPhone = '+258847000013'
  const send = ({ encodedId }: { encodedId: string }, clientUuid: string, given: Record<string, string>) =>
    as(undefined).call(surveyLinks.send, {
      params: { encodedId },
      body: { surveyVersion: 1, clientUuid, participantPhone, answers: given },
    })
  await send(open, 'first', { name: 'Ana' })
  for (const survey of [open, listed])
    await expect(send(survey, 'probe', {})).rejects.toMatchObject({ errors: [{ path: 'answers.name' }] })
  await expect(send(open, 'again', { name: 'Ana' })).rejects.toMatchObject({ code: 'RESPONSE_REPEATED' })
  await expect(send(listed, 'unlisted', { name: 'Ana' })).rejects.toMatchObject({
    errors: [{ code: 'PARTICIPANT_NOT_LISTED' }],
  })
})

test('a visitor of a paid survey says whom to pay', async ({ staff, given, as }) => {
  const survey = await given.survey({ amount: '50.00' })
  const params = { encodedId: survey.encodedId }
  await staff.call(surveyLinks.update, { params: { id: survey.id }, body: { isOn: true } })
  expect((await as(undefined).call(surveyLinks.form, { params })).data.participantRequired).toBe(true)
  const body = { surveyVersion: 1, clientUuid: 'paid', answers }
  await expect(as(undefined).call(surveyLinks.send, { params, body })).rejects.toMatchObject({
    errors: [{ path: 'participantPhone', code: 'REQUIRED' }],
  })
})

test('a visitor of a closed survey reads its title, the reason and when it opens', async ({ staff, given, as }) => {
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  for (const [spec, said] of [
    [{ status: 'PAUSED' }, { refusal: 'SURVEY_NOT_OPEN', status: 'PAUSED' }],
    [{ status: 'CLOSED' }, { refusal: 'SURVEY_NOT_OPEN', status: 'CLOSED' }],
    [{ startsAt }, { refusal: 'SURVEY_NOT_STARTED', status: 'PUBLISHED', startsAt }],
    [{}, { refusal: null, status: 'PUBLISHED', startsAt: null }],
  ] as const) {
    const { id, encodedId, title } = await given.survey(spec)
    await staff.call(surveyLinks.update, { params: { id }, body: { isOn: true } })
    const { data: form } = await as(undefined).call(surveyLinks.form, { params: { encodedId } })
    expect(form).toMatchObject({ title, ...said })
  }
})
