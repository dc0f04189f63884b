/** A sample of the people who were paid in a run: drawn once, asked by an ordinary survey, and what differs is on the desk. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { desk } from '#contract/desk.ts'
import { entry } from '#contract/entry.ts'
import { manualPayments } from '#contract/manual-payments.ts'
import { paymentRuns, paymentSamples } from '#contract/payment-runs.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { surveys } from '#contract/surveys.ts'
import { tasks } from '#contract/tasks.ts'
import { answered, paidAs } from '../test/ended-payments.ts'
import { type PaymentsApp, test } from '../test/with-payments.ts'

const price = 19_99

/** A run of as many payments, all paid but those of the last phones. */
async function paidRun(app: PaymentsApp, count: number) {
  await app.given.float({ amountMinor: count * price })
  const { ids } = await app.given.payments({ count, amountMinor: price })
  await answered(app, ids, paidAs(price))
  const { list } = await app.maker.call(paymentRuns.list, { query: { step: 'authorize' } })
  return { ids, runId: list[0]?.id ?? 0 }
}

test('a sample is drawn by a kept seed, is listed with its tasks, and never pays', async ({ app }) => {
  const { maker, authorizer, sql, given, as } = app
  const { runId, ids } = await paidRun(app, 12)
  const draw = (body: object, by: Pick<typeof maker, 'call'> = maker) =>
    by.call(paymentSamples.draw, { params: { id: runId }, body })
  await expect(draw({ size: 13 })).rejects.toMatchObject({ errors: [{ path: 'size', code: 'TOO_BIG', limit: 12 }] })
  await expect(draw({})).rejects.toMatchObject({ errors: [{ path: 'size', code: 'REQUIRED' }] })
  const reader = as(await given.admin({ permissions: ['payments.read', 'surveys.all'] }))
  await expect(draw({ size: 1 }, reader)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const narrow = as(await given.admin({ permissions: ['payments.read', 'payments.fund'] }))
  await expect(draw({ size: 1 }, narrow)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { sample } = (await draw({ percent: 30 })).data
  expect(sample).toMatchObject({ size: 4, people: 12, answered: 0, NOT_RECEIVED: 0 })
  await expect(draw({ size: 1 })).rejects.toMatchObject({ code: 'ALREADY_DONE' })
  // Any reader of the seed draws the same people again.
  const { rows: paid } = await sql.owner.query<{ id: number; payee: number; isDrawn: boolean }>(
    `select id, participant_id as payee, id in (select payable_id from sampled_payment) as "isDrawn" from payable where id = any($1)`,
    [ids],
  )
  const hash = (payee: number) => createHash('md5').update(`${sample?.seed}:${payee}`).digest('hex')
  const inOrder = paid.toSorted((a, b) => (hash(a.payee) < hash(b.payee) ? -1 : 1))
  expect(inOrder.map(({ isDrawn }) => isDrawn)).toEqual(inOrder.map((_, place) => place < 4))
  const surveyId = sample?.surveyId ?? 0
  const { list } = await maker.call(tasks.list, { query: { surveyId: String(surveyId) } })
  const drawn = inOrder.slice(0, 4).map(({ payee }) => payee)
  expect(new Set(list.map(({ assignee }) => assignee?.id))).toEqual(new Set(drawn))
  const pays = { params: { id: surveyId }, body: { surveyType: 'PAID', amount: '5.00' } } as const
  await expect(maker.call(surveys.update, pays)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  const body = { locationId: surveyId, phoneNumber: '+258 84 000 7001', amount: '5.00' }
  await expect(maker.call(manualPayments.initiate, { body })).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  const unseen = (await as(await given.admin({ permissions: ['payments.read'] })).call(paymentRuns.list, { query: {} }))
    .list
  expect(unseen).toEqual([])
  expect((await authorizer.call(paymentRuns.get, { params: { id: runId } })).data.sample?.surveyId).toBe(surveyId)
})

test('answers come to the run by call or own link; what differs comes to the desk', async ({ app }) => {
  const { maker, approver, given, as } = app
  const { runId } = await paidRun(app, 4)
  const { sample } = (await maker.call(paymentSamples.draw, { params: { id: runId }, body: { size: 4 } })).data
  const surveyId = sample?.surveyId ?? 0
  const { data } = await maker.call(surveyTokens.links, { params: { id: surveyId }, body: { list: 'MISSING' } })
  const [first, ...others] = data.links
  const survey = (await maker.call(surveys.get, { params: { id: surveyId } })).data
  expect(survey.title).toBe(`Follow-up of payment run ${runId}`)
  await as({ ...(await given.admin()), token: first?.token ?? '' }).call(surveyLinks.send, {
    params: { encodedId: survey.encodedId },
    body: { surveyVersion: 1, clientUuid: 'link', answers: { received: 'no', share: 'no' } },
  })
  const said = [
    { received: 'yes', amount: 19.99, share: 'no' },
    { received: 'yes', amount: 15, share: 'yes' },
  ]
  for (const [index, answers] of said.entries())
    await maker.call(entry.send, {
      body: { surveyId, clientUuid: `call-${index}`, participantPhone: others[index]?.phone ?? '', answers },
    })
  const { data: run } = await approver.call(paymentRuns.get, { params: { id: runId } })
  expect(run.sample).toMatchObject({ answered: 3, NOT_RECEIVED: 1, AMOUNT_DIFFERS: 1, SHARE_ASKED: 1 })
  const query = { kind: 'SAMPLE_NOT_RECEIVED,SAMPLE_AMOUNT_DIFFERS,SAMPLE_SHARE_ASKED' }
  const { list } = await approver.call(desk.list, { query })
  expect(list.map(({ kind, amount, details }) => [kind, amount, details['stated']])).toEqual([
    ['SAMPLE_NOT_RECEIVED', '19.99', null],
    ['SAMPLE_AMOUNT_DIFFERS', '19.99', 15],
    ['SAMPLE_SHARE_ASKED', '19.99', null],
  ])
  expect(list[1]?.paymentId).toBe(list[2]?.paymentId)
  const closing = { body: { kind: list[0]?.kind ?? 'BOOKS', key: list[0]?.key ?? '', reason: 'The phone was lost.' } }
  await approver.call(desk.close, closing)
  expect((await maker.call(desk.close, closing)).data.closings).toHaveLength(2)
  expect((await approver.call(desk.list, { query })).total).toBe(2)
})
