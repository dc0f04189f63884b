import { plainLabel } from '#domain/answers/label-text.ts'
import { pipedText, showsAnswers } from '#domain/answers/piped-text.ts'
import { type Localized, textIn } from '#domain/surveys/survey.ts'
import { useAnswers, useAsking, usePlaceInSurvey } from './asking.tsx'
import { answerText } from './format.ts'
import { LabelText } from './LabelText.tsx'
import { languageOf, tagOf } from './language.ts'

interface WordsProps {
  text: Localized
  /** PLAIN inside of a button, which holds no link. */
  look?: 'FORMED' | 'PLAIN'
}

/** A text of the survey, marked with the language that it is in. */
export function Words({ text, look = 'FORMED' }: WordsProps) {
  const { language } = useAsking()
  const written = textIn(text, language)
  const words = look === 'PLAIN' ? plainLabel(written) : written
  return (
    <span lang={tagOf(languageOf(text, language))}>
      {showsAnswers(words) ? (
        <PipedWords words={words} look={look} />
      ) : look === 'PLAIN' ? (
        words
      ) : (
        <LabelText words={words} />
      )}
    </span>
  )
}

/** Apart, as it is drawn again with each answer. Marks in an answer are none of the label. */
function PipedWords({ words, look }: { words: string; look: 'FORMED' | 'PLAIN' }) {
  const { content, language, say, names } = useAsking()
  const shown = { content, answers: useAnswers(), at: usePlaceInSurvey() }
  const reading = { language, say, nameOf: (code: string) => names.get(code) }
  const fill = (text: string) => pipedText(text, shown, (question, value) => answerText(question, value, reading))
  return look === 'PLAIN' ? fill(words) : <LabelText words={words} say={fill} />
}
