/** Days, times of the day and moments, by the browser's own calendar and clock. */
import type { FocusEvent } from 'react'
import { clockOf, momentOf, plainText, unreadable } from '../given.ts'
import { type FieldProps } from './field.ts'

const inputs = { DATE: 'date', TIME: 'time', DATETIME: 'datetime-local' } as const

export function DateField({ question, value, control, onAnswer }: FieldProps) {
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
