/** Payment by sets when verdicts on one participant come at the same moment: real transactions, real commits. */
import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { setsOf, waitingIn } from '../../test/survey-sets.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { settleLeftovers } from './leftovers.ts'

const approved = { formStatus: 'APPROVED' }
const back = { formStatus: 'IN_REVIEW' }

/** The responses of a few participants, mixed. */
async function mixed({ given }: PaymentsApp, setSize: number, each: number) {
  const survey = await given.survey({ amount: '10.00', setSize, allowMultipleResponses: true })
  const phones = [1, 2, 3].map((n) => `+25887${setSize}00000${n}`)
  const lists = await Promise.all(phones.map((phone) => given.responses(survey, each, { phone })))
  const ids = Array.from({ length: each }, (_, index) => lists.map((list) => list[index]?.id ?? 0)).flat()
  return { surveyId: survey.id, ids }
}

test('of simultaneous approvals none misses another: every full set is paid once', async ({ app }) => {
  const { surveyId, ids } = await mixed(app, 4, 8)
  const staff = await Promise.all(Array.from({ length: 4 }, async () => app.as(await app.given.admin())))
  const mine = (reviewer: number) => ids.filter((_, n) => n % 4 === reviewer)
  await Promise.all(
    staff.flatMap((each, n) => mine(n).map((id) => each.call(responses.move, { params: { id }, body: approved }))),
  )
  const sets = await setsOf(app, surveyId)
  expect(sets.map(({ status, responses }) => [status, responses.length])).toEqual(
    Array.from({ length: 6 }, () => ['ELIGIBLE', 4]),
  )
  expect(sets.flatMap(({ responses }) => responses).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
})

test('bulk approvals that cross in opposite order finish, and leave the right rest', async ({ app }) => {
  const { surveyId, ids } = await mixed(app, 3, 40)
  const [left, right] = [ids.filter((_, n) => n % 2 === 0), ids.filter((_, n) => n % 2 === 1)]
  const review = (body: object) => app.maker.call(responses.review, { body })
  const done = await Promise.all([
    review({ ...approved, ids: left }),
    review({ ...approved, ids: right.toReversed() }),
    review({ ...approved, ids: left.toReversed() }),
  ])
  expect(done.reduce((sum, { data }) => sum + data.succeeded, 0)).toBe(120)
  expect(await setsOf(app, surveyId)).toHaveLength(39)
  expect(await waitingIn(app, surveyId)).toHaveLength(3)
})

test('a response taken back while its set fills is in no payment', async ({ app }) => {
  const { surveyId, ids } = await mixed(app, 2, 12)
  const [first, second] = [ids.slice(0, 18), ids.slice(18)]
  await app.maker.call(responses.review, { body: { ...approved, ids: first } })
  const move = (id: number, body: object) => app.approver.call(responses.move, { params: { id }, body })
  await Promise.all([
    ...first.map((id) => move(id, back)),
    app.maker.call(responses.review, { body: { ...approved, ids: second } }),
  ])
  const sets = (await setsOf(app, surveyId)).filter(({ status }) => status !== 'CANCELLED')
  const paid = sets.flatMap(({ responses }) => responses)
  expect(paid.filter((id) => first.includes(id))).toEqual([])
  expect(paid.length + (await waitingIn(app, surveyId)).length).toBe(second.length)
  expect(sets).toHaveLength(9)
})

test('a survey that ends during approvals loses no response and pays none twice', async ({ app }) => {
  const { surveyId, ids } = await mixed(app, 3, 10)
  await app.maker.call(responses.review, { body: { ...approved, ids: ids.slice(0, 9) } })
  const source = { actorId: app.maker.id, requestId: 'race', address: null }
  const end = { surveyId, to: 'CLOSED', choice: 'PAY_PRO_RATA', source, highest: {} } as const
  const { db } = app.services.database
  await Promise.all([
    ...ids.slice(9).map((id) => app.maker.call(responses.move, { params: { id }, body: approved })),
    db.transaction().execute((tx) => settleLeftovers(tx, end)),
    db.transaction().execute((tx) => settleLeftovers(tx, end)),
  ])
  const sets = await setsOf(app, surveyId)
  const paid = sets.flatMap(({ responses }) => responses)
  const all = [...paid, ...(await waitingIn(app, surveyId))].toSorted((a, b) => a - b)
  expect(all).toEqual(ids.toSorted((a, b) => a - b))
  expect(sets.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(paid.length * 1000)
})

test('a survey leaves groups before its first approval or not at all', async ({ app }) => {
  for (let round = 0; round < 5; round += 1) {
    const { surveyId, ids } = await mixed(app, 2, 1)
    const [changed, moved] = await Promise.allSettled([
      app.maker.call(surveys.update, { params: { id: surveyId }, body: { paymentAggregation: 'INDIVIDUAL' } }),
      app.approver.call(responses.review, { body: { ...approved, ids } }),
    ])
    expect(moved.status).toBe('fulfilled')
    const paid = await app.sql.owner.query('select from payable where survey_id = $1', [surveyId])
    expect([paid.rowCount, (await waitingIn(app, surveyId)).length]).toEqual(
      changed.status === 'fulfilled' ? [3, 0] : [0, 3],
    )
  }
})
