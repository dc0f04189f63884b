/** The open sessions of the user, or of `personId`. Each can be ended. */
import { useState } from 'react'
import { auth, type Session } from '#contract/auth.ts'
import { maxPageSize } from '#contract/fields.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { toast } from '../../../ui/toasts.ts'
import { deviceOf } from './device.ts'
import './account.css'

interface SessionsProps {
  personId?: number
  /** Why they may not be ended. */
  refusal?: string | undefined
}

export function Sessions({ personId, refusal }: SessionsProps) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>()
  const { data, error, refetch } = useCall(auth.sessions, { query: { pageSize: maxPageSize, personId } })
  const send = useSend(auth.endSessions, { refreshes: [auth.sessions] })
  const rows = data?.list ?? []
  const others = rows.filter(({ current }) => !current)

  async function end(id?: number) {
    setFailure(undefined)
    try {
      const { ended } = await send.mutateAsync({ query: { id, personId } })
      toast(t('sessions.ended', { count: ended }))
    } catch (thrown) {
      setFailure(thrown)
    }
  }

  return (
    <Panel aria-busy={!data && !error}>
      <header>
        <h2>{t('sessions.title')}</h2>
        {others.length > 1 && (
          <Button refusal={refusal} loading={send.isPending} onClick={() => void end()}>
            {t(others.length === rows.length ? 'sessions.endAll' : 'sessions.endOthers')}
          </Button>
        )}
      </header>
      <ErrorNote error={failure} />
      {error && <LoadProblem title="sessions.failed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <output className="skeleton" aria-label={t('form.loading')} />}
      {data && rows.length === 0 && <p className="blank">{t('sessions.none')}</p>}
      {rows.length > 0 && (
        <ul className="sessions">
          {rows.map((session) => (
            <SessionRow key={session.id} session={session} refusal={refusal} onEnd={() => void end(session.id)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface SessionRowProps {
  session: Session
  refusal: string | undefined
  onEnd: () => void
}

function SessionRow({ session, refusal, onEnd }: SessionRowProps) {
  const t = useText()
  const format = useFormat()
  const { userAgent, address, createdAt, lastUsedAt, current } = session
  const device = deviceOf(userAgent ?? '')
  const name = device ? t('sessions.on', { ...device }) : (userAgent ?? t('sessions.unknown'))
  return (
    <li>
      <div>
        <strong title={userAgent ?? undefined}>{name}</strong>
        <Facts
          className="session-facts"
          of={[
            fact(t('sessions.address'), address),
            fact(t('sessions.started'), format.dateTime(createdAt)),
            fact(t('sessions.used'), format.dateTime(lastUsedAt)),
          ]}
        />
      </div>
      {current ? (
        <span className="session-current">{t('sessions.current')}</span>
      ) : (
        <Button refusal={refusal} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
