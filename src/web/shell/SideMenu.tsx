import { Menu, type MenuProps } from 'antd'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { homePath } from '../api/redirect.ts'
import { useSession } from '../api/session.ts'
import { currentLocale, type Locale, subscribeLocale } from '../i18n/locale.ts'
import { useText } from '../i18n/text.ts'
import { Icon } from '../ui/Icon.tsx'
import { type MenuNode, menuTree, nameOf, trailOf } from './menu.ts'

/** The menu of GET /routes, each entry in the language shown. `visit` is the screen that is open. */
export function SideMenu({ visit }: { visit: string }) {
  const t = useText()
  const { routes } = useSession()
  const locale = useSyncExternalStore(subscribeLocale, currentLocale)
  const tree = menuTree(routes)
  const items = tree.length > 0 ? tree.map((node) => itemOf(node, locale)) : [defaultItem(t('shell.dashboard'))]
  return (
    <nav aria-label={t('shell.menu')} className="shell-menu">
      <Menu
        mode="inline"
        inlineIndent={16}
        items={items}
        selectedKeys={trailOf(routes, visit).map(({ id }) => id)}
        defaultOpenKeys={tree.map(({ id }) => id)}
      />
    </nav>
  )
}

type Item = NonNullable<MenuProps['items']>[number]

function itemOf(node: MenuNode, locale: Locale): Item {
  const name = nameOf(node, locale)
  const icon = <Icon name={node.icon} />
  if (node.children.length === 0) return { key: node.id, icon, label: <Link to={node.route}>{name}</Link> }
  return { key: node.id, icon, label: name, children: node.children.map((child) => itemOf(child, locale)) }
}

/** Seed §2: the default entry, also when the list did not come. */
function defaultItem(name: string): Item {
  return { key: 'dashboard', icon: <Icon name="dashboard" />, label: <Link to={homePath}>{name}</Link> }
}
