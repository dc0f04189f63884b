import { expect } from 'vitest'
import { responseEdits } from '#contract/response-edits.ts'
import { responses } from '#contract/responses.ts'
import { payments } from '#contract/payments.ts'
import { surveyState } from '../../test/survey-state.ts'
import { test, type TestApp } from '../../test/with-app.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { eraseParticipant } from '../../test/erase-participant.ts'

/** A question that hides another, one that a third is calculated from, and a choice with its own words. */
const sections = [
  [
    { code: 'has_land', type: 'YES_NO' as const, required: true },
    { code: 'plots', type: 'INTEGER' as const, required: true, relevant: 'has_land = "yes"', validation: { max: 20 } },
    { code: 'double', type: 'INTEGER' as const, calculation: 'plots * 2' },
    { code: 'crop', type: 'SINGLE' as const, options: ['maize', 'other'] },
    { code: 'nickname', type: 'TEXT' as const, personal: true },
  ],
]

async function answered(app: TestApp, spec: { amount?: string; setSize?: number; phone?: string } = {}) {
  const { phone, ...rest } = spec
  const survey = await app.given.survey({ ...rest, sections, allowMultipleResponses: true })
  const idOf = (code: string) => survey.question(code).id
  const answers = {
    [idOf('has_land')]: 'yes',
    [idOf('plots')]: 3,
    [idOf('double')]: 6,
    [idOf('crop')]: 'other',
    [`${idOf('crop')}.other`]: 'Cassava',
    [idOf('nickname')]: 'Zé',
  }
  const given = await app.given.responses(survey, 2, { answers, ...(phone ? { phone } : {}) })
  const [params = { id: 0 }, other = { id: 0 }] = given.map(({ id }) => ({ id }))
  return { survey, idOf, params, other }
}

test('an edit keeps what was before, who changed it and why, and goes back to review', async ({ app }) => {
  const { survey, idOf, params } = await answered(app)
  const admin = await app.given.admin()
  const staff = app.as(admin)
  const { data } = await staff.call(responseEdits.answers, {
    params,
    body: { questionId: 'plots', value: 5, reason: 'Counted again', version: 1 },
  })
  expect(data).toMatchObject({ status: 'EDITED', version: 2, reviewedBy: null })
  expect(data.answers).toMatchObject({ [idOf('plots')]: 5, [idOf('double')]: 10 })
  const { list, total } = await staff.call(responseEdits.changes, { params, query: {} })
  expect(total).toBe(2)
  const change = { by: expect.stringMatching(/^Staff/), reason: 'Counted again' }
  expect(list).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...change, questionId: idOf('plots'), before: 3, after: 5, source: 'EDIT' }),
      expect.objectContaining({ ...change, questionId: idOf('double'), before: 6, after: 10, source: 'CALCULATED' }),
    ]),
  )
  const counts = { EDITED: 1, RECEIVED: 1 }
  expect(await surveyState(app, survey.id)).toEqual({ forms: counts, counted: counts, owed: {} })
  const { rows } = await app.sql.owner.query(
    `select after from audit where action = 'responses.edit' and subject_id = $1`,
    [String(params.id)],
  )
  expect(rows).toEqual([{ after: { formStatus: 'EDITED', questions: ['plots', 'double'], reason: 'Counted again' } }])
})

test('several answers change at once, by code or id, as a list or in response form', async ({ app }) => {
  const { idOf, params } = await answered(app)
  const staff = app.as(await app.given.admin())
  const list = await staff.call(responseEdits.several, {
    params: { formId: params.id },
    body: {
      answers: [
        { questionId: 'crop', value: 'maize' },
        { questionId: 'crop.other', value: null },
      ],
    },
  })
  expect(list.data.answers).not.toHaveProperty(`${idOf('crop')}.other`)
  const record = await staff.call(responseEdits.update, {
    params,
    body: { ...list.data, answers: { ...list.data.answers, [idOf('plots')]: 4 } },
  })
  expect(record.data).toMatchObject({ version: 3, answers: { [idOf('plots')]: 4, [idOf('double')]: 8 } })
  const same = await staff.call(responseEdits.update, { params, body: { questionId: idOf('plots'), value: 4 } })
  expect(same.data.version).toBe(3)
})

