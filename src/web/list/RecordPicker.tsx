/** Records of another list, found during typing; those chosen are above, by their names. */
import { useState } from 'react'
import { maxFilterValues } from '#contract/filters.ts'
import { useCall } from '../api/query.ts'
import { useText } from '../i18n/text.ts'
import { recordCalls } from '../api/record-calls.ts'
import { recordName, recordPlace } from '../i18n/record-name.ts'
import { usePausedSearch } from '../ui/use-paused-search.ts'

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

export function RecordPicker({ of, field, values, within, onChange }: RecordPickerProps) {
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
