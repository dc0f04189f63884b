/** One of several: options that are there to see, or a list to open where there are many. */
import { useMemo } from 'react'
import { plainLabel } from '#domain/answers/label-text.ts'
import { looksOf } from '#domain/surveys/appearances.ts'
import type { Media } from '#domain/surveys/survey-files.ts'
import { defaultRating, type Question, textIn } from '#domain/surveys/survey.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsking } from '../asking.tsx'
import { numberIn } from '../format.ts'
import { OptionText } from '../ShownMedia.tsx'
import type { FieldProps } from './field.ts'
import { NoOptions } from './NoOptions.tsx'
import { Options } from './Options.tsx'
import { OtherText } from './OtherText.tsx'
import { useOffered } from './use-offered.ts'
import { useOptionFilter } from './use-option-filter.tsx'

interface Choice {
  value: string | number
  text: string
  media?: Media | null | undefined
}

/** More than these open as a list. */
const mostSeen = 12

export function opensAsList(question: Question): boolean {
  const { type, answers, validation } = question
  const looks = looksOf(question)
  // A browser draws no list of many thousand: those of files are found by a text. And a list shows no pictures.
  if (question.list || answers.some(({ media }) => media)) return false
  if (looks.size > 0) return looks.has('minimal')
  if (type === 'RATING') return (validation.max ?? defaultRating) > mostSeen
  return type === 'SINGLE' && answers.length > mostSeen
}

export function ChoiceField(props: FieldProps) {
  const choices = useChoices(props.question)
  if (choices.length === 0) return <NoOptions question={props.question} />
  return (
    <>
      {opensAsList(props.question) ? <List {...props} choices={choices} /> : <Radios {...props} choices={choices} />}
      <OtherText {...props} />
    </>
  )
}

function useChoices(question: Question): Choice[] {
  const { language, say } = useAsking()
  const offered = useOffered(question)
  const { type, validation } = question
  return useMemo(() => {
    if (type === 'YES_NO') return (['yes', 'no'] as const).map((value) => ({ value, text: say(value) }))
    if (type === 'RATING') {
      const numbers = Array.from({ length: validation.max ?? defaultRating }, (_, index) => index + 1)
      return numbers.map((value) => ({ value, text: numberIn(language, value) }))
    }
    return offered.map(({ code, text, media }) => ({ value: code, text: textIn(text, language), media }))
  }, [type, validation, offered, language, say])
}

interface ChoicesProps extends FieldProps {
  choices: readonly Choice[]
}

function Radios({ question, value: chosen, control, choices, onAnswer }: ChoicesProps) {
  const { say } = useAsking()
  const looks = looksOf(question)
  const isFiltered = (question.list && choices.length > mostSeen) || looks.has('autocomplete') || looks.has('search')
  const { shown, search, more } = useOptionFilter(choices, ({ value }) => value === chosen, isFiltered)
  return (
    <>
      {search}
      <Options question={question}>
        {shown.map(({ value, text, media }, index) => (
          <label key={value} className="q-option">
            <input
              type="radio"
              id={index === 0 ? control.id : undefined}
              name={control.id}
              checked={value === chosen}
              onChange={() => onAnswer(value)}
            />
            <OptionText text={text} media={media} />
          </label>
        ))}
      </Options>
      {more}
      {chosen !== undefined && (
        <Button look="link" size="small" className="q-clear" onClick={() => onAnswer(undefined)}>
          {say('clear')}
        </Button>
      )}
    </>
  )
}

function List({ value: chosen, control, choices, onAnswer }: ChoicesProps) {
  const { say } = useAsking()
  const pick = (index: string) => onAnswer(index === '' ? undefined : choices[Number(index)]?.value)
  const index = choices.findIndex(({ value }) => value === chosen)
  return (
    <select
      {...control}
      className="q-input"
      value={index === -1 ? '' : index}
      onChange={(event) => pick(event.target.value)}
    >
      <option value="">{say('choose')}</option>
      {choices.map(({ value, text }, place) => (
        <option key={value} value={place}>
          {plainLabel(text)}
        </option>
      ))}
    </select>
  )
}
