/** The paid survey of the demo: made, answered, reviewed, and paid by three people. */
import { payments, type StepResult } from '#contract/payments.ts'
import { floats } from '#contract/floats.ts'
import { manualPayments } from '#contract/manual-payments.ts'
import { reports } from '#contract/reports.ts'
import { surveys } from '#contract/surveys.ts'
import { type Fate, householdResponses } from './content/household-responses.ts'
import { householdSurvey } from './content/household-survey.ts'
import { giveRole } from './give-access.ts'
import { makeSurvey } from './make-survey.ts'
import type { Filing } from './reference.ts'
import { nameParticipants, requireAll, review, uploadResponses } from './responses.ts'
import { householdReport } from './content/report.ts'
import { manualPlans } from './content/manual-payments.ts'
import { inDays, type Story } from './story.ts'
import { auth } from '#contract/auth.ts'
import { sites } from '#contract/sites.ts'
import { tasks } from '#contract/tasks.ts'

const floatAmount = '500000.00'

/** The response of these was approved, so that a payment exists. */
const owed: Fate[] = ['PAID', 'APPROVED', 'INITIATED', 'PAYMENT_REJECTED', 'PAYMENT_CANCELLED', 'ELIGIBLE']

export async function tellHouseholdStory(story: Story, filing: Filing): Promise<void> {
  const { manager, reviewer } = story.staff
  const plan = householdSurvey({ filing, startsAt: inDays(story, -60), endsAt: inDays(story, 120) })
  const surveyId = await makeSurvey(manager, plan)
  await manager.call(surveys.publish, { params: { surveyId } })
  await giveRole(manager, surveyId, { role: 'Reviewer', right: 'REVIEW' })
  const households = householdResponses(story.now)
  const rows = households.map(({ cells }) => cells)
  const idOf = await uploadResponses(manager, surveyId, { name: 'households.xlsx', rows })
  await nameParticipants(
    story.db,
    households.map(({ participant }) => participant),
  )

  const ids = (...fates: Fate[]) =>
    households.filter(({ fate }) => fates.includes(fate)).map(({ formKey }) => idOf.get(formKey) ?? 0)
  await review(reviewer, 'APPROVED', ids(...owed))
  await review(reviewer, 'REJECTED', ids('REJECTED'), 'Interviewed twice: see the form of the week before.')
  await review(reviewer, 'IN_REVIEW', ids('IN_REVIEW', 'HAS_ISSUES', 'PAYMENT_CANCELLED'))
  await review(reviewer, 'HAS_ISSUES', ids('HAS_ISSUES'), 'The walking time does not fit the distance to the source.')
  await pay(story, ids)
  await payByHand(story, surveyId)
  await manager.call(reports.create, { params: { id: surveyId }, body: householdReport })
  await planVisits(story, surveyId)
}

/** Three people take the steps. The money goes out when the worker runs. */
async function pay({ staff, now }: Story, ids: (...fates: Fate[]) => number[]): Promise<void> {
  const { initiator, approver, authorizer } = staff
  const { data: topUp } = await approver.call(floats.ask, {
    body: {
      into: { currency: 'MZN', amount: floatAmount },
      reference: 'DEMO-1',
      day: now.toISOString().slice(0, 10),
      note: 'Made up for the demo: no real money moved.',
    },
  })
  await authorizer.call(floats.confirm, { params: { id: topUp.id } })
  const initiated = { locationIds: ids('PAID', 'APPROVED', 'INITIATED', 'PAYMENT_REJECTED') }
  const wrong = { reason: 'WRONG_PHONE', reasonText: 'The number belongs to somebody else.' }
  const rejected = { ...wrong, locationIds: ids('PAYMENT_REJECTED') }
  const steps: (() => Promise<{ data: StepResult }>)[] = [
    () => initiator.call(payments.bulkInitiate, { body: initiated }),
    () => approver.call(payments.bulkApprove, { body: { locationIds: ids('PAID', 'APPROVED') } }),
    () => approver.call(payments.bulkReject, { body: rejected }),
    () => authorizer.call(payments.bulkAuthorize, { body: { locationIds: ids('PAID') } }),
  ]
  for (const step of steps) requireAll((await step()).data)
}

/** One of them goes out, one waits for the last step, one for the step before. */
async function payByHand({ staff: { initiator, approver, authorizer } }: Story, surveyId: number): Promise<void> {
  const ids: number[] = []
  for (const plan of manualPlans) {
    const body = { ...plan, locationId: surveyId }
    ids.push((await initiator.call(manualPayments.initiate, { body })).data.paymentId)
  }
  requireAll((await approver.call(payments.bulkApprove, { body: { ids: ids.slice(0, 2) } })).data)
  requireAll((await authorizer.call(payments.bulkAuthorize, { body: { ids: ids.slice(0, 1) } })).data)
}

const visitedSites = 12

/** Visits that are still to be made: a task for each of some sites, those of one site with a person already. */
async function planVisits(story: Story, surveyId: number): Promise<void> {
  const { manager, reviewer } = story.staff
  const { list } = await manager.call(sites.list, { query: { pageSize: String(visitedSites), sort: 'title' } })
  for (const [index, { id: siteId, title }] of list.entries()) {
    const note = `Visit ${title}: count the households that come for water.`
    const dueAt = inDays(story, 7 + index)
    await manager.call(tasks.create, { body: { surveyId, siteId, dueAt, note } })
  }
  const { user } = (await reviewer.call(auth.user)).user
  const filter = { siteId: String(list[0]?.id), status: '0' }
  await manager.call(tasks.assign, { body: { filter, expected: 1, assigneeId: user.id } })
}
