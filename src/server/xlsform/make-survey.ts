/** A survey with the content of a form. */
import type { Survey } from '#contract/surveys.ts'
import { newSurvey } from '#domain/surveys/survey-settings.ts'
import type { Localized, SurveyContent } from '#domain/surveys/survey.ts'
import { changedTexts } from '#domain/surveys/survey-texts.ts'
import type { Db } from '../db/pool.ts'
import { insertContent } from '../surveys/insert-content.ts'
import { newEncodedId, surveyStore } from '../surveys/store.ts'

interface MadeSurvey {
  title: Localized
  languages: string[]
  content: SurveyContent
  ownerId: number
}

export async function makeSurvey(db: Db, { content, ownerId, languages, ...named }: MadeSurvey): Promise<Survey> {
  const { surveyType, currency, paymentAggregation, aggregationCount } = newSurvey
  const settings = { surveyType, currency, paymentAggregation, aggregationCount }
  const texts = changedTexts(undefined, named)
  const survey = await surveyStore.insert(db, { ...settings, texts, languages, encodedId: newEncodedId(), ownerId })
  await insertContent(db, survey.id, content)
  return surveyStore.get(db, survey.id)
}
