/** The paid survey of the demo: made, answered, reviewed, and paid by three people. */
import { payments } from '#contract/payments.ts'
import { surveys } from '#contract/surveys.ts'
import type { Db } from '../db/pool.ts'
import { topUpFloat } from '../payments/books.ts'
import { payingProvider } from '../payments/payables.ts'
import { type Fate, householdResponses } from './content/household-responses.ts'
import { householdSurvey } from './content/household-survey.ts'
import { makeSurvey } from './make-survey.ts'
import { nameParticipants } from './participant-names.ts'
import { requireAll, review, uploadResponses } from './responses.ts'
import type { Story } from './story.ts'

/** 500,000.00 MZN. */
const floatMinor = 50_000_000

export async function tellHouseholdStory({ as, database, now, companyIds, inDays }: Story): Promise<void> {
  const manager = await as('manager')
  const [companyId = 0] = companyIds
  const plan = householdSurvey({ companyId, startsAt: inDays(-60), endsAt: inDays(120) })
  const surveyId = await makeSurvey(manager, plan)
  await manager.call(surveys.publish, { params: { surveyId } })
  const answered = householdResponses(now)
  const rows = answered.map(({ cells }) => cells)
  const idOf = await uploadResponses(manager, surveyId, { name: 'households.xlsx', rows })
  await nameParticipants(database.db, answered.map(({ participant }) => participant))

  const ids = (...fates: Fate[]) =>
    answered.filter(({ fate }) => fates.includes(fate)).map(({ formKey }) => idOf.get(formKey) ?? 0)
  const reviewer = await as('reviewer')
  await review(reviewer, 'APPROVED', ids(...owedFates))
  await review(reviewer, 'REJECTED', ids('REJECTED'), 'Interviewed twice: see the form of the week before.')
  await review(reviewer, 'IN_REVIEW', ids('IN_REVIEW', 'HAS_ISSUES', 'PAYMENT_CANCELLED'))
  await review(reviewer, 'HAS_ISSUES', ids('HAS_ISSUES'), 'The walking time does not fit the distance to the source.')

  await addFloat(database.db)
  const reject = { reason: 'WRONG_PHONE', reasonText: 'The number belongs to somebody else.' }
  const initiated = ids('PAID', 'APPROVED', 'INITIATED', 'PAYMENT_REJECTED')
  await pay(as('initiator'), payments.bulkInitiate, initiated)
  await pay(as('approver'), payments.bulkApprove, ids('PAID', 'APPROVED'))
  await pay(as('approver'), payments.bulkReject, ids('PAYMENT_REJECTED'), reject)
  await pay(as('authorizer'), payments.bulkAuthorize, ids('PAID'))
}
