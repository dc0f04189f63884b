import { type Localized, textIn } from '#domain/survey.ts'
import { useAsking } from './asking.ts'
import { languageOf, tagOf } from './language.ts'

/** A text of the survey, marked with the language that it is in. */
export function Words({ text }: { text: Localized }) {
  const { language } = useAsking()
  return <span lang={tagOf(languageOf(text, language))}>{textIn(text, language)}</span>
}
