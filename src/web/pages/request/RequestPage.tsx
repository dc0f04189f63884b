/** A console over our own API: every call there is, filled in, sent with the rights of the person signed in. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { sendRaw } from '../../api/raw-call.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CallForm } from './CallForm.tsx'
import { byGroup, type Call, callsOf, type Draft, firstDraft, type OpenApi, searchCalls } from './calls.ts'
import { type SentCall, useSentCalls } from './visit-history.ts'
import { useSession } from '../../api/session.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import './request.css'

async function readCalls(): Promise<Call[]> {
  const { bytes } = await sendRaw({ method: 'GET', path: '/openapi.json', body: undefined })
  return callsOf(JSON.parse(await bytes.text()) as OpenApi)
}

export function RequestPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const { data: calls, error, refetch } = useQuery({ queryKey: ['/openapi.json'], queryFn: readCalls })
  const [again, setAgain] = useState<SentCall>()
  const call = calls?.find(({ id }) => id === search.get('call'))

  function choose(id: string, from?: SentCall) {
    setAgain(from)
    setSearch({ call: id })
  }

  return (
    <section className="request" data-chosen={call !== undefined}>
      <title>{`${t('request.title')} · Canvass`}</title>
      <PageHead title={t('request.title')} />
      <p className="blank">{t('request.text')}</p>
      {error && <LoadProblem title="request.failed" error={error} onRetry={() => void refetch()} />}
      {calls && (
        <div className="request-parts">
          <CallList calls={calls} chosen={call?.id} onChoose={choose} />
          <div className="request-call">
            {call ? (
              <>
                <Button className="request-back" onClick={() => setSearch({})}>
                  {t('request.all')}
                </Button>
                <CallForm key={`${call.id} ${again?.no}`} call={call} first={draftOf(call, again)} />
              </>
            ) : (
              <Panel>
                <p className="blank">{t('request.choose')}</p>
              </Panel>
            )}
            <SentCalls onChoose={(sent) => choose(sent.callId, sent)} />
          </div>
        </div>
      )}
    </section>
  )
}

function draftOf(call: Call, again: SentCall | undefined): Draft {
  return again?.callId === call.id ? again.draft : firstDraft(call)
}

/** The calls of this visit, the newest first; one comes back with what was filled in. */
function SentCalls({ onChoose }: { onChoose: (sent: SentCall) => void }) {
  const t = useText()
  const sent = useSentCalls()
  if (sent.length === 0) return null
  return (
    <Panel heading={t('request.sent')}>
      <ul className="request-sent">
        {sent.map((each) => (
          <li key={each.no}>
            <button type="button" onClick={() => onChoose(each)}>
              <code data-status={Math.floor(each.status / 100)}>{each.status}</code>
              <code className="request-path">{each.callId}</code>
              <span className="blank">{t('request.ms', { ms: Math.round(each.ms) })}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** All calls by their groups. A search opens the groups that have a match. */
interface CallListProps {
  calls: readonly Call[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

function CallList({ calls, chosen, onChoose }: CallListProps) {
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
