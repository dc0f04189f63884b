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
  const places = routes.filter(({ route, menuParentId }) => route !== '' && menuParentId !== '-1')
  const isShort = places.length <= mostInReach
  return (
    <nav aria-label={t('shell.menu')} className="shell-menu" data-collapsed={collapsed}>
      <ul>
        {tree.length > 0 ? (
          tree.map((node) => <Entry key={node.id} {...{ node, trail, collapsed, isShort }} />)
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
  /** Short enough to show its groups open. */
  isShort?: boolean
}

/** Entries that a reader finds at a glance. */
const mostInReach = 12

function Entry({ node, trail, collapsed, isShort = false }: EntryProps) {
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
  const isWithin = at >= 0
  if (!collapsed) return <Group {...{ icon, name, entries }} startsOpen={isWithin || isShort} />
  return (
    <li>
      <PopoverButton
        label={name}
        side="beside"
        title={name}
        className={isWithin ? 'shell-entry shell-within' : 'shell-entry'}
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

interface GroupProps {
  icon: string
  name: string
  entries: ReactNode
  startsOpen: boolean
}

function Group({ icon, name, entries, startsOpen }: GroupProps) {
  // A press counts until the user goes into the group or leaves it.
  const [pressed, setPressed] = useState<{ from: boolean; open: boolean }>()
  const open = pressed?.from === startsOpen ? pressed.open : startsOpen
  return (
    <li>
      <button
        type="button"
        className="shell-entry"
        aria-expanded={open}
        onClick={() => setPressed({ from: startsOpen, open: !open })}
      >
        <Icon name={icon} />
        <span>{name}</span>
        <DownOutlined />
      </button>
      <ul hidden={!open}>{entries}</ul>
    </li>
  )
}
