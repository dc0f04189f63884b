/** Several of several: boxes to tick, with a filter where there are many. */
import { useState } from 'react'
import { plainLabel } from '#domain/answers/label-text.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useAsking } from '../asking.ts'
import { toggled } from '../choices.ts'
import { numberIn } from '../format.ts'
import { codesOf } from '../given.ts'
import { LabelText } from '../LabelText.tsx'
import type { FieldProps } from './field.ts'
import { NoOptions } from './NoOptions.tsx'
import { OtherText } from './OtherText.tsx'
import { useOffered } from './use-offered.ts'

/** More than these have a filter. */
const manyOptions = 15
/** A browser draws no more than these at once without a pause. */
const mostShown = 100

export function MultipleField(props: FieldProps) {
  const { question, value, control, onAnswer } = props
  const { language, say } = useAsking()
  const [filter, setFilter] = useState('')
  const offered = useOffered(question)
  if (offered.length === 0) return <NoOptions question={question} />
  const chosen = codesOf(value)
  const wanted = filter.trim().toLocaleLowerCase()
  const options = offered.map(({ code, text }) => ({ code, text: textIn(text, language) }))
  const found = options.filter(
    ({ code, text }) => chosen.includes(code) || plainLabel(text).toLocaleLowerCase().includes(wanted),
  )
  const shown = found.slice(0, mostShown)

  function toggle(code: string) {
    const next = toggled(question, chosen, code)
    onAnswer(next.length === 0 ? undefined : next)
  }

  return (
    <>
      {offered.length > manyOptions && (
        <input
          type="search"
          className="q-input"
          aria-label={say('filter')}
          placeholder={say('filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      <div className="q-options">
        {shown.map(({ code, text }, index) => (
          <label key={code} className="q-option">
            <input
              type="checkbox"
              id={index === 0 ? control.id : undefined}
              aria-invalid={control['aria-invalid']}
              checked={chosen.includes(code)}
              onChange={() => toggle(code)}
            />
            <span>
              <LabelText words={text} />
            </span>
          </label>
        ))}
      </div>
      {found.length > shown.length && (
        <p className="q-hint">{say('more', { count: numberIn(language, found.length - shown.length) })}</p>
      )}
      <OtherText {...props} />
    </>
  )
}
