/** One response by call: the rules of every intake, sent once or again, by one caller or by two. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { geolocations } from '#contract/geolocations.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { responses } from '#contract/responses.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveys } from '#contract/surveys.ts'
import type { Caller } from '../../test/caller.ts'
import { someAnswers } from '../../test/given-responses.ts'
import type { GivenSurvey } from '../../test/given-survey.ts'
import { refusalOf } from '../../test/given-upload.ts'
import { test } from '../../test/with-app.ts'

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const byCode = { name: 'Ana', members: 4, village: 'other', 'village.other': 'Búzi', items: ['radio'] }

const send = (staff: Caller, { id }: Pick<GivenSurvey, 'id'>, body: object = {}) =>
  staff.call(entry.send, { body: { surveyId: id, answers: byCode, ...body } })

/** `answers.members TOO_BIG`, and so on, after the code of the refusal. */
async function refused(work: Promise<unknown>): Promise<string[]> {
  const { code, errors } = await refusalOf(work)
  return [code, ...errors.map((found) => `${found.path} ${found.code}`)]
}

test('a response is stored with answers by code or by id, a place and its participant', async ({ staff, given }) => {
  const survey = await given.survey()
  const { data } = await staff.call(entry.send, {
    body: {
      encodedId: survey.encodedId,
      clientUuid: 'paper-1',
      source: 'STAFF',
      surveyVersion: 1,
      participantPhone: '+258 84 700 0001',
      participantName: 'Ana Sitoe',
      submittedAt: '2024-02-29T10:00:00Z',
      latitude: -19.6,
      longitude: 34.7,
      accuracy: 8,
      answers: {
        [survey.question('name').id]: 'Ana',
        members: 4,
        income: null,
        village: 'other',
        'village.other': 'Búzi',
      },
    },
  })
  expect(data).toMatchObject({
    formKey: 'paper-1',
    source: 'STAFF',
    status: 'RECEIVED',
    isPilot: false,
    latitude: -19.6,
  })
  expect(data).toMatchObject({ phone: '+258847000001', participant: { name: 'Ana Sitoe' } })
  const { data: detail } = await staff.call(responses.get, { params: { id: data.id } })
  const village = survey.question('village').id
  expect(detail.answers).toEqual({
    [survey.question('name').id]: 'Ana',
    [survey.question('members').id]: 4,
    [village]: 'other',
    [`${village}.other`]: 'Búzi',
  })
  const { data: read } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(read).toMatchObject({ responseCount: 1, participantCount: 1 })
  expect((await send(staff, survey)).data).toMatchObject({ source: 'API', phone: null, formKey: expect.any(String) })
})

test('all that is wrong with a response is said at once, by field and question code', async ({ staff, given }) => {
  const photo = { code: 'photo', type: 'IMAGE', required: true } as const
  const name = { code: 'name', type: 'TEXT', required: true } as const
  const call = { code: 'call', type: 'PHONE' } as const
  const survey = await given.survey({ country: 'MZ', sections: [[name, photo, call]] })
  const wrong = {
    participantPhone: '12',
    submittedAt: hoursFromNow(48),
    latitude: 91,
    answers: { photo: { file: 1, name: 'a.png' }, call: 'none', age: 5 },
  }
  expect(new Set(await refused(send(staff, survey, wrong)))).toEqual(
    new Set([
      'VALIDATION_FAILED',
      'participantPhone BAD_PHONE',
      'submittedAt IN_FUTURE',
      'latitude POINT_RANGE',
      'longitude REQUIRED',
      'answers.photo NOT_A_FILE',
      'answers.call BAD_PHONE',
      'answers.age UNKNOWN_QUESTION',
      'answers.name REQUIRED',
    ]),
  )
  expect(await refused(send(staff, survey, { latitude: 0, longitude: 0, answers: { name: 'Ana' } }))).toContain(
    'latitude POINT_ZERO',
  )
  const twice = { name: 'Ana', [survey.question('name').id]: 'Ana' }
  expect(await refused(send(staff, survey, { answers: twice }))).toEqual([
    'VALIDATION_FAILED',
    'answers.name DUPLICATE',
    'answers.photo REQUIRED',
  ])
  expect(await refused(send(staff, survey, { participantName: 'Ana', answers: { name: 'Ana' } }))).toEqual([
    'VALIDATION_FAILED',
    'participantPhone REQUIRED',
    'answers.photo REQUIRED',
  ])
})

