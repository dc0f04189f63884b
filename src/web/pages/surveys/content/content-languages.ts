/** Which languages the texts of a survey are in, and what each still lacks. Pure. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { alike, type Localized } from '#domain/surveys/survey.ts'
import { textPlaces } from '#domain/surveys/text-places.ts'

/** Each that a text of the content or the title of the survey has, and one more that is chosen; with how many texts it lacks. */
export function languagesOf(
  { sections, texts }: Pick<SurveyDetail, 'sections' | 'texts'>,
  chosen?: string,
): { code: string; missing: number; of: number }[] {
  const places = textPlaces({ sections })
  const used: Localized = Object.assign({}, texts.title, ...places.map(({ text }) => text))
  const isNew = chosen !== undefined && alike(used, chosen) === undefined
  return [...Object.keys(used), ...(isNew ? [chosen] : [])].map((code) => {
    return { code, missing: places.filter(({ text }) => text[code] === undefined).length, of: places.length }
  })
}
