import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { type AnswerValue as Value, optionOf } from '#domain/answers/answers.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { Line } from './Line.tsx'
import { Place } from './Place.tsx'

const StoredAttachment = lazyComponent(
  async () => (await import('../../attachments/StoredAttachment.tsx')).StoredAttachment,
)

interface AnswerValueProps {
  question: Question
  value: Value | undefined
  /** The respondent's own words beside an "other" option. */
  other: Value | undefined
  /** The language of option labels; by default the language of the page. */
  language?: string
}

/** One answer as people write it. */
export function AnswerValue({ question, value, other, language = currentLocale() }: AnswerValueProps) {
  const t = useText()
  const { number, dateTime } = useFormat()
  const day = useDay()
  if (value === undefined) return <span className="blank">{t('responses.unanswered')}</span>
  if (Array.isArray(value)) {
    return (
      <ul className="answer-choices">
        {value.map((code) => (
          <li key={code}>
            <Choice {...{ question, code, other, language }} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value === 'object' && 'file' in value)
    return (
      <Suspense fallback={value.name}>
        <StoredAttachment type={question.type} answer={value} />
      </Suspense>
    )
  if (typeof value === 'object') return <Place {...value} />
  if (typeof value === 'number') return number(value)
  if (question.type === 'SINGLE') return <Choice {...{ question, other, language }} code={value} />
  if (question.type === 'YES_NO') return t(value === 'yes' ? 'list.yes' : 'list.no')
  if (question.type === 'DATETIME') return <time dateTime={value}>{dateTime(value)}</time>
  if (traitsOf(question.type).text === 'LINE') return <Line line={value} />
  if (question.type === 'DATE') return <time dateTime={value}>{day(value)}</time>
  return <span className="answer-words">{value}</span>
}

interface ChoiceProps {
  question: Question
  code: string
  other: Value | undefined
  language: string
}

function Choice({ question, code, other, language }: ChoiceProps) {
  const option = optionOf(question, code)
  if (!option) return code
  const text = plainIn(option.text, language)
  return option.isOther && typeof other === 'string' ? `${text}: ${other}` : text
}

/** A day has no time zone: it must not slip to the one before. */
function useDay(): (isoDay: string) => string {
  const { locale } = useIntl()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (isoDay) => format.format(new Date(`${isoDay}T00:00:00Z`))
}