test('values of every wrong kind are refused with words', async ({ staff, given }) => {
  const survey = await given.survey()
  for (const value of [{}, { a: { b: [1] } }, [[]], true, '\u0000', '', [null], { latitude: 'x' }]) {
    const answers = Object.fromEntries(
      survey.content.sections.flatMap((each) => each.questions).map(({ code }) => [code, value]),
    )
    expect((await refusalOf(send(staff, survey, { answers }))).code).toBe('VALIDATION_FAILED')
  }
  expect((await refusalOf(send(staff, survey, { answers: [] }))).code).toBe('VALIDATION_FAILED')
  expect(await refused(staff.call(entry.send, { body: { answers: {} } }))).toEqual([
    'VALIDATION_FAILED',
    'surveyId REQUIRED',
  ])
})

test('the same form sent again is the stored response, with other content refused', async ({ staff, given }) => {
  const survey = await given.survey({ endsAt: hoursFromNow(9) })
  const body = { clientUuid: 'one', participantPhone: '+258847000002' }
  const first = await send(staff, survey, body)
  expect((await send(staff, survey, body)).data).toEqual(first.data)
  expect(await refused(send(staff, survey, { ...body, answers: { ...byCode, members: 5 } }))).toEqual(['FORM_EXISTS'])
  expect(await refused(send(staff, survey, { ...body, participantPhone: null }))).toEqual(['FORM_EXISTS'])
  expect(await refused(send(staff, survey, { ...body, answers: {} }))).toEqual(['FORM_EXISTS'])
  // The first answer may have been lost: by now the survey is closed.
  await staff.call(surveys.update, { params: { id: survey.id }, body: { endsAt: hoursFromNow(-1) } })
  expect((await send(staff, survey, body)).data.id).toBe(first.data.id)
  expect(await refused(send(staff, survey))).toEqual(['SURVEY_ENDED'])
  expect((await staff.call(responses.list, { query: { surveyId: survey.id } })).total).toBe(1)
})

test('two callers with one clientUuid at once both get the one stored response', async ({ given, as }) => {
  const survey = await given.survey()
  const [one, two] = [as(await given.admin()), as(await given.admin())]
  const body = { clientUuid: 'raced', participantPhone: '+258847000003' }
  const [a, b] = await Promise.all([send(one, survey, body), send(two, survey, body)])
  expect(a.data.id).toBe(b.data.id)
  const others = await Promise.allSettled([
    send(one, survey, { participantPhone: '+258847000004' }),
    send(two, survey, { participantPhone: '+258847000004' }),
  ])
  expect(others.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await one.call(responses.list, { query: { surveyId: survey.id } })).total).toBe(2)
})

test('a response outside the dates, to a paused survey or another version is refused', async ({ staff, given }) => {
  const paused = await given.survey({ status: 'PAUSED' })
  expect(await refused(send(staff, paused))).toEqual(['SURVEY_NOT_OPEN'])
  expect(await refused(send(staff, await given.survey({ status: 'DRAFT' })))).toEqual(['SURVEY_NOT_OPEN'])
  const later = await given.survey({ startsAt: hoursFromNow(2) })
  expect(await refused(send(staff, later))).toEqual(['SURVEY_NOT_STARTED'])
  const survey = await given.survey({ startsAt: hoursFromNow(-2) })
  expect(await refused(send(staff, survey, { submittedAt: hoursFromNow(-3) }))).toEqual([
    'VALIDATION_FAILED',
    'submittedAt BEFORE_START',
  ])
  expect(await refused(send(staff, survey, { surveyVersion: 2 }))).toEqual(['SURVEY_VERSION_CHANGED'])
})

