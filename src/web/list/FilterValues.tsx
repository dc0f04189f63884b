/** The controls of one filter, by its kind. */
import { Suspense, useState } from 'react'
import { type Filter, maxFilterValues, type WordMeaning } from '#contract/filters.ts'
import { loadArea } from '../i18n/messages.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { recordOf } from './use-filter-words.ts'
import { lazyComponent } from '../lazy-component.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { useCall } from '../api/query.ts'
import { recordCalls } from '../api/record-calls.ts'
import { recordName, recordPlace } from '../i18n/record-name.ts'
import { usePausedSearch } from '../ui/use-paused-search.ts'

/** It brings its texts along. */
const UnitPicker = lazyComponent(async () => {
  const texts = [loadArea('administrative-units'), loadArea('listTools')]
  const [module] = await Promise.all([import('../units/UnitPicker.tsx'), ...texts])
  return module.UnitPicker
})

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

interface RecordPickerProps {
  /** Path of the list. */
  of: string
  field: string
  values: readonly string[]
  /** Words of the other list's query that the filter of this one gives. */
  within: Readonly<Record<string, string>>
  onChange: (values: readonly string[]) => void
}

const shownRows = 20

function RecordPicker({ of, field, values, within, onChange }: RecordPickerProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const { q, search } = usePausedSearch()
  const query = { ...within, q: q || undefined, pageSize: shownRows }
  const found = useCall(recordCalls(of).list, { query }, { keepPrevious: true })
  const rows = (found.data as { list?: { id: number }[] } | undefined)?.list ?? []
  const isFull = values.length >= maxFilterValues
  const others = rows.filter(({ id }) => !values.includes(String(id)))
  return (
    <div className="filter-records">
      <input
        type="search"
        aria-label={t('listTools.searchIn', { field })}
        placeholder={t('list.search')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          search(target.value)
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <fieldset className="filter-ticks" aria-busy={found.isFetching}>
        <legend className="visually-hidden">{field}</legend>
        {values.map((id) => (
          <ChosenRecord key={id} of={of} id={id} onDrop={() => onChange(values.filter((other) => other !== id))} />
        ))}
        {others.map((row) => (
          <label key={row.id}>
            <input
              type="checkbox"
              checked={false}
              disabled={isFull}
              onChange={() => onChange([...values, String(row.id)])}
            />
            <span>
              {recordName(row, String(row.id))}
              {recordPlace(row) !== undefined && <small className="second-line">{recordPlace(row)}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      <output className="filter-note">
        {found.isError && t('list.failed')}
        {found.isSuccess && rows.length === 0 && t('list.noMatch')}
      </output>
    </div>
  )
}

/** Ticked; without its tick it is no longer there. */
function ChosenRecord({ of, id, onDrop }: { of: string; id: string; onDrop: () => void }) {
  const { data } = useCall(recordCalls(of).get, { params: { id } })
  return (
    <label>
      <input type="checkbox" checked onChange={onDrop} />
      {recordName((data as { data?: object } | undefined)?.data, id)}
    </label>
  )
}
