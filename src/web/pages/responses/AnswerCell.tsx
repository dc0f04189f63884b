import type { AnswerColumn } from '#contract/answer-filter.ts'
import type { AnswerValue } from '#domain/answers/answers.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { useLineWords } from './Line.tsx'

interface AnswerCellProps {
  question: AnswerColumn
  value: AnswerValue | undefined
  /** The respondent's own words beside an "other" option. */
  other: AnswerValue | undefined
  /** Where the question does not list its options. */
  labels: AnswerValue | undefined
}

/** One answer in a line: labels in the reader's language, files by their names, points by their coordinates. */
export function AnswerCell({ question, value, other, labels }: AnswerCellProps) {
  const t = useText()
  const format = useFormat()
  const lineWords = useLineWords()
  if (value === undefined) return <span className="blank">–</span>
  const words = () => {
    if (Array.isArray(labels)) return labels.join(', ')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value)) return value.map((code) => labelOf(question, code, other)).join(', ')
    if (typeof value === 'object')
      return 'file' in value ? value.name : `${value.latitude.toFixed(4)}, ${value.longitude.toFixed(4)}`
    if (question.type === 'SINGLE') return labelOf(question, value, other)
    if (question.type === 'YES_NO') return t(value === 'yes' ? 'list.yes' : 'list.no')
    if (traitsOf(question.type).text === 'LINE') return lineWords(value)
    if (question.type === 'DATE') return format.utcDay(value)
    return question.type === 'DATETIME' ? format.dateTime(value) : value
  }
  const text = words()
  return (
    <span className="response-clip" title={text}>
      {text}
    </span>
  )
}

function labelOf({ options }: AnswerColumn, code: string, other: AnswerValue | undefined): string {
  const option = options.find((one) => one.code === code)
  if (!option) return code
  const text = plainIn(option.text, currentLocale())
  return option.isOther && typeof other === 'string' ? `${text}: ${other}` : text
}
