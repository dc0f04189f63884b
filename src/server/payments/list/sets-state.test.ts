import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import { surveyPayments } from '#contract/survey-payments.ts'
import { permissionEntries } from '#domain/people/permissions.ts'
import { test } from '../../test/with-payments.ts'
import { settleLeftovers } from '../steps/leftovers.ts'

const approved = { formStatus: 'APPROVED' }
const grouped = { amount: '50.00', setSize: 3, allowMultipleResponses: true }
const everyPermission = permissionEntries.map(({ name }) => name)

test('the payments of a survey come with what waits for a full set', async ({ app }) => {
  const survey = await app.given.survey(grouped)
  const lists = await Promise.all([
    app.given.responses(survey, 5, { phone: '+258920000001' }),
    app.given.responses(survey, 2, { phone: '+258920000002' }),
    app.given.responses(survey, 2),
  ])
  const ids = lists.flat().map(({ id }) => id)
  await app.maker.call(responses.review, { body: { ...approved, ids } })
  const answer = await app.maker.call(surveyPayments.list, { params: { surveyId: survey.encodedId } })
  expect(answer.sets).toEqual({
    size: 3,
    pays: { amount: '150.00', amountMinor: 15_000, currency: 'MZN' },
    responses: 6,
    participants: 4,
    waiting: [
      { approved: 2, participants: 2 },
      { approved: 1, participants: 2 },
    ],
    decisions: [],
  })
  expect(answer.list).toMatchObject([{ kind: 'GROUPED', amount: '150.00', surveyId: survey.id }])
  expect([answer.total, answer.statusCounts.ELIGIBLE, answer.amounts.ELIGIBLE]).toMatchObject([
    1,
    1,
    [{ amount: '150.00' }],
  ])
  const query = { status: 'SUCCESSFUL', page: 1, pageSize: 5 }
  expect((await app.maker.call(surveyPayments.list, { params: { surveyId: survey.id }, query })).total).toBe(0)
})

test('decisions about leftovers are told, the latest first', async ({ app }) => {
  const survey = await app.given.survey(grouped)
  const { db } = app.services.database
  const source = { actorId: app.maker.id, requestId: 'end', address: null }
  for (const choice of ['DROP', 'PAY_PRO_RATA'] as const) {
    const ids = (await app.given.responses(survey, 2)).map(({ id }) => id)
    await app.maker.call(responses.review, { body: { ...approved, ids } })
    const end = { surveyId: survey.id, to: 'CLOSED', choice, source, highest: {} } as const
    await db.transaction().execute((tx) => settleLeftovers(tx, end))
  }
  const { sets } = await app.maker.call(surveyPayments.list, { params: { surveyId: survey.id } })
  expect(sets?.decisions).toMatchObject([
    { choice: 'PAY_PRO_RATA', responses: 2, participants: 2, decidedBy: expect.any(String) },
    { choice: 'DROP', responses: 2, participants: 2 },
  ])
})

test('a survey that pays each response by itself has no sets, only its own payments', async ({ app }) => {
  const { surveyId } = await app.given.payments({ count: 2 })
  await app.given.payments()
  const answer = await app.maker.call(surveyPayments.list, { params: { surveyId } })
  expect([answer.total, answer.sets]).toEqual([2, null])
})

test('a manager follows a survey’s payments with masked phones and takes no step', async ({ app }) => {
  const manager = await app.given.admin({ role: 'SURVEY_MANAGER' })
  const survey = await app.given.survey({ ...grouped, setSize: 2, ownerId: manager.id })
  const other = await app.given.survey(grouped)
  const given = await app.given.responses(survey, 2, { phone: '+258920000003' })
  const ids = given.map(({ id }) => id)
  await app.as(manager).call(responses.review, { body: { ...approved, ids } })
  const { list } = await app.as(manager).call(surveyPayments.list, { params: { surveyId: survey.id } })
  expect(list[0]?.phone).toMatch(/•|\*/)
  expect(list[0]?.allowedActions.map(({ allowed }) => allowed)).toEqual(Array(4).fill(false))
  const unseen = app.as(manager).call(surveyPayments.list, { params: { surveyId: other.id } })
  await expect(unseen).rejects.toMatchObject({ status: 404 })
  const reviewer = app.as(await app.given.admin({ role: 'REVIEWER' }))
  const closed = reviewer.call(surveyPayments.list, { params: { surveyId: survey.id } })
  await expect(closed).rejects.toMatchObject({ status: 403 })
})

test('what waits of a participant is named by survey, to those who see the survey', async ({ app }) => {
  const survey = await app.given.survey(grouped)
  const given = await app.given.responses(survey, 2, { phone: '+258920000004' })
  await app.maker.call(responses.review, { body: { ...approved, ids: given.map(({ id }) => id) } })
  const { rows } = await app.sql.owner.query<{ id: number }>(`select id from person where phone = '+258920000004'`)
  const query = { participantId: rows[0]?.id }
  const { list, total } = await app.maker.call(surveyPayments.waiting, { query })
  const pays = { amount: '150.00', amountMinor: 15_000, currency: 'MZN' }
  expect([total, list]).toEqual([1, [{ surveyId: survey.id, surveyTitle: survey.title, approved: 2, size: 3, pays }]])
  const permissions = everyPermission.filter((name) => name !== 'surveys.all' && !/^(roles|admins)/.test(name))
  const stranger = app.as(await app.given.admin({ permissions }))
  expect((await stranger.call(surveyPayments.waiting, { query })).total).toBe(0)
})
