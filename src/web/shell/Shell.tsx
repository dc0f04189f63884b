/** The frame around every screen: menu, header, footer; and the check whether this person may see the screen. */
import { Layout } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { useSession } from '../api/session.ts'
import { readText, store } from '../api/storage.ts'
import { useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-chunk.ts'
import { Logo } from '../ui/Logo.tsx'
import { BootScreen, ForbiddenScreen } from '../ui/Screen.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { phone, useMedia } from '../ui/use-media.ts'
import { HeaderBar } from './HeaderBar.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { Providers } from './Providers.tsx'
import { Renewal } from './Renewal.tsx'
import type { ScreenHandle } from './screen-handle.ts'
import { SideMenu } from './SideMenu.tsx'
import './shell.css'

export function Shell() {
  return (
    <Providers>
      <Gate />
      <Renewal />
      <Toasts />
      <ScrollRestoration />
    </Providers>
  )
}

const FirstPasswordScreen = lazyComponent(
  async () => (await import('../pages/people/account/FirstPasswordScreen.tsx')).FirstPasswordScreen,
)

/** Nothing but the choice of a password opens to whoever still has one that somebody else made. */
function Gate() {
  const { user } = useSession()
  if (!user?.mustChangePassword) return <Frame />
  return (
    <Suspense fallback={<BootScreen />}>
      <FirstPasswordScreen />
    </Suspense>
  )
}

function Frame() {
  const t = useText()
  const isPhone = useMedia(phone)
  const [collapsed, setCollapsed] = useState(readText('collapsed') === 'true')
  const [drawerOpen, setDrawerOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const visit = useScreen()?.visit ?? ''

  function toggleMenu() {
    if (isPhone) return setDrawerOpen(true)
    setCollapsed(!collapsed)
    store('collapsed', !collapsed)
  }

  return (
    <Layout className="shell">
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      {!isPhone && (
        <Layout.Sider className="shell-sider" width={228} collapsedWidth={60} collapsed={collapsed} trigger={null}>
          <div className="shell-brand">
            <Logo />
            {!collapsed && <span>Canvass</span>}
          </div>
          <SideMenu visit={visit} />
        </Layout.Sider>
      )}
      {isPhone && <MenuDrawer open={drawerOpen} visit={visit} onClose={() => setDrawerOpen(false)} />}
      <Layout>
        <DemoBanner />
        <HeaderBar visit={visit} menuOpen={isPhone ? drawerOpen : !collapsed} onToggleMenu={toggleMenu} />
        <Progress />
        <main ref={main} className="shell-main" tabIndex={-1}>
          <Screen />
        </main>
        <footer className="shell-footer">© 2024 Canvass</footer>
      </Layout>
    </Layout>
  )
}

/** Stays for as long as there are demo data: nobody shall take made-up people and payments for real ones. */
function DemoBanner() {
  const t = useText()
  const { demo } = useSession()
  return demo && <aside className="shell-demo">{t('shell.demo')}</aside>
}

/** What the route shown says of itself (routes.tsx). */
function useScreen(): ScreenHandle | undefined {
  return useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined
}

function Screen() {
  const screen = useScreen()
  const { pathname } = useLocation()
  const { user, permissions } = useSession()
  useFocusOnArrival(pathname)
  if (screen && !permissions.visit.includes(screen.visit)) {
    return <ForbiddenScreen screen={pathname} needs={screen.needs} role={user?.role ?? ''} />
  }
  return <Outlet />
}

/** After a change of screen the keyboard starts at its top, not where the menu entry was. */
function useFocusOnArrival(pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.querySelector<HTMLElement>('.shell-main')?.focus({ preventScroll: true })
  }, [pathname])
}

/** A thin line while the next screen loads. */
function Progress() {
  const { state } = useNavigation()
  return <div className="shell-progress" data-busy={state !== 'idle'} aria-hidden="true" />
}
