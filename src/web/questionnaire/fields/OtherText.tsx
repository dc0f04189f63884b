import { otherKey } from '#domain/answers/answer-values.ts'
import { useAnswers, useAsking, useRepetition } from '../asking.tsx'
import { takesText } from '../choices.ts'
import { plainText } from '../given.ts'
import type { FieldProps } from './field.ts'

/** The respondent's own words beside an "other" option. */
export function OtherText({ question, value, control }: FieldProps) {
  const { answer, say } = useAsking()
  const answers = useAnswers()
  const key = otherKey(question, useRepetition())
  if (!takesText(question, value)) return null
  const id = `${control.id}-other`
  return (
    <div className="q-other">
      <label htmlFor={id}>{say('other')}</label>
      <input
        id={id}
        className="q-input"
        aria-describedby={control['aria-describedby']}
        aria-invalid={control['aria-invalid']}
        autoComplete="off"
        value={plainText(answers[key])}
        onChange={(event) => answer(key, event.target.value === '' ? undefined : event.target.value)}
      />
    </div>
  )
}