test('answers that become irrelevant are named first, and cleared once confirmed', async ({ app }) => {
  const { idOf, params } = await answered(app)
  const staff = app.as(await app.given.admin())
  const body = { questionId: 'has_land', value: 'no' }
  await expect(staff.call(responseEdits.update, { params, body })).rejects.toMatchObject({
    status: 409,
    code: 'ANSWERS_IRRELEVANT',
    data: { irrelevant: [{ key: String(idOf('plots')), questionId: idOf('plots'), code: 'plots' }] },
  })
  const words = { questionId: 'crop', value: 'maize' }
  await expect(staff.call(responseEdits.update, { params, body: words })).rejects.toMatchObject({
    data: { irrelevant: [{ code: 'crop.other' }] },
  })
  const { data } = await staff.call(responseEdits.update, { params, body: { ...body, confirm: true } })
  expect(Object.keys(data.answers)).not.toContain(String(idOf('plots')))
  expect(data.unasked).toEqual([String(idOf('plots'))])
  expect(Object.keys(data.answers)).not.toContain(String(idOf('double')))
  const { list } = await staff.call(responseEdits.changes, { params, query: {} })
  expect(list.map(({ source }) => source).toSorted()).toEqual(['CALCULATED', 'EDIT', 'IRRELEVANT'])
  // The question comes back with its answer, or not at all.
  await expect(
    staff.call(responseEdits.update, { params, body: { questionId: 'has_land', value: 'yes' } }),
  ).rejects.toMatchObject({ status: 400, errors: [{ path: 'answers.plots', code: 'REQUIRED' }] })
})

test('a change is taken back by a change of its own', async ({ app }) => {
  const { idOf, params, other } = await answered(app)
  const staff = app.as(await app.given.admin())
  await staff.call(responseEdits.update, { params, body: { questionId: 'plots', value: 9 } })
  const { list } = await staff.call(responseEdits.changes, { params, query: {} })
  const change = list.find(({ questionId }) => questionId === idOf('plots'))
  const reverts = change?.id ?? 0
  const { data } = await staff.call(responseEdits.update, { params, body: { reverts } })
  expect(data.answers[idOf('plots')]).toBe(3)
  const after = await staff.call(responseEdits.changes, { params, query: { pageSize: '2' } })
  expect(after.list.map(({ source }) => source).toSorted()).toEqual(['CALCULATED', 'REVERT'])
  expect(after.total).toBe(4)
  await expect(staff.call(responseEdits.update, { params: other, body: { reverts } })).rejects.toMatchObject({
    status: 404,
  })
})

test('all wrong answers are named by question, and nothing is stored', async ({ app }) => {
  const { params } = await answered(app)
  const staff = app.as(await app.given.admin())
  const answers = [
    { questionId: 'plots', value: 21 },
    { questionId: 'has_land', value: 'maybe' },
    { questionId: 'double', value: 7 },
    { questionId: 'nosuch', value: 'x' },
  ]
  const refused = staff.call(responseEdits.update, { params, body: { answers } })
  await expect(refused).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  const { errors } = (await refused.catch((error: unknown) => error)) as { errors: { path: string; code: string }[] }
  expect(errors.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
    'answers.double NOT_ASKED',
    'answers.has_land UNKNOWN_CHOICE',
    'answers.nosuch UNKNOWN_QUESTION',
    'answers.plots TOO_BIG',
  ])
  for (const body of [
    {},
    { questionId: 'plots' },
    { value: 3 },
    { answers: [] },
    { questionId: 'plots', value: 3, reverts: 1 },
    { questionId: 'plots', value: { $ne: 1 } },
    { answers: [answers[0], answers[0]] },
    { questionId: 'crop', value: { file: 1, name: 'x' } },
  ])
    await expect(staff.call(responseEdits.update, { params, body })).rejects.toMatchObject({
      status: 400,
    })
  expect((await staff.call(responses.get, { params })).data.version).toBe(1)
})

test('an edit of an outdated response is refused with the response as it is', async ({ app }) => {
  const { idOf, params } = await answered(app)
  const staff = app.as(await app.given.admin())
  const edit = (value: number) =>
    staff.call(responseEdits.update, { params, body: { questionId: 'plots', value, version: 1 } })
  const outcomes = await Promise.allSettled([4, 5, 6, 7].map(edit))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { data } = await staff.call(responses.get, { params })
  for (const outcome of outcomes.filter((each) => each.status === 'rejected'))
    expect(outcome.reason).toMatchObject({
      status: 409,
      code: 'STALE',
      data: { version: 2, answers: { [idOf('plots')]: data.answers[idOf('plots')] } },
    })
})

test('changes hide personal answers from users who may not see them, nor change them', async ({ app }) => {
  const { params, idOf } = await answered(app)
  const full = app.as(await app.given.admin())
  const editor = app.as(await app.given.admin({ permissions: ['responses.read', 'responses.edit', 'surveys.all'] }))
  const reader = app.as(await app.given.admin({ permissions: ['responses.read', 'surveys.all'] }))
  const body = { questionId: 'nickname', value: 'Zezé' }
  await full.call(responseEdits.update, { params, body })
  await expect(editor.call(responseEdits.update, { params, body })).rejects.toMatchObject({
    status: 403,
    data: { needs: 'responses.personal' },
  })
  const { list } = await editor.call(responseEdits.changes, { params, query: {} })
  expect(list).toMatchObject([{ questionId: idOf('nickname'), before: null, after: null, hidden: 'PERSONAL' }])
  await expect(reader.call(responseEdits.update, { params, body })).rejects.toMatchObject({ status: 403 })
  const { data } = await full.call(responses.get, { params })
  await eraseParticipant(app, data.participant?.id)
  const erased = await full.call(responseEdits.changes, { params, query: {} })
  expect(erased.list).toMatchObject([{ before: null, after: null, hidden: 'ERASED' }])
})

