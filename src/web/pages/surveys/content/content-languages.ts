/** How complete the languages of a survey are. Pure. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { languagesOf } from '#domain/surveys/languages.ts'
import { textPlaces } from '#domain/surveys/text-places.ts'

/** Each that is chosen, or that a text of the content or the title of the survey has, with how many texts it lacks. */
export function completenessOf(survey: SurveyDetail): { code: string; missing: number; of: number }[] {
  const places = textPlaces(survey)
  return languagesOf(survey, [...survey.languages, ...Object.keys(survey.texts.title)]).map((code) => {
    return { code, missing: places.filter(({ text }) => text[code] === undefined).length, of: places.length }
  })
}
