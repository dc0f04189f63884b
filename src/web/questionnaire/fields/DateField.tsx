/** Days, times of the day and moments, by the browser's own calendar and clock. */
import { type FocusEvent, useState } from 'react'
import { looksOf } from '#domain/surveys/appearances.ts'
import { useAsking } from '../asking.tsx'
import { dateText } from '../format.ts'
import { clockOf, momentOf, plainText, unreadable } from '../given.ts'
import { type FieldProps, useTyped } from './field.ts'

const inputs = { DATE: 'date', TIME: 'time', DATETIME: 'datetime-local' } as const

export function DateField(props: FieldProps) {
  const looks = looksOf(props.question)
  if (looks.has('year')) return <YearField {...props} />
  if (looks.has('month-year')) return <MonthField {...props} />
  return <WholeField {...props} />
}

/** What is not asked of the day is its first: 2026 is 2026-01-01. */
function YearField({ value, control, onAnswer, month = '01' }: FieldProps & { month?: string }) {
  const { say } = useAsking()
  const read = (year: string) => (year.trim() === '' ? undefined : `${year.trim()}-${month}-01`)
  const [shown, take] = useTyped(value, { read, write: (date) => plainText(date).split('-')[0] ?? '' })
  return (
    <input
      {...control}
      className="q-input"
      size={6}
      inputMode="numeric"
      autoComplete="off"
      aria-label={say('year')}
      placeholder={say('year')}
      value={shown}
      onChange={(event) => onAnswer(take(event.target.value))}
    />
  )
}

function MonthField(props: FieldProps) {
  const { value, control, onAnswer } = props
  const { language, say } = useAsking()
  const [year = '', given = ''] = plainText(value).split('-')
  const [chosen, choose] = useState(given)
  const month = given || chosen

  function take(next: string) {
    choose(next)
    if (year !== '') onAnswer(`${year}-${next || '00'}-01`)
  }

  return (
    <div className="q-month">
      <select
        {...control}
        className="q-input"
        aria-label={say('month')}
        value={month}
        onChange={(event) => take(event.target.value)}
      >
        <option value="">{say('choose')}</option>
        {Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0')).map((each) => (
          <option key={each} value={each}>
            {dateText(`2000-${each}-01`, language, { month: 'long', timeZone: 'UTC' })}
          </option>
        ))}
      </select>
      <YearField {...props} control={{ ...control, id: `${control.id}-year` }} month={month || '00'} />
    </div>
  )
}

function WholeField({ question, value, control, onAnswer }: FieldProps) {
  const isMoment = question.type === 'DATETIME'

  function take(text: string) {
    if (text === '') onAnswer(undefined)
    else onAnswer(isMoment ? momentOf(text) : text)
  }

  /** Half a date is no value to the browser: the respondent would believe it was taken. */
  function leave({ target: { validity, value: text } }: FocusEvent<HTMLInputElement>) {
    if (validity.badInput) onAnswer(unreadable)
    else if (text === '' && value !== undefined) onAnswer(undefined)
  }

  return (
    <input
      {...control}
      className="q-input q-date"
      type={inputs[question.type as keyof typeof inputs]}
      value={isMoment ? clockOf(value) : plainText(value)}
      onChange={(event) => take(event.target.value)}
      onBlur={leave}
    />
  )
}
