import { StopOutlined } from '@ant-design/icons'
import { useIntl } from 'react-intl'
import type { LogRow } from '#contract/logs.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { column, text } from '../../resource/columns.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const refused = { tone: 'danger', icon: StopOutlined } as const

export const logColumns = [
  column('at', ({ at }: LogRow) => <ExactTime iso={at} />),
  column('actor', (row: LogRow) => <Actor row={row} />),
  { ...column('action', (row: LogRow) => <Action action={row.action} />), grows: true as const },
  column('subject', (row: LogRow) => <Subject row={row} />),
  text('address'),
]

/** To the second: deeds of one minute are told apart. */
export function ExactTime({ iso }: { iso: string }) {
  const { formatDate } = useIntl()
  return <time dateTime={iso}>{formatDate(iso, { dateStyle: 'medium', timeStyle: 'medium' })}</time>
}

export function Actor({ row: { actor, address } }: { row: LogRow }) {
  const t = useText()
  if (actor === null) return <span className="blank">{t(isByHouse(address) ? 'logs.house' : 'logs.nobody')}</span>
  if (actor.username === null) return t('logs.goneAccount', { id: String(actor.id) })
  return (
    <span className="log-actor">
      {actor.name ?? actor.username}
      {actor.name !== null && <small>{actor.username}</small>}
    </span>
  )
}

/** Jobs have no address, commands of the server itself are `local`; anything else came over the network. */
function isByHouse(address: string | null): boolean {
  return address === null || address === 'local'
}

/** In words; a refusal stands out. */
export function Action({ action }: { action: string }) {
  const textOr = useTextOr()
  const words = textOr(`logs.action.${action}`, action)
  if (action.endsWith('.refused')) return <StatusTag look={refused}>{words}</StatusTag>
  return <span title={action}>{words}</span>
}

export function Subject({ row: { subjectType, subjectId } }: { row: LogRow }) {
  const textOr = useTextOr()
  const type = textOr(`logs.subject.${subjectType}`, subjectType)
  return subjectId === null ? type : `${type} ${subjectId}`
}
