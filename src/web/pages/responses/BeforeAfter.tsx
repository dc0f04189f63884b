import type { AnswerValue as Value } from '#domain/answers/answers.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { useText } from '../../i18n/text.ts'
import { AnswerValue } from './AnswerValue.tsx'

interface BeforeAfterProps {
  /** Undefined when the survey has it no more. */
  question: Question | undefined
  keyOfAnswer: string
  before: Value | null | undefined
  after: Value | null | undefined
}

/** What an answer was, and what it became. */
export function BeforeAfter({ question, keyOfAnswer, before, after }: BeforeAfterProps) {
  const t = useText()
  const isText = question === undefined || keyOfAnswer.endsWith('.other')
  const shown = (value: Value | null | undefined) => {
    if (isText) return typeof value === 'string' || typeof value === 'number' ? value : t('responses.unanswered')
    return <AnswerValue question={question} value={value ?? undefined} other={undefined} />
  }
  return (
    <span className="before-after">
      <del>{shown(before)}</del> <span aria-hidden="true">→</span> <ins>{shown(after)}</ins>
    </span>
  )
}
