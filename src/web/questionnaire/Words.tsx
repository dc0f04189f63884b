import { pipedText, showsAnswers } from '#domain/piped-text.ts'
import { type Localized, textIn } from '#domain/survey.ts'
import { useAnswers, useAsking, usePlaceInSurvey } from './asking.ts'
import { answerText } from './format.ts'
import { languageOf, tagOf } from './language.ts'

/** A text of the survey, marked with the language that it is in. */
export function Words({ text }: { text: Localized }) {
  const { language } = useAsking()
  const words = textIn(text, language)
  return (
    <span lang={tagOf(languageOf(text, language))}>{showsAnswers(words) ? <PipedWords words={words} /> : words}</span>
  )
}

/** Apart, as it is drawn again with each answer. */
function PipedWords({ words }: { words: string }) {
  const { content, language, say, names } = useAsking()
  const shown = { content, answers: useAnswers(), at: usePlaceInSurvey() }
  const reading = { language, say, nameOf: (code: string) => names.get(code) }
  return pipedText(words, shown, (question, value) => answerText(question, value, reading))
}