test('an answer that is erased during an edit does not come back', async ({ app }) => {
  const { params, idOf } = await answered(app)
  const staff = app.as(await app.given.admin())
  const eraser = await app.sql.owner.connect()
  await eraser.query('begin')
  await eraser.query('update form_doc set answers = answers - $1::text where id = $2', [
    String(idOf('nickname')),
    params.id,
  ])
  const edit = staff.call(responseEdits.update, { params, body: { questionId: 'plots', value: 5 } })
  await untilWaiting(app.sql)
  await eraser.query('commit')
  eraser.release()
  const { data } = await edit
  expect(data.answers[idOf('plots')]).toBe(5)
  expect(data.answers).not.toHaveProperty(String(idOf('nickname')))
})

test('an edit cancels a waiting payment, and is refused once the payment is approved', async ({ app }) => {
  const { survey, params } = await answered(app, { amount: '50.00' })
  const [staff, first, second] = [
    app.as(await app.given.admin()),
    app.as(await app.given.admin()),
    app.as(await app.given.admin()),
  ]
  const approve = () => staff.call(responses.move, { params, body: { formStatus: 'APPROVED' } })
  const edit = (value: number) => staff.call(responseEdits.update, { params, body: { questionId: 'plots', value } })
  await approve()
  await first.call(payments.bulkInitiate, { body: { locationIds: [params.id] } })
  expect((await edit(4)).data).toMatchObject({ status: 'EDITED', paymentStatus: null })
  expect(await surveyState(app, survey.id)).toMatchObject({
    forms: { EDITED: 1, RECEIVED: 1 },
    owed: { CANCELLED: 1 },
  })
  await approve()
  await first.call(payments.bulkInitiate, { body: { locationIds: [params.id] } })
  await second.call(payments.bulkApprove, { body: { locationIds: [params.id] } })
  await expect(edit(5)).rejects.toMatchObject({ status: 409, code: 'RESPONSE_LOCKED' })
  await expect(staff.call(responseEdits.header, { params, body: { latitude: 1, longitude: 2 } })).rejects.toMatchObject(
    { code: 'RESPONSE_LOCKED' },
  )
})

test('an edit of a response in a set undoes the set', async ({ app }) => {
  const { survey, params, other } = await answered(app, { amount: '5.00', setSize: 2, phone: '+258841112233' })
  const staff = app.as(await app.given.admin())
  await staff.call(responses.review, { body: { ids: [params.id, other.id], formStatus: 'APPROVED' } })
  expect(await surveyState(app, survey.id)).toMatchObject({ owed: { ELIGIBLE: 1 } })
  await staff.call(responseEdits.update, { params, body: { questionId: 'plots', value: 4 } })
  expect(await surveyState(app, survey.id)).toMatchObject({
    owed: { CANCELLED: 1 },
    counted: { EDITED: 1, APPROVED: 1 },
  })
  await staff.call(responses.move, { params, body: { formStatus: 'APPROVED' } })
  expect(await surveyState(app, survey.id)).toMatchObject({ owed: { CANCELLED: 1, ELIGIBLE: 1 } })
})

test('edits and approvals at once leave payments for approved responses alone', async ({ app }) => {
  const survey = await app.given.survey({ amount: '5.00', sections })
  const answers = { [survey.question('has_land').id]: 'yes', [survey.question('plots').id]: 3 }
  const given = await app.given.responses(survey, 12, { answers })
  const one = app.as(await app.given.admin())
  const two = app.as(await app.given.admin())
  const outcomes = await Promise.allSettled(
    given.flatMap(({ id }) => [
      one.call(responses.move, { params: { id }, body: { formStatus: 'APPROVED' } }),
      two.call(responseEdits.update, { params: { id }, body: { questionId: 'plots', value: 4 } }),
    ]),
  )
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  const state = await surveyState(app, survey.id)
  expect(state?.counted).toEqual(state?.forms)
  const { forms, owed } = (state ?? {}) as Record<'forms' | 'owed', Record<string, number>>
  const { APPROVED = 0, EDITED = 0 } = forms
  expect(APPROVED + EDITED).toBe(12)
  expect(owed['ELIGIBLE'] ?? 0).toBe(APPROVED)
  const { rows } = await app.sql.owner.query(
    'select count(*)::int as n from answer_change where survey_id = $1 and key = $2',
    [survey.id, String(survey.question('plots').id)],
  )
  expect(rows).toEqual([{ n: 12 }])
})

test.for([
  `update answer_change set after = '1'`,
  'delete from answer_change',
  'truncate answer_change',
  `insert into answer_change (survey_id, response_id, key, before, after, source, at) values (1, 1, '1', '1', '2', 'EDIT', 'epoch')`,
])('the app may not %s', async (statement, { sql }) => {
  await expect(sql.app.query(statement)).rejects.toMatchObject({ code: '42501' })
})
