import { GlobalOutlined, MenuOutlined, MoonOutlined, SunOutlined, UserOutlined } from '@ant-design/icons'
import { Breadcrumb, Button, Dropdown, Layout } from 'antd'
import { useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorText } from '../api/error-text.ts'
import { keepLocale, signOut, useSession } from '../api/session.ts'
import { basicText } from '../i18n/basic.ts'
import { currentLocale, languageTags, type Locale, locales, subscribeLocale } from '../i18n/locale.ts'
import { switchLocale } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { chooseTheme, useTheme } from '../ui/theme.ts'
import { toast } from '../ui/toasts.ts'
import { nameOf, trailOf } from './menu.ts'

interface HeaderBarProps {
  visit: string
  menuOpen: boolean
  onToggleMenu: () => void
}

export function HeaderBar({ visit, menuOpen, onToggleMenu }: HeaderBarProps) {
  const t = useText()
  return (
    <Layout.Header className="shell-header">
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label={t('shell.toggleMenu')}
        aria-expanded={menuOpen}
        onClick={onToggleMenu}
      />
      <Trail visit={visit} />
      <LanguageMenu />
      <ThemeButton />
      <UserMenu />
    </Layout.Header>
  )
}

function Trail({ visit }: { visit: string }) {
  const { routes } = useSession()
  const locale = useSyncExternalStore(subscribeLocale, currentLocale)
  const trail = trailOf(routes, visit)
  const items = trail.map((route, index) => {
    const name = nameOf(route, locale)
    const isLink = index < trail.length - 1 && route.route !== ''
    return { key: route.id, title: isLink ? <Link to={route.route}>{name}</Link> : name }
  })
  return <Breadcrumb className="shell-trail" items={items} />
}

async function chooseLanguage(next: Locale): Promise<void> {
  try {
    await switchLocale(next)
    await keepLocale(next)
  } catch (error) {
    toast(errorText(error, basicText))
  }
}

function LanguageMenu() {
  const t = useText()
  const locale = useSyncExternalStore(subscribeLocale, currentLocale)

  const items = locales.map((key) => ({ key, label: <span lang={languageTags[key]}>{t(`language.${key}`)}</span> }))
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, selectedKeys: [locale], onClick: ({ key }) => void chooseLanguage(key as Locale) }}
    >
      <Button
        type="text"
        icon={<GlobalOutlined />}
        aria-label={t('shell.languageIs', { language: t(`language.${locale}`) })}
      >
        <span className="wide-only">{t(`language.${locale}`)}</span>
      </Button>
    </Dropdown>
  )
}

function ThemeButton() {
  const t = useText()
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <Button
      type="text"
      icon={theme === 'dark' ? <SunOutlined /> : <MoonOutlined />}
      aria-label={t(`shell.theme.${next}`)}
      title={t(`shell.theme.${next}`)}
      onClick={() => chooseTheme(next)}
    />
  )
}

function UserMenu() {
  const t = useText()
  const { user } = useSession()
  const navigate = useNavigate()
  const items = [
    {
      key: 'who',
      type: 'group' as const,
      label: (
        <>
          {user?.username}
          <br />
          {user?.role}
        </>
      ),
    },
    { key: '/account', label: t('account.title') },
    { key: '/account#password', label: t('account.changePassword') },
    { key: '/jobs', label: t('shell.jobs') },
    { key: 'signOut', label: t('shell.signOut') },
  ]
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => void (key === 'signOut' ? signOut() : navigate(key)) }}
    >
      <Button
        type="text"
        icon={<UserOutlined />}
        aria-label={t('shell.userMenu', { name: user?.name || user?.username })}
      >
        <span className="wide-only">{user?.name || user?.username}</span>
      </Button>
    </Dropdown>
  )
}
