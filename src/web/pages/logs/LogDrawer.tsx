/** One deed beside the list: a native dialog, which keeps the focus, closes on Escape and gives the focus back. */
import { CloseOutlined } from '@ant-design/icons'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { LogRow } from '#contract/logs.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { recordOf } from './actions.ts'
import { Changes } from './Changes.tsx'
import { Action, Actor, ExactTime, Subject } from './log-columns.tsx'

interface LogDrawerProps {
  id: string
  /** Undefined when it is not on the page shown. */
  row: LogRow | undefined
  onClose: () => void
}

export function LogDrawer({ id, row, onClose }: LogDrawerProps) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing, not vanishing, is what gives the focus back.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="log-drawer"
      aria-label={t('logs.entry', { id })}
      closedby="any"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="log-drawer-head">
        <h2>{t('logs.entry', { id })}</h2>
        <IconButton label={t('action.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      {row ? <Entry row={row} /> : <p className="list-empty">{t('logs.notOnPage', { id })}</p>}
    </dialog>
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
      <Facts>
        <Fact name={t('logs.field.actor')}>
          <Actor row={row} />
          {actor && <Narrow words={{ actor: String(actor.id) }}>{t('logs.allOfActor')}</Narrow>}
        </Fact>
        <Fact name={t('logs.field.subject')}>
          <RecordLink row={row} />
          {subjectId !== null && <Narrow words={{ subjectType, subjectId }}>{t('logs.allOfSubject')}</Narrow>}
        </Fact>
        <Fact name={t('logs.field.address')}>
          {address ?? <span className="blank">–</span>}
          {address !== null && <Narrow words={{ address }}>{t('logs.allOfAddress')}</Narrow>}
        </Fact>
        <Fact name={t('logs.field.actionCode')}>
          <code>{action}</code>
        </Fact>
        <Fact name={t('logs.field.requestId')}>
          {requestId === null ? <span className="blank">–</span> : <CopyText text={requestId} />}
        </Fact>
      </Facts>
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