test('a participant answers once, when listed, and as long as the survey has room', async ({ staff, given }) => {
  const survey = await given.survey()
  const set = (body: object) => staff.call(surveyLife.setParticipants, { params: { id: survey.id }, body })
  const person = await given.participant()
  await set({ participantIds: [person.id] })
  const stranger = { participantPhone: '+258847000005' }
  expect(await refused(send(staff, survey))).toEqual(['VALIDATION_FAILED', 'participantPhone REQUIRED'])
  expect(await refused(send(staff, survey, stranger))).toEqual([
    'VALIDATION_FAILED',
    'participantPhone PARTICIPANT_NOT_LISTED',
  ])
  await send(staff, survey, { participantPhone: person.phone })
  await set({ participantIds: [], limit: 1 })
  const again = send(staff, survey, { participantPhone: person.phone })
  expect(await refused(again)).toEqual(['RESPONSE_REPEATED', 'participantPhone RESPONSE_REPEATED'])
  expect(await refused(send(staff, survey, stranger))).toEqual(['SURVEY_FULL', 'participantPhone PARTICIPANT_LIMIT'])
  // Of a response that could not be taken it is not said.
  expect(await refused(send(staff, survey, { ...stranger, answers: {} }))).not.toContain(
    'participantPhone PARTICIPANT_LIMIT',
  )
})

test('a place outside the fence is flagged or refused, and a pilot marks its responses', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'PILOT' })
  const fence = (mode: string) =>
    staff.call(geolocations.update, {
      params: { id: survey.id },
      body: { mode, reference: 'POINT', latitude: -19.6, longitude: 34.7, distanceMeters: 500 },
    })
  const far = { latitude: -18, longitude: 34.7 }
  await fence('WARN')
  expect((await send(staff, survey, far)).data).toMatchObject({
    isPilot: true,
    fence: 'OUTSIDE',
    flags: ['OUTSIDE_FENCE'],
  })
  await fence('BLOCK')
  expect(await refused(send(staff, survey, far))).toEqual(['VALIDATION_FAILED', 'latitude OUTSIDE_FENCE'])
  expect(await refused(send(staff, survey))).toEqual(['VALIDATION_FAILED', 'latitude REQUIRED'])
  expect((await staff.call(entry.form, { params: { surveyId: survey.id } })).data.fence).toBe('BLOCK')
})

test('the questionnaire is the published version, not the draft, with its rules', async ({ staff, given }) => {
  const survey = await given.survey({
    status: 'PAUSED',
    sections: [[{ code: 'age', type: 'INTEGER', constraint: 'age > 17', validation: { max: 110 } }]],
  })
  await staff.call(surveys.update, { params: { id: survey.id }, body: { title: 'Renamed' } })
  const { data } = await staff.call(entry.form, { params: { surveyId: survey.encodedId } })
  expect(data).toMatchObject({ surveyId: survey.id, surveyVersion: 1, refusal: 'SURVEY_NOT_OPEN', fence: 'OFF' })
  expect(data.content).toEqual(survey.content)
  const draft = await given.survey({ status: 'DRAFT' })
  expect(await refused(staff.call(entry.form, { params: { surveyId: draft.id } }))).toEqual(['SURVEY_NOT_OPEN'])
})

test('entering takes the permission and an access to the survey that covers it', async ({ given, as }) => {
  const owner = await given.admin()
  const survey = await given.survey({ ownerId: owner.id })
  const enters = await given.admin({ permissions: ['responses.enter'] })
  const reads = await given.admin({ permissions: ['responses.read', 'surveys.all'] })
  expect(await refused(send(as(reads), survey))).toEqual(['FORBIDDEN'])
  expect(await refused(send(as(enters), survey))).toEqual(['NOT_FOUND'])
  const open = { params: { id: survey.id }, body: { accessibility: 'PUBLIC' } }
  await as(owner).call(surveys.update, open)
  const phone = '+258847000006'
  const { data } = await send(as(enters), survey, { participantPhone: phone, answers: someAnswers(survey.content) })
  expect(data.phone).not.toBe(phone)
})

