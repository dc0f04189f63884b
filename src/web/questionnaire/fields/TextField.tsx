/** Texts, numbers and phone numbers. */
import type { HTMLAttributes } from 'react'
import { writtenPhone } from '#domain/people/phone.ts'
import type { QuestionType } from '#domain/surveys/survey.ts'
import { looksOf } from '#domain/surveys/appearances.ts'
import { useAsking } from '../asking.tsx'
import { numberIn } from '../format.ts'
import { numberOf, plainText } from '../given.ts'
import { type FieldProps, useTyped } from './field.ts'

interface Kind {
  read: (text: string) => unknown
  type: 'text' | 'tel'
  inputMode: HTMLAttributes<HTMLInputElement>['inputMode']
}

const words: Kind = { read: (text) => (text === '' ? undefined : text), type: 'text', inputMode: 'text' }
/** As text: a number input of the browser hides what it cannot read, and the wheel of a mouse changes it. */
const kinds: Partial<Record<QuestionType, Kind>> = {
  INTEGER: { read: numberOf, type: 'text', inputMode: 'numeric' },
  DECIMAL: { read: numberOf, type: 'text', inputMode: 'decimal' },
  PHONE: { read: phoneOf, type: 'tel', inputMode: 'tel' },
}

function phoneOf(text: string): string | undefined {
  return text.trim() === '' ? undefined : (writtenPhone(text) ?? text)
}

export function TextField({ question, value, control, onAnswer }: FieldProps) {
  const { read, type, inputMode } = kinds[question.type] ?? words
  const [shown, take] = useTyped(value, { read, write: plainText })
  const { language } = useAsking()
  const looks = looksOf(question)
  const length = question.type === 'TEXT' ? question.validation.maxLength : undefined
  return (
    <>
      <input
        {...control}
        className="q-input"
        type={type}
        inputMode={looks.has('numbers') ? 'numeric' : inputMode}
        size={length !== undefined && length < 30 ? length + 2 : undefined}
        autoComplete="off"
        value={shown}
        onChange={(event) => onAnswer(take(event.target.value))}
      />
      {looks.has('thousands-sep') && (
        <output className="q-hint">{typeof value === 'number' && numberIn(language, value)}</output>
      )}
    </>
  )
}

export function LongTextField({ value, control, onAnswer }: FieldProps) {
  return (
    <textarea
      {...control}
      className="q-input"
      rows={4}
      value={plainText(value)}
      onChange={(event) => onAnswer(words.read(event.target.value))}
    />
  )
}
