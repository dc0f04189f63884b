/** The controls of one filter, by its kind. */
import { Suspense } from 'react'
import type { WordMeaning, Filter } from '#contract/filters.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { recordOf } from './use-filter-words.ts'
import { lazyComponent } from '../lazy-component.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { RecordPicker } from './RecordPicker.tsx'

/** It brings its texts along. */
const UnitPicker = lazyComponent(
  async () => (await import('../units/UnitPicker.tsx')).UnitPicker,
  'administrative-units',
  'listTools',
)

/** Lists that know the survey of each row. */
const partsOfSurveys = ['sections', 'questions']

interface FilterValuesProps {
  list: string
  name: string
  kind: Filter
  asked: WordMeaning
  /** The survey that the list shows alone. */
  surveyId: string | undefined
  onChange: (asked: WordMeaning) => void
}

export function FilterValues({ list, name, kind, asked, surveyId, onChange }: FilterValuesProps) {
  const t = useText()
  const textOr = useTextOr()
  const field = textOr(`${list}.field.${name}`, name)
  switch (asked.for) {
    case 'blank':
    case 'filled':
      return null
    case 'containing':
    case 'equal':
      return (
        <input
          type="text"
          aria-label={field}
          maxLength={200}
          value={asked.text}
          onChange={(event) => onChange({ ...asked, text: event.target.value })}
        />
      )
    case 'between':
      return <Range kind={kind} asked={asked} onChange={onChange} />
    case 'among': {
      const pick = (values: readonly string[]) => onChange({ for: 'among', values })
      if (kind.kind === 'oneOf') {
        const options = kind.values.map((value) => ({ value, text: textOr(`${list}.${name}.${value}`, value) }))
        return <Ticks field={field} options={options} values={asked.values} onChange={pick} />
      }
      if (kind.kind === 'yesNo') {
        const options = [
          { value: 'true', label: t('list.filter.yes') },
          { value: 'false', label: t('list.filter.no') },
        ]
        const onChange = (value: string) => pick([value])
        return (
          <RadioGroup label={field} legend="unseen" options={options} value={asked.values[0]} onChange={onChange} />
        )
      }
      if (kind.kind === 'unit') {
        return (
          <Suspense fallback={<span className="skeleton" />}>
            <UnitPicker field={field} values={asked.values} onChange={pick} />
          </Suspense>
        )
      }
      const of = recordOf(kind)
      const within: Record<string, string> = surveyId && partsOfSurveys.includes(of) ? { surveyId } : {}
      return <RecordPicker of={of} field={field} values={asked.values} within={within} onChange={pick} />
    }
  }
}

type Between = Extract<WordMeaning, { for: 'between' }>

function Range({ kind, asked, onChange }: { kind: Filter; asked: Between; onChange: (asked: Between) => void }) {
  const t = useText()
  const isDay = kind.kind === 'day'
  const limits = kind.kind === 'number' ? { min: kind.min, max: kind.max, step: 'any' } : {}
  const ends = ['from', 'to'] as const
  return (
    <div className="filter-range">
      {ends.map((end) => (
        <label key={end}>
          {t(isDay ? `listTools.${end}Day` : `listTools.${end}Number`)}
          <input
            type={isDay ? 'date' : 'number'}
            {...limits}
            value={asked[end] ?? ''}
            onChange={(event) => onChange({ ...asked, [end]: event.target.value || undefined })}
          />
        </label>
      ))}
      {isDay && <p>{t('listTools.daysInUtc')}</p>}
    </div>
  )
}

interface TicksProps {
  field: string
  options: readonly { value: string; text: string }[]
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

function Ticks({ field, options, values, onChange }: TicksProps) {
  return (
    <fieldset className="filter-ticks">
      <legend className="visually-hidden">{field}</legend>
      {options.map(({ value, text }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((other) => other !== value))
            }
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
