/** All calls by their groups. A search opens the groups that have a match. */
import { useDeferredValue, useId, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { byGroup, type Call, searchCalls } from './calls.ts'

interface CallListProps {
  calls: readonly Call[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

export function CallList({ calls, chosen, onChoose }: CallListProps) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed)
  const textOr = useTextOr()
  const nameOf = (group: string) => textOr(`request.group.${group}`, textOr(`${group}.title`, group))
  const found = searchCalls(calls, q, nameOf)
  return (
    <nav className="request-list" aria-label={t('request.calls')}>
      <label htmlFor={id}>{t('request.search')}</label>
      <TextInput id={id} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <output className="blank">{t('request.found', { count: found.length })}</output>
      {byGroup(found, nameOf).map(({ group, name, of }) => (
        // Its key has it made again, open or closed, when a search begins or ends.
        <details key={`${group} ${q === ''}`} open={q !== '' || of.some((call) => call.id === chosen)}>
          <summary>
            {name} <span className="blank">{of.length}</span>
          </summary>
          <ul>
            {of.map((call) => (
              <Entry key={call.id} call={call} isChosen={call.id === chosen} onChoose={onChoose} />
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}

interface EntryProps {
  call: Call
  isChosen: boolean
  onChoose: (id: string) => void
}

function Entry({ call: { id, method, path, summary, needs }, isChosen, onChoose }: EntryProps) {
  const t = useText()
  const { list } = useSession().permissions
  const isOpen = needs.length === 0 || needs.some((name) => list.some((each) => each === name))
  return (
    <li>
      <button type="button" aria-current={isChosen || undefined} onClick={() => onChoose(id)}>
        <code data-method={method}>{method}</code>
        <code className="request-path">{path}</code>
        <span className="blank">{isOpen ? summary : t('request.needs', { permission: needs.join(' / ') })}</span>
      </button>
    </li>
  )
}
