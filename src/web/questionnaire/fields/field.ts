/** What every field is given, and how it keeps what is being typed. */
import { useState } from 'react'
import type { Question } from '#domain/surveys/survey.ts'

/** Ties an input to its label, its help and its problem. */
export interface Control {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export interface FieldProps {
  question: Question
  value: unknown
  control: Control
  onAnswer: (value: unknown) => void
}

interface Form {
  read: (text: string) => unknown
  write: (value: unknown) => string
}

/** The text as it is typed for as long as it means the answer: `1.50` stays although the answer is 1.5. */
export function useTyped(value: unknown, { read, write }: Form): [shown: string, type: (text: string) => unknown] {
  const [typed, setTyped] = useState('')
  const shown = Object.is(read(typed), value) ? typed : write(value)
  return [
    shown,
    (text) => {
      setTyped(text)
      return read(text)
    },
  ]
}
