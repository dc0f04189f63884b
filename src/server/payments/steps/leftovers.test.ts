import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { surveyLife } from '#contract/survey-life.ts'
import type { LeftoverChoice } from '#domain/surveys/payment-sets.ts'
import type { SurveyStatus } from '#domain/surveys/survey.ts'
import { setsOf, waitingIn } from '../../test/survey-sets.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { settleLeftovers } from './leftovers.ts'

const approved = { formStatus: 'APPROVED' }

interface Ending {
  to?: SurveyStatus
  choice?: LeftoverChoice
}

function end({ services, maker }: PaymentsApp, surveyId: number, { to = 'CLOSED', choice }: Ending) {
  const source = { actorId: maker.id, requestId: 'end', address: null }
  const { db } = services.database
  return db.transaction().execute((tx) => settleLeftovers(tx, { surveyId, to, choice, source, highest: {} }))
}

/** A survey of three responses in a set: one participant has two approved, another one, a third one received. */
async function leftOver(app: PaymentsApp, tail: string) {
  const survey = await app.given.survey({ amount: '50.00', setSize: 3, allowMultipleResponses: true })
  const of = async (n: number, count: number) =>
    (await app.given.responses(survey, count, { phone: `+25888${tail}0${n}` })).map(({ id }) => id)
  const [two, one, open] = [await of(1, 2), await of(2, 1), await of(1, 1)]
  await app.maker.call(responses.review, { body: { ...approved, ids: [...two, ...one] } })
  return { surveyId: survey.id, two, one, open: open[0] ?? 0 }
}

test('a survey ends only after the choice about its leftovers, and counts them', async ({ app }) => {
  const { surveyId, two, one } = await leftOver(app, '00001')
  for (const to of ['CLOSED', 'ARCHIVED'] as const) {
    await expect(end(app, surveyId, { to })).rejects.toMatchObject({
      code: 'LEFTOVERS_UNDECIDED',
      details: { data: { participants: 2, responses: 3 } },
    })
  }
  expect(await end(app, surveyId, { to: 'PAUSED', choice: 'DROP' })).toBeUndefined()
  expect(await waitingIn(app, surveyId)).toEqual([...two, ...one])
})

test('paid pro rata, each participant gets one payment for the responses left', async ({ app }) => {
  const { surveyId, two, one } = await leftOver(app, '00002')
  expect(await end(app, surveyId, { choice: 'PAY_PRO_RATA' })).toEqual({ participants: 2, responses: 3 })
  expect(await setsOf(app, surveyId)).toMatchObject([
    { status: 'ELIGIBLE', amountMinor: 10_000, responses: two },
    { status: 'ELIGIBLE', amountMinor: 5000, responses: one },
  ])
  const { rows } = await app.sql.owner.query(
    `select choice, participants, responses, decided_by as "decidedBy" from leftover where survey_id = $1`,
    [surveyId],
  )
  expect(rows).toEqual([{ choice: 'PAY_PRO_RATA', participants: 2, responses: 3, decidedBy: app.maker.id }])
  expect(await end(app, surveyId, {})).toBeUndefined()
  const ids = (await setsOf(app, surveyId)).map(({ id }) => id)
  await app.given.float({ amountMinor: 15_000 })
  await app.letGo(ids)
})

test('dropped responses are never paid, even approved again in a reopened survey', async ({ app }) => {
  const { surveyId, two, one, open } = await leftOver(app, '00003')
  expect(await end(app, surveyId, { choice: 'DROP' })).toEqual({ participants: 2, responses: 3 })
  const [first = 0] = two
  await app.maker.call(responses.move, { params: { id: first }, body: { formStatus: 'IN_REVIEW' } })
  await app.maker.call(responses.review, { body: { ...approved, ids: [first, open] } })
  expect(await setsOf(app, surveyId)).toEqual([])
  expect(await waitingIn(app, surveyId)).toEqual([open])
  const { rows } = await app.sql.owner.query(
    'select response_id as id from dropped_response where survey_id = $1 order by 1',
    [surveyId],
  )
  expect(rows.map(({ id }) => id)).toEqual([...two, ...one])
})

test('approvals after the end fill sets again, and the next end asks about the rest', async ({ app }) => {
  const { surveyId, open } = await leftOver(app, '00004')
  await end(app, surveyId, { choice: 'PAY_PRO_RATA' })
  await app.maker.call(responses.move, { params: { id: open }, body: approved })
  expect(await waitingIn(app, surveyId)).toEqual([open])
  await expect(end(app, surveyId, { to: 'ARCHIVED' })).rejects.toMatchObject({ code: 'LEFTOVERS_UNDECIDED' })
  await end(app, surveyId, { to: 'ARCHIVED', choice: 'PAY_PRO_RATA' })
  expect((await setsOf(app, surveyId)).map(({ amountMinor }) => amountMinor)).toEqual([10_000, 5000, 5000])
})

test('a leftover payment that is cancelled lets its other responses wait again', async ({ app }) => {
  const { surveyId, two, open } = await leftOver(app, '00005')
  await end(app, surveyId, { choice: 'PAY_PRO_RATA' })
  const [first = 0, second = 0] = two
  await app.maker.call(responses.move, { params: { id: first }, body: { formStatus: 'IN_REVIEW' } })
  expect(await waitingIn(app, surveyId)).toEqual([second])
  await app.maker.call(responses.review, { body: { ...approved, ids: [first, open] } })
  const sets = (await setsOf(app, surveyId)).filter(({ status }) => status === 'ELIGIBLE')
  expect(sets.map((set) => set.responses)).toContainEqual([first, second, open])
})

test('a response without a participant waits alone, and is owed for without a phone', async ({ app }) => {
  const { surveyId, two, one } = await leftOver(app, '00006')
  await app.sql.owner.query('update form set participant_id = null where id = any($1)', [[...two, ...one]])
  expect(await end(app, surveyId, { choice: 'PAY_PRO_RATA' })).toEqual({ participants: 3, responses: 3 })
  const { list } = await app.maker.call(payments.list, { query: { surveyId } })
  expect(list.map(({ amount, reason }) => [amount, reason])).toEqual(
    Array.from({ length: 3 }, () => ['50.00', 'NO_PHONE']),
  )
})

test('leftovers above the highest amount are not paid', async ({ app }) => {
  const { surveyId } = await leftOver(app, '00007')
  await app.sql.owner.query('update survey set amount_minor = 9000000 where id = $1', [surveyId])
  await expect(end(app, surveyId, { choice: 'PAY_PRO_RATA' })).rejects.toMatchObject({ code: 'AMOUNT_TOO_HIGH' })
  expect(await waitingIn(app, surveyId)).toHaveLength(3)
  await end(app, surveyId, { choice: 'DROP' })
})

test('the call that closes a survey asks about its leftovers and keeps the choice', async ({ app }) => {
  const { surveyId } = await leftOver(app, '00009')
  const params = { surveyId }
  const close = { status: 'CLOSED', reason: 'The field work is done.' } as const
  await expect(app.maker.call(surveyLife.setStatus, { params, body: close })).rejects.toMatchObject({
    status: 409,
    code: 'LEFTOVERS_UNDECIDED',
  })
  const { data } = await app.maker.call(surveyLife.setStatus, {
    params,
    body: { ...close, leftovers: 'PAY_PRO_RATA' },
  })
  expect(data.status).toBe('CLOSED')
  expect((await setsOf(app, surveyId)).map(({ amountMinor }) => amountMinor)).toEqual([10_000, 5000])
})