test('a household comes with its members, is corrected, and loses those not real', async ({ staff, given, as }) => {
  const survey = await given.survey({
    sections: [
      [{ code: 'members', type: 'INTEGER', validation: { max: 5 } }],
      {
        repeat: { max: 5, countCode: 'members' },
        asks: [
          { code: 'age', type: 'INTEGER', required: true },
          { code: 'work', type: 'SINGLE', options: ['farm', 'other'], personal: true },
        ],
      },
      { repeat: { max: 2 }, asks: [{ code: 'goat', type: 'TEXT' }] },
      [{ code: 'oldest', type: 'INTEGER', calculation: 'max(age)' }],
    ],
  })
  const [, , goats] = survey.content.sections
  const count = `s${goats?.id}`
  const some = { 'age.1': 44, 'work.1': 'other', 'work.1.other': 'Fish', 'age.2': 9, [count]: 1, 'goat.1': 'Bé' }
  const answers = { members: 3, ...some }
  const wrong = { ...answers, 'age.4': 3, 'work.2.other': 'x', 'goat.3': 'y', [count]: 7, age: 1, 'members.1': 2 }
  expect((await refused(send(staff, survey, { answers: wrong }))).toSorted()).toEqual([
    'VALIDATION_FAILED',
    'answers.age UNKNOWN_QUESTION',
    'answers.age.3 REQUIRED',
    'answers.age.4 NOT_ASKED',
    'answers.goat.3 UNKNOWN_QUESTION',
    'answers.members.1 UNKNOWN_QUESTION',
    `answers.${count} TOO_BIG`,
    'answers.work.2.other OTHER_NOT_CHOSEN',
  ])
  const { data } = await send(staff, survey, { answers: { ...answers, 'age.3': 2 } })
  const params = { id: data.id }
  const key = (code: string, rest = '') => `${survey.question(code).id}${rest}`
  const read = async (by = staff) => (await by.call(responses.get, { params })).data
  expect((await read()).answers).toEqual({
    [key('members')]: 3,
    [key('age', '.1')]: 44,
    [key('work', '.1')]: 'other',
    [key('work', '.1.other')]: 'Fish',
    [key('age', '.2')]: 9,
    [key('age', '.3')]: 2,
    [count]: 1,
    [key('goat', '.1')]: 'Bé',
    [key('oldest')]: 44,
  })
  expect((await read()).sections[1]?.repeat).toEqual({ max: 5, countCode: 'members' })
  const reviewer = as(await given.admin({ permissions: ['responses.read', 'surveys.all'] }))
  expect(Object.keys((await read(reviewer)).answers)).not.toContain(key('work', '.1.other'))
  const edit = (body: object) => staff.call(responseEdits.update, { params, body: { reason: 'Called', ...body } })
  await expect(edit({ questionId: 'members', value: 0 })).rejects.toMatchObject({
    code: 'ANSWERS_IRRELEVANT',
    data: {
      irrelevant: expect.arrayContaining([
        { key: key('age', '.3'), questionId: survey.question('age').id, code: 'age.3' },
      ]) as unknown,
    },
  })
  await edit({ questionId: 'age.2', value: 50 })
  expect((await read()).answers).toMatchObject({ [key('age', '.2')]: 50, [key('oldest')]: 50 })
  await edit({ questionId: 'members', value: 1, confirm: true })
  await edit({ questionId: count, value: 0, confirm: true })
  expect((await read()).answers).toEqual({
    [key('members')]: 1,
    [key('age', '.1')]: 44,
    [key('work', '.1')]: 'other',
    [key('work', '.1.other')]: 'Fish',
    [count]: 0,
    [key('oldest')]: 44,
  })
})
