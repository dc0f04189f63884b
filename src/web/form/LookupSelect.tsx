/**
 * Picks one record of a list that is too long to load: searches on the server while one types. The records have a title, a name or a text.
 * `<LookupSelect list={companies.list} get={companies.get} value={id} onChange={setId} placeholder={...} />`
 */
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { useCall } from '../api/query.ts'
import { useText } from '../i18n/text.ts'
import { Select } from '../ui/Select.tsx'
import { recordName, recordPlace } from '../i18n/record-name.ts'
import { usePausedSearch } from '../ui/use-paused-search.ts'

interface Named {
  id: number
}

interface LookupSelectProps extends Pick<
  ComponentProps<typeof Select>,
  'id' | 'className' | 'disabled' | 'allowClear' | 'placeholder' | 'aria-label' | 'aria-describedby'
> {
  list: Endpoint
  /** Tells the name of the chosen record when it is not among those found. */
  get: Endpoint
  /** Further words of the list's query. */
  query?: Readonly<Record<string, string>> | undefined
  value: number | string | undefined
  onChange: (id: number | undefined) => void
  /** The screen where records are added, for a list that has none yet. */
  addAt?: string | undefined
  /** It was pressed before it came. */
  startsOpen?: boolean
}

const shownRows = 20

export function LookupSelect({
  list,
  get,
  query: words,
  value,
  onChange,
  addAt,
  startsOpen = false,
  ...props
}: LookupSelectProps) {
  const t = useText()
  const [open, setOpen] = useState(startsOpen)
  const { q, search } = usePausedSearch()
  const query = { ...words, q: q || undefined, pageSize: shownRows }
  const found = useCall(list, { query }, { enabled: open, keepPrevious: true })
  const rows = (found.data as { list?: Named[] } | undefined)?.list ?? []
  const isEmpty = q === '' && found.data !== undefined && rows.length === 0
  const isListed = rows.some((row) => row.id === value)
  const chosen = useCall(get, { params: { id: value ?? '' } }, { enabled: value !== undefined && !isListed })
  const { data: record } = (chosen.data ?? {}) as { data?: Named }
  const others = value === undefined || isListed ? [] : [{ value, label: recordName(record, String(value)) }]
  return (
    <Select<number | string>
      {...props}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that was pressed for it had the focus
      autoFocus={startsOpen}
      defaultOpen={startsOpen}
      showSearch={{ filterOption: false, onSearch: search }}
      value={value ?? null}
      options={[
        ...(q === '' ? others : []),
        ...rows.map((row) => ({ value: row.id, label: recordName(row, String(row.id)), place: recordPlace(row) })),
      ]}
      optionRender={nameAndPlace}
      loading={open && found.isFetching}
      notFoundContent={addAt && isEmpty ? <NoneYet addAt={addAt} /> : t(lookupNote(found))}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) search('')
      }}
      onChange={(id: number | string | null | undefined) => onChange(typeof id === 'number' ? id : undefined)}
    />
  )
}

function nameAndPlace({ label, data }: { label?: ReactNode; data: object }) {
  const { place } = data as { place?: string }
  return (
    <>
      {label}
      {place !== undefined && <small className="second-line">{place}</small>}
    </>
  )
}

/** Opens beside the form, which keeps what was typed: the list is asked for once more when it is opened again. */
function NoneYet({ addAt }: { addAt: string }) {
  const t = useText()
  return (
    <Link to={addAt} target="_blank">
      {t('form.noneYet')}
    </Link>
  )
}

function lookupNote({ isError, isPending }: { isError: boolean; isPending: boolean }) {
  if (isError) return 'list.failed'
  return isPending ? 'form.loading' : 'list.noMatch'
}
