/** The free survey of the demo: made, answered week after week, reviewed. */
import { surveys } from '#contract/surveys.ts'
import { enumerators, type MarketFate, marketResponses } from './content/market-responses.ts'
import { marketSurvey } from './content/market-survey.ts'
import { giveRole } from './give-access.ts'
import { makeSurvey } from './make-survey.ts'
import type { Filing } from './reference.ts'
import { nameParticipants, review, uploadResponses } from './responses.ts'
import { inDays, type Story } from './story.ts'

export async function tellMarketStory(story: Story, filing: Filing): Promise<void> {
  const { manager, reviewer } = story.staff
  const surveyId = await makeSurvey(manager, marketSurvey({ filing, startsAt: inDays(story, -63) }))
  await manager.call(surveys.publish, { params: { surveyId } })
  await giveRole(manager, surveyId, { role: 'Reviewer', right: 'REVIEW' })
  const visits = marketResponses(story.now)
  const rows = visits.map(({ cells }) => cells)
  const idOf = await uploadResponses(manager, surveyId, { name: 'market-prices.xlsx', rows })
  await nameParticipants(story.db, enumerators)

  const ids = (wanted: MarketFate) =>
    visits.filter(({ fate }) => fate === wanted).map(({ formKey }) => idOf.get(formKey) ?? 0)
  await review(reviewer, 'APPROVED', ids('APPROVED'))
  await review(reviewer, 'REJECTED', ids('REJECTED'), 'The prices are those of the week before.')
  await review(reviewer, 'IN_REVIEW', ids('HAS_ISSUES'))
  await review(reviewer, 'HAS_ISSUES', ids('HAS_ISSUES'), 'Rice per sack, not per kg?')
}
