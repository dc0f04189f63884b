/** Several of several: boxes to tick, with a filter where there are many. */
import { useMemo } from 'react'
import { plainLabel } from '#domain/answers/label-text.ts'
import { looksOf } from '#domain/surveys/appearances.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useAsking } from '../asking.tsx'
import { toggled } from '../choices.ts'
import { codesOf } from '../given.ts'
import { OptionText } from '../ShownMedia.tsx'
import type { FieldProps } from './field.ts'
import { NoOptions } from './NoOptions.tsx'
import { Options } from './Options.tsx'
import { OtherText } from './OtherText.tsx'
import { useOffered } from './use-offered.ts'
import { useOptionFilter } from './use-option-filter.tsx'

/** More than these have a filter. */
const manyOptions = 15

export function MultipleField(props: FieldProps) {
  const { question, value, control, onAnswer } = props
  const { language, say } = useAsking()
  const offered = useOffered(question)
  const looks = looksOf(question)
  const chosen = codesOf(value)
  const options = useMemo(
    () => offered.map(({ code, text, media }) => ({ code, text: textIn(text, language), media })),
    [offered, language],
  )
  const isFiltered = offered.length > manyOptions || looks.has('autocomplete') || looks.has('search')
  const { shown, search, more } = useOptionFilter(options, ({ code }) => chosen.includes(code), isFiltered)
  if (offered.length === 0) return <NoOptions question={question} />

  function toggle(code: string) {
    const next = toggled(question, chosen, code)
    onAnswer(next.length === 0 ? undefined : next)
  }

  const boxes = (
    <>
      {search}
      <Options question={question}>
        {shown.map(({ code, text, media }, index) => (
          <label key={code} className="q-option">
            <input
              type="checkbox"
              id={index === 0 ? control.id : undefined}
              aria-invalid={control['aria-invalid']}
              checked={chosen.includes(code)}
              onChange={() => toggle(code)}
            />
            <OptionText text={text} media={media} />
          </label>
        ))}
      </Options>
      {more}
    </>
  )
  if (!looks.has('minimal'))
    return (
      <>
        {boxes}
        <OtherText {...props} />
      </>
    )
  const words = options.filter(({ code }) => chosen.includes(code)).map(({ text }) => plainLabel(text))
  return (
    <>
      <details className="q-opening">
        <summary className="q-input">{words.join(', ') || say('choose')}</summary>
        {boxes}
      </details>
      <OtherText {...props} />
    </>
  )
}
