import {
  GlobalOutlined,
  MenuOutlined,
  MoonOutlined,
  SunOutlined,
  UserOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Suspense, useLayoutEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { languages, type Locale, locales } from '#domain/text/locale.ts'
import { errorText } from '../api/error-text.ts'
import { keepLocale, signOut, useSession } from '../api/session.ts'
import { basicText } from '../i18n/basic.ts'
import { useLocale } from '../i18n/locale.ts'
import { loadArea, switchLocale } from '../i18n/messages.ts'
import { useRoleName } from '../i18n/role-name.ts'
import { useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-component.ts'
import { useRunningJobs, useUnseenJobs } from '../jobs/running.ts'
import { MenuButton } from '../ui/MenuButton.tsx'
import { useRecordName } from '../ui/RecordTitle.tsx'
import { chooseTheme, useTheme } from '../ui/theme.ts'
import { toast } from '../ui/toasts.ts'
import { useLiveBell } from './bell.ts'
import { BellButton } from './BellButton.tsx'
import { nameOf, trailOf } from './menu.ts'
import { useScreen } from './screen-handle.ts'
import { SearchDialog } from '../search/SearchDialog.tsx'

interface HeaderBarProps {
  menuOpen: boolean
  onToggleMenu: () => void
  onHelp: () => void
}

export function HeaderBar({ menuOpen, onToggleMenu, onHelp }: HeaderBarProps) {
  const t = useText()
  return (
    <header className="shell-header">
      <button
        type="button"
        className="tool shell-toggle"
        aria-label={t('shell.toggleMenu')}
        aria-expanded={menuOpen}
        onClick={onToggleMenu}
      >
        <MenuOutlined />
      </button>
      <Trail />
      <SearchButton />
      <Jobs />
      <BellButton />
      <LanguageMenu />
      <ThemeButton />
      <UserMenu onHelp={onHelp} />
    </header>
  )
}

function Trail() {
  const t = useText()
  const { routes } = useSession()
  const locale = useLocale()
  const trail = trailOf(routes, useScreen()?.visit ?? '')
  const record = useRecordName()
  return (
    <nav className="shell-trail" aria-label={t('shell.trail')}>
      <ol>
        {trail.map((route, index) => {
          const name = nameOf(route, locale)
          if (index === trail.length - 1) {
            return (
              <li key={route.id} aria-current="page" title={record}>
                {record ?? name}
              </li>
            )
          }
          return <li key={route.id}>{route.route === '' ? name : <Link to={route.route}>{name}</Link>}</li>
        })}
      </ol>
    </nav>
  )
}

const RunningJobs = lazyComponent(async () => {
  try {
    const [{ RunningJobs: Shown }] = await Promise.all([import('./RunningJobs.tsx'), loadArea('jobs')])
    return Shown
  } catch (error) {
    // The user did not ask for it: the screen goes on without.
    console.warn(error)
    return () => null
  }
})

function Jobs() {
  const running = useRunningJobs()
  const unseen = useUnseenJobs()
  useLiveBell()
  return (
    running.length + unseen.length > 0 && (
      <Suspense fallback={null}>
        <RunningJobs />
      </Suspense>
    )
  )
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
  const locale = useLocale()
  return (
    <MenuButton
      label={t('shell.languageIs', { language: t(`language.${locale}`) })}
      icon={<GlobalOutlined />}
      face={<span className="wide-only">{t(`language.${locale}`)}</span>}
      entries={locales.map((key) => ({
        key,
        text: t(`language.${key}`),
        lang: languages[key].tag,
        checked: key === locale,
        act: () => void chooseLanguage(key),
      }))}
    />
  )
}

function ThemeButton() {
  const t = useText()
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      className="tool"
      aria-label={t(`shell.theme.${next}`)}
      title={t(`shell.theme.${next}`)}
      onClick={() => chooseTheme(next)}
    >
      {theme === 'dark' ? <SunOutlined /> : <MoonOutlined />}
    </button>
  )
}

function UserMenu({ onHelp }: Pick<HeaderBarProps, 'onHelp'>) {
  const t = useText()
  const { user } = useSession()
  const roleName = useRoleName()
  const navigate = useNavigate()
  const name = user?.name || user?.username
  const place = (path: string, text: string) => ({ key: path, text, act: () => void navigate(path) })
  return (
    <MenuButton
      label={t('shell.userMenu', { name })}
      icon={user?.avatar ? <img src={user.avatar} alt="" width={20} height={20} /> : <UserOutlined />}
      face={<span className="wide-only">{name}</span>}
      head={
        <>
          {user?.username}
          <br />
          {user && roleName({ role: user.role, name: user.roleName })}
        </>
      }
      entries={[
        place('/account', t('account.title')),
        place('/account#password', t('account.changePassword')),
        place('/jobs', t('shell.jobs')),
        { key: 'help', text: t('shell.help'), act: onHelp },
        { key: 'signOut', text: t('shell.signOut'), act: () => void signOut() },
      ]}
    />
  )
}

/** Opens the search over everything; Ctrl-K and ⌘K do too. */
function SearchButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)

  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Over another dialog it would take the user away from their work.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      <button
        type="button"
        className="tool"
        aria-label={t('search.title')}
        aria-keyshortcuts="Control+K"
        title={t('search.shortcut')}
        onClick={() => setOpen(true)}
      >
        <SearchOutlined />
        <span className="shell-search-word">{t('search.button')}</span>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}
