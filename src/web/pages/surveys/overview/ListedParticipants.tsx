/** The participants to whom a survey is limited, found by a part of their name or phone. */
import { CloseOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { people } from '#contract/people.ts'
import { maxListedParticipants } from '#contract/survey-life.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { usePausedSearch } from '../../../ui/use-paused-search.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'

export interface Listed {
  id: number
  name: string
}

interface ListedParticipantsProps {
  listed: readonly Listed[]
  onChange: (listed: readonly Listed[]) => void
}

const shownRows = 20

export function ListedParticipants({ listed, onChange }: ListedParticipantsProps) {
  const t = useText()
  const canSearch = useCan('users.read')
  const [open, setOpen] = useState(false)
  const { q, search } = usePausedSearch()
  const query = { q: q || undefined, pageSize: shownRows }
  const found = useCall(people.participants, { query }, { enabled: open && canSearch, keepPrevious: true })
  const rows = (found.data?.list ?? []).filter(({ id }) => !listed.some((person) => person.id === id))
  const note = found.isError ? 'list.failed' : found.isPending ? 'form.loading' : 'list.noMatch'
  return (
    <fieldset className="overview-listed">
      <legend>{t('surveys.listed')}</legend>
      {listed.length === 0 && <p className="blank">{t('surveys.listedNone')}</p>}
      {listed.length > 0 && (
        <ul>
          {listed.map(({ id, name }) => (
            <li key={id}>
              {name}
              <IconButton
                label={t('surveys.listedRemove', { name })}
                icon={<CloseOutlined />}
                onClick={() => onChange(listed.filter((person) => person.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {!canSearch && <Note tone="neutral">{t('action.needs', { permission: 'users.read' })}</Note>}
      {canSearch && (
        <Select<number>
          aria-label={t('surveys.listedAdd')}
          className="field-wide"
          placeholder={t('surveys.listedAdd')}
          disabled={listed.length >= maxListedParticipants}
          showSearch={{ filterOption: false, onSearch: search }}
          value={null}
          options={rows.map(({ id, name, phone }) => ({ value: id, label: phone ? `${name} · ${phone}` : name }))}
          loading={open && found.isFetching}
          notFoundContent={t(note)}
          onOpenChange={(next) => {
            setOpen(next)
            if (!next) search('')
          }}
          onChange={(id) => {
            const person = rows.find((row) => row.id === id)
            if (person) onChange([...listed, { id: person.id, name: person.name }])
          }}
        />
      )}
    </fieldset>
  )
}
