/** The frame around every screen: menu, header, footer; and the check whether this person may see the screen. */
import { Suspense, useRef, useState, memo, type ReactNode, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { languages } from '#domain/text/locale.ts'
import { signedIn } from '../api/redirect.ts'
import { isHeldBack, useSession } from '../api/session.ts'
import { readText, store } from '../api/storage.ts'
import { useRoleName } from '../i18n/role-name.ts'
import { useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-component.ts'
import { Logo } from '../ui/Logo.tsx'
import { BootScreen, ForbiddenScreen } from '../ui/Screen.tsx'
import { useFocusAfter } from '../ui/focus.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { phone, useMedia } from '../ui/use-media.ts'
import { HeaderBar } from './HeaderBar.tsx'
import { Renewal } from './Renewal.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useScreen } from './screen-handle.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { IntlProvider } from 'react-intl'
import { cspNonce, houseName } from '../api/page-settings.ts'
import { queryClient } from '../api/query.ts'
import { useLocale } from '../i18n/locale.ts'
import { currentBundle } from '../i18n/messages.ts'
import { AntdProvider } from '../ui/AntdProvider.tsx'
import { Button } from '../ui/Button.tsx'
import '../ui/page.css'
import '../ui/panel.css'
import './shell.css'

/** Made once: a change of screen redraws what asks for the screen, and nothing around it. */
const inside = (
  <>
    <Gate />
    <Renewal />
    <Toasts />
    <ScrollRestoration />
  </>
)

export function Shell() {
  return <Providers>{inside}</Providers>
}

const FirstPasswordScreen = lazyComponent(
  async () => (await import('../pages/people/account/FirstPasswordScreen.tsx')).FirstPasswordScreen,
  'factors',
)

const GuidePanel = lazyComponent(async () => (await import('./GuidePanel.tsx')).GuidePanel)
const DemoBanner = lazyComponent(async () => (await import('./DemoBanner.tsx')).DemoBanner, 'demo')

/** A user with a password made by another person, or without the second factor of their role, can open nothing else. */
function Gate() {
  const { user } = useSession()
  if (!isHeldBack(user)) return <Frame />
  return (
    <Suspense fallback={<BootScreen />}>
      <FirstPasswordScreen />
    </Suspense>
  )
}

function Frame() {
  const t = useText()
  const { demo } = useSession()
  const isPhone = useMedia(phone)
  const [collapsed, setCollapsed] = useState(readText('collapsed') === 'true')
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [showsGuides, setShowsGuides] = useState(false)
  const main = useRef<HTMLElement>(null)

  function toggleMenu() {
    if (isPhone) return setDrawerOpen(true)
    setCollapsed(!collapsed)
    store('collapsed', !collapsed)
  }

  function closeGuides() {
    setShowsGuides(false)
    main.current?.focus()
  }

  return (
    <div className="shell">
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      {!isPhone && (
        <div className="shell-sider" data-collapsed={collapsed}>
          <div className="shell-brand">
            <Logo />
            {!collapsed && <span>{houseName}</span>}
          </div>
          <SideMenu collapsed={collapsed} />
        </div>
      )}
      {isPhone && <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />}
      <div className="shell-page">
        {demo && (
          <aside className="shell-demo">
            <Suspense>
              <DemoBanner />
            </Suspense>
          </aside>
        )}
        <HeaderBar
          menuOpen={isPhone ? drawerOpen : !collapsed}
          onToggleMenu={toggleMenu}
          onHelp={() => setShowsGuides(true)}
        />
        <Progress />
        <main ref={main} className="shell-main" tabIndex={-1}>
          <Screen />
        </main>
        <footer className="shell-footer">© 2024 Canvass</footer>
      </div>
      {showsGuides && (
        <Suspense fallback={null}>
          <GuidePanel onClose={closeGuides} />
        </Suspense>
      )}
    </div>
  )
}

function Screen() {
  const screen = useScreen()
  const { pathname, state } = useLocation() as { pathname: string; state: unknown }
  const { user, permissions } = useSession()
  const roleName = useRoleName()
  // After a change of screen the keyboard starts at its top, not where the menu entry was.
  useFocusAfter(pathname, () => document.querySelector<HTMLElement>('.shell-main'), { preventScroll: true })
  // So it does after the sign-in, whose fields are gone.
  useEffect(() => {
    if (state === signedIn) document.querySelector<HTMLElement>('.shell-main')?.focus({ preventScroll: true })
    // At first alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  if (screen && !permissions.visit.includes(screen.visit)) {
    return (
      <ForbiddenScreen
        screen={pathname}
        needs={screen.needs}
        role={user ? roleName({ role: user.role, name: user.roleName }) : ''}
      />
    )
  }
  return <Outlet />
}

/** A thin line while the next screen loads. */
function Progress() {
  const { state } = useNavigation()
  return <div className="shell-progress" data-busy={state !== 'idle'} aria-hidden="true" />
}

/** The router draws the shell again at every step: with the same children nothing in here follows. */
const Providers = memo(function Providers({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const { messages, antd } = currentBundle()
  return (
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale={languages[locale].tag} messages={messages}>
        <AntdProvider locale={antd} nonce={cspNonce}>
          {children}
        </AntdProvider>
      </IntlProvider>
    </QueryClientProvider>
  )
})

/** The menu on phones: a native dialog, which keeps the focus, closes on Escape and gives the focus back. */
function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)

  useEffect(() => {
    if (open) {
      shownAt.current = key
      dialog.current?.showModal()
    } else dialog.current?.close()
    // Only opening and closing count here; the way to another screen is the next effect's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [open])
  useEffect(() => {
    if (open && key !== shownAt.current) onClose()
  }, [open, key, onClose])

  return (
    <dialog ref={dialog} className="shell-drawer" aria-label={t('shell.menu')} onClose={onClose} closedby="any">
      <div className="shell-brand">
        <Logo />
        <span>{houseName}</span>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
      <SideMenu />
    </dialog>
  )
}
