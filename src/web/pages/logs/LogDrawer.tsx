/** One action beside the list. */
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type LogRow, logs } from '#contract/logs.ts'
import { useCall } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { Changes } from '../../history/Changes.tsx'
import { Action, Actor, ExactTime } from '../../history/action-words.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { recordOf } from './actions.ts'
import { Subject } from './log-columns.tsx'

interface LogDrawerProps {
  id: string
  /** Undefined when it is not on the page shown: it is asked for by itself then. */
  row: LogRow | undefined
  onClose: () => void
}

export function LogDrawer({ id, row, onClose }: LogDrawerProps) {
  const t = useText()
  const fetched = useCall(logs.list, { query: { id } }, { enabled: row === undefined && /^[1-9]\d{0,14}$/.test(id) })
  const [found] = fetched.data?.list ?? []
  const entry = row ?? found
  return (
    <SideDrawer title={t('logs.entry', { id })} onClose={onClose}>
      {entry && <Entry row={entry} />}
      {!entry && fetched.error && <LoadProblem error={fetched.error} onRetry={() => void fetched.refetch()} />}
      {!entry && fetched.isLoading && <output className="skeleton log-loading" aria-label={t('form.loading')} />}
      {!entry && !fetched.error && !fetched.isLoading && <p className="no-rows">{t('logs.noEntry', { id })}</p>}
    </SideDrawer>
  )
}

function Entry({ row }: { row: LogRow }) {
  const t = useText()
  const { actor, action, subjectType, subjectId, address, requestId } = row
  return (
    <div className="log-entry">
      <div className="log-deed">
        <p>
          <Action action={action} />
        </p>
        <ExactTime iso={row.at} />
      </div>
      <Changes row={row} />
      <Panel>
        <Facts
          of={[
            fact(
              t('logs.field.actor'),
              <>
                <Actor row={row} />
                {actor && <Narrow words={{ actorId: String(actor.id) }}>{t('logs.allOfActor')}</Narrow>}
              </>,
            ),
            fact(
              t('logs.field.subject'),
              <>
                <RecordLink row={row} />
                {subjectId !== null && <Narrow words={{ subjectType, subjectId }}>{t('logs.allOfSubject')}</Narrow>}
              </>,
            ),
            fact(
              t('logs.field.address'),
              <>
                {address ?? <span className="blank">–</span>}
                {address !== null && <Narrow words={{ address }}>{t('logs.allOfAddress')}</Narrow>}
              </>,
            ),
            fact(t('logs.field.actionCode'), <code>{action}</code>),
            fact(
              t('logs.field.requestId'),
              requestId === null ? <span className="blank">–</span> : <CopyText text={requestId} />,
            ),
          ]}
        />
      </Panel>
    </div>
  )
}

/** The trail of this alone, from its newest on. */
function Narrow({ words, children }: { words: Record<string, string>; children: ReactNode }) {
  const [search] = useSearchParams()
  const size = search.get('pageSize')
  const next = new URLSearchParams({ ...words, ...(size === null ? {} : { pageSize: size }) })
  return (
    <Link className="log-narrow" to={{ search: next.toString() }}>
      {children}
    </Link>
  )
}

function RecordLink({ row }: { row: LogRow }) {
  const { permissions } = useSession()
  const record = row.subjectId === null ? undefined : recordOf(row.subjectType, row.subjectId)
  if (record === undefined || !permissions.list.includes(record.needs)) return <Subject row={row} />
  return (
    <Link to={record.path}>
      <Subject row={row} />
    </Link>
  )
}
