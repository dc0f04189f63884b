import { DownOutlined } from '@ant-design/icons'
import { memo, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { BellKind } from '#domain/people/bell.ts'
import { homePath } from '../api/redirect.ts'
import { useSession } from '../api/session.ts'
import { useLocale } from '../i18n/locale.ts'
import { useText } from '../i18n/text.ts'
import { Icon } from '../ui/Icon.tsx'
import { PopoverButton } from '../ui/PopoverButton.tsx'
import { useBell } from './bell.ts'
import { Badge } from './BellButton.tsx'
import { type MenuNode, menuTree, nameOf, trailOf } from './menu.ts'
import { useScreen } from './screen-handle.ts'

/** The menu of GET /routes, each entry in the language shown; collapsed to its icons. */
export function SideMenu({ collapsed = false }: { collapsed?: boolean }) {
  const t = useText()
  const { routes } = useSession()
  const visit = useScreen()?.visit ?? ''
  const tree = menuTree(routes)
  const trail = trailOf(routes, visit).map(({ id }) => id)
  return (
    <nav aria-label={t('shell.menu')} className="shell-menu" data-collapsed={collapsed}>
      <ul>
        {tree.length > 0 ? (
          tree.map((node) => <Entry key={node.id} node={node} trail={trail} collapsed={collapsed} />)
        ) : (
          // Seed §2: the default entry, also when the list did not come.
          <Place to={homePath} icon="dashboard" name={t('shell.dashboard')} />
        )}
      </ul>
    </nav>
  )
}

/** What waits at an entry of the menu. */
const waits: Record<string, BellKind> = {
  response: 'responses',
  form: 'returned',
  payments: 'payments',
  task: 'tasks',
  roles: 'grants',
}

interface EntryProps {
  node: MenuNode
  /** Ids from the top down to the screen that is open. */
  trail: readonly string[]
  collapsed: boolean
}

function Entry({ node, trail, collapsed }: EntryProps) {
  const locale = useLocale()
  const name = nameOf(node, locale)
  const bell = useBell()
  const { id, icon, route, children } = node
  const at = trail.indexOf(id)
  if (children.length === 0) {
    const current = at < 0 ? undefined : at === trail.length - 1 ? 'page' : 'true'
    const waiting = bell?.entries.find(({ kind }) => kind === waits[id])?.n
    return <Place to={route} icon={icon} name={name} current={current} hidesName={collapsed} waiting={waiting} />
  }
  const entries = children.map((child) => <Entry key={child.id} node={child} trail={trail} collapsed={false} />)
  if (!collapsed) return <Group icon={icon} name={name} entries={entries} />
  return (
    <li>
      <PopoverButton
        label={name}
        side="beside"
        title={name}
        className={at < 0 ? 'shell-entry' : 'shell-entry shell-within'}
        icon={<Icon name={icon} />}
        face={<Unseen text={name} />}
      >
        {(close) => (
          // A press on a link of it leads elsewhere; the press is the link's own.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <ul className="shell-flyout" onClick={close}>
            {entries}
          </ul>
        )}
      </PopoverButton>
    </li>
  )
}

interface PlaceProps {
  to: string
  icon: string
  name: string
  current?: 'page' | 'true' | undefined
  hidesName?: boolean
  /** How much waits there for the user. */
  waiting?: number | undefined
}

const Place = memo(function Place({ to, icon, name, current, hidesName = false, waiting = 0 }: PlaceProps) {
  const t = useText()
  return (
    <li>
      <Link
        to={to}
        className="shell-entry"
        aria-current={current}
        aria-description={waiting > 0 ? t('shell.waiting', { count: waiting }) : undefined}
        {...(hidesName ? { title: name } : {})}
      >
        <Icon name={icon} />
        {hidesName ? <Unseen text={name} /> : <span>{name}</span>}
        {waiting > 0 && <Badge count={waiting} />}
      </Link>
    </li>
  )
})

function Unseen({ text }: { text: string }) {
  return <span className="visually-hidden">{text}</span>
}

function Group({ icon, name, entries }: { icon: string; name: string; entries: ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <li>
      <button type="button" className="shell-entry" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={icon} />
        <span>{name}</span>
        <DownOutlined />
      </button>
      <ul hidden={!open}>{entries}</ul>
    </li>
  )
}
