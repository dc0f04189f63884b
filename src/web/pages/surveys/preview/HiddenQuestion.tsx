/** The place of a question that is not asked: which one it is and, on demand, why. */
import type { ReactNode } from 'react'
import type { Repetition } from '#domain/answers/answer-values.ts'
import type { Hidden } from '#domain/answers/filling.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { type Question, questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { useText } from '../../../i18n/text.ts'
import type { FormAnswers } from '../../../questionnaire/given.ts'
import { conditionOf, keysSeen, questionsIn, useAnswerWords, useRuleWords } from './reasons.ts'

interface HiddenQuestionProps {
  question: Question
  why: Hidden
  repetition: Repetition
  content: SurveyContent
  language: string
  /** Of the questions that are asked. */
  answers: FormAnswers
}

export function HiddenQuestion(props: HiddenQuestionProps) {
  const { question, language } = props
  const t = useText()
  return (
    <div className="preview-hidden">
      <p>
        {t('preview.hidden')} {plainIn(question.text, language)}
      </p>
      <details>
        <summary>{t('preview.why')}</summary>
        <Reason {...props} />
      </details>
    </div>
  )
}

function Reason(props: HiddenQuestionProps) {
  const { question, why, content, language } = props
  const t = useText()
  const inWords = useRuleWords(content, language)
  if (why.by === 'RULES') {
    const rules = (content.skips ?? []).filter(({ id }) => why.rules.includes(id))
    const from = rules.map(({ fromQuestionId }) => fromQuestionId)
    return (
      <>
        <p>{t('preview.why.RULES', { count: rules.length })}</p>
        <ul>
          {rules.map((rule) => (
            <li key={rule.id}>{inWords(rule)}</li>
          ))}
        </ul>
        <AnswersOf {...props} questions={questionsOf(content).filter(({ id }) => from.includes(id))} />
      </>
    )
  }
  const condition = conditionOf(content, question, why.by)
  return (
    <>
      <p>
        {t(`preview.why.${why.by}`)} <code>{condition}</code>
      </p>
      <AnswersOf {...props} questions={questionsIn(content, condition)} />
    </>
  )
}

/** What the reason looked at. */
function AnswersOf({
  question,
  repetition,
  content,
  questions,
  answers,
  language,
}: HiddenQuestionProps & { questions: readonly Question[] }): ReactNode {
  const t = useText()
  const inWords = useAnswerWords(language)
  if (questions.length === 0) return null
  return (
    <>
      <p>{t('preview.why.answers')}</p>
      <ul>
        {questions.map((each) => (
          <li key={each.id}>
            {plainIn(each.text, language)}{' '}
            <strong>
              {keysSeen(content, each, { question, repetition }, answers)
                .map((key) => inWords(each, answers[key]))
                .join(', ')}
            </strong>
          </li>
        ))}
      </ul>
    </>
  )
}
