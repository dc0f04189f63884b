/** Who, what and when of an action, in words; for the trail and for the history of a record. */
import { StopOutlined } from '@ant-design/icons'
import { useIntl } from 'react-intl'
import type { LogRow } from '#contract/logs.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import './history.css'

const refused = { tone: 'danger', icon: StopOutlined } as const

/** Shows seconds, so that actions of one minute differ. */
export function ExactTime({ iso }: { iso: string }) {
  const { formatDate } = useIntl()
  return <time dateTime={iso}>{formatDate(iso, { dateStyle: 'medium', timeStyle: 'medium' })}</time>
}

/** `address`: where it came from, as far as one may know. */
export function Actor({
  row: { actor, address = null },
}: {
  row: Pick<LogRow, 'actor'> & { address?: string | null }
}) {
  const t = useText()
  if (actor === null) return <span className="blank">{t(isByHouse(address) ? 'logs.house' : 'logs.nobody')}</span>
  if (actor.username === null) return t('logs.goneAccount', { id: String(actor.id) })
  return (
    <span className="deed-actor">
      {actor.name ?? actor.username}
      {actor.name !== null && <small>{actor.username}</small>}
    </span>
  )
}

/** Jobs have no address, commands of the server itself are `local`; anything else came over the network. */
function isByHouse(address: string | null): boolean {
  return address === null || address === 'local'
}

/** In words; a refusal is marked. */
export function Action({ action }: { action: string }) {
  const textOr = useTextOr()
  const words = textOr(`logs.action.${action}`, action)
  if (action.endsWith('.refused')) return <StatusTag look={refused}>{words}</StatusTag>
  return <span title={action}>{words}</span>
}
