/**
 * Every screen. A line names its path, the menu entry that `permissions.visit` must hold, and the component, which
 * loads on demand. To add one: a line in `screens`.
 */
import type { ComponentType } from 'react'
import { redirect, replace, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { basePath } from './api/page-settings.ts'
import { homePath, loginFrom, loginPath } from './api/redirect.ts'
import { boot, currentSession, hasToken } from './api/session.ts'
import { loadBasic } from './i18n/basic.ts'
import { currentLocale, isLocale, showLocale } from './i18n/locale.ts'
import type { Area } from './i18n/messages.ts'
import { lazyChunk } from './lazy-chunk.ts'
import type { ScreenHandle } from './shell/screen-handle.ts'
import { BootScreen, ErrorScreen, NotFoundScreen } from './ui/Screen.tsx'

/**
 * The component on demand. A chunk that fails is handed on as a component that throws: a route whose `lazy` itself fails
 * is left empty by react-router 8.5 instead of showing its error boundary.
 */
function component(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return async () => {
    try {
      return { Component: await lazyChunk(load) }
    } catch (error) {
      return {
        Component: () => {
          throw error
        },
      }
    }
  }
}

function screen(path: string, handle: ScreenHandle, load: () => Promise<ComponentType>): RouteObject {
  return { path, handle, ErrorBoundary: ErrorScreen, lazy: component(load) }
}

const loadPayments = async () =>
  (await withTexts('transactions', import('./pages/payments/PaymentsPage.tsx'))).PaymentsPage

const screens: RouteObject[] = [
  screen(
    'dashboard',
    { visit: 'dashboard', needs: '' },
    async () => (await withTexts('dashboard', import('./pages/dashboard/DashboardPage.tsx'))).DashboardPage,
  ),
  // Seed §2: two paths, one screen.
  screen('payments', { visit: 'payments', needs: 'payments.read' }, loadPayments),
  screen('payment', { visit: 'payments', needs: 'payments.read' }, loadPayments),
  screen(
    'companies',
    { visit: 'companies', needs: 'companies.read' },
    async () => (await import('./pages/companies/CompaniesPage.tsx')).CompaniesPage,
  ),
  recordScreen('companies/:id'),
  screen(
    'category',
    { visit: 'category', needs: 'categories.read' },
    async () => (await import('./pages/categories/CategoriesPage.tsx')).CategoriesPage,
  ),
  recordScreen('category/:id'),
  screen(
    'administrative-unit',
    { visit: 'administrative-unit', needs: 'units.read' },
    async () => (await withTexts('administrative-units', import('./pages/units/UnitsPage.tsx'))).UnitsPage,
  ),
  screen(
    'survey',
    { visit: 'survey', needs: 'surveys.read' },
    async () => (await import('./pages/surveys/SurveysPage.tsx')).SurveysPage,
  ),
  screen(
    'survey/:id',
    { visit: 'survey-detail', needs: 'surveys.read' },
    async () => (await withTexts(['survey', 'excel'], import('./pages/surveys/SurveyPage.tsx'))).SurveyPage,
  ),
  screen(
    'response',
    { visit: 'response', needs: 'responses.read' },
    async () => (await import('./pages/responses/ResponsesPage.tsx')).ResponsesPage,
  ),
  screen(
    'user',
    { visit: 'user', needs: 'users.read' },
    async () =>
      (await withTexts(['people', 'participants'], import('./pages/people/ParticipantsPage.tsx'))).ParticipantsPage,
  ),
  screen(
    'user/:id',
    { visit: 'user-detail', needs: 'users.read' },
    async () =>
      (await withTexts(['people', 'participants'], import('./pages/people/ParticipantPage.tsx'))).ParticipantPage,
  ),
  screen(
    'admin',
    { visit: 'admin', needs: 'admins.read' },
    async () => (await withTexts('people', import('./pages/people/AdminsPage.tsx'))).AdminsPage,
  ),
  screen(
    'admin/:id',
    { visit: 'admin-detail', needs: 'admins.read' },
    async () => (await withTexts(['people', 'roles', 'sessions'], import('./pages/people/AdminPage.tsx'))).AdminPage,
  ),
  screen(
    'roles',
    { visit: 'roles', needs: 'roles.read' },
    async () => (await withTexts(['roles', 'grants'], import('./pages/roles/RolesPage.tsx'))).RolesPage,
  ),
  screen(
    'logs',
    { visit: 'logs', needs: 'logs.read' },
    // The trail calls fields of these by their names too.
    async () =>
      (
        await withTexts(
          ['logs', 'people', 'participants', 'roles', 'grants', 'survey'],
          import('./pages/logs/LogsPage.tsx'),
        )
      ).LogsPage,
  ),
  screen(
    'jobs/:id?',
    { visit: 'jobs', needs: '' },
    async () => (await withTexts('jobs', import('./pages/jobs/JobScreens.tsx'))).JobScreens,
  ),
  screen(
    'account',
    { visit: 'account', needs: '' },
    async () => (await withTexts('sessions', import('./pages/people/account/AccountPage.tsx'))).AccountPage,
  ),
]

/** The screen's code together with the texts of its area. */
async function withTexts<Page>(areas: Area | readonly Area[], page: Promise<Page>): Promise<Page> {
  const texts = loadMessages().then(({ loadArea }) => Promise.all([areas].flat().map(loadArea)))
  const [loaded] = await Promise.all([page, texts])
  return loaded
}

/** `/companies/5`: the list with record 5 open. */
function recordScreen(path: string): RouteObject {
  return {
    path,
    loader: ({ request, params }) => {
      // The shell's loader runs at the same time and sends to the sign-in page, with this very path.
      if (!hasToken()) return null
      const { pathname } = new URL(request.url)
      const list = pathname.slice(basePath.length).replace(/\/[^/]+\/?$/, '')
      return replace(`${list}?modal=update&id=${encodeURIComponent(params['id'] ?? '')}`)
    },
  }
}

const loadShell = () => import('./shell/Shell.tsx')
const loadMessages = () => import('./i18n/messages.ts')

/** Fetches what stands behind the sign-in, quietly. */
export function prefetchShell(): void {
  void Promise.all([loadShell(), loadMessages().then(({ loadBundle }) => loadBundle(currentLocale()))]).catch(() => {})
}

/** The path asked for, below the base path, with its query. */
function askedPath({ request }: LoaderFunctionArgs): string {
  const { pathname, search } = new URL(request.url)
  return pathname.slice(basePath.length) + search
}

/** Without a token nothing but the sign-in page; with one: who am I, my menu and my language, all at once. */
async function enterShell(args: LoaderFunctionArgs): Promise<Response | null> {
  const from = loginFrom(askedPath(args))
  if (!hasToken()) return redirect(from)
  const [known, messages] = await Promise.all([boot(), lazyChunk(loadMessages)])
  if (!known) return redirect(from)
  const { user } = currentSession()
  await messages.switchLocale(isLocale(user?.locale) ? user.locale : currentLocale())
  return null
}

/** Signed in already: the dashboard (seed §2). Else the page in the language of `?lang=`. */
async function enterLogin({ request }: LoaderFunctionArgs): Promise<Response | null> {
  if (hasToken()) return redirect(homePath)
  const asked = new URL(request.url).searchParams.get('lang')
  if (isLocale(asked) && asked !== currentLocale()) {
    await loadBasic(asked)
    showLocale(asked)
  }
  return null
}

export const routes: RouteObject[] = [
  {
    path: loginPath,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: BootScreen,
    loader: enterLogin,
    lazy: component(async () => (await import('./pages/login/LoginPage.tsx')).LoginPage),
  },
  {
    path: '/',
    ErrorBoundary: ErrorScreen,
    HydrateFallback: BootScreen,
    loader: enterShell,
    shouldRevalidate: () => false,
    lazy: component(async () => (await loadShell()).Shell),
    children: [{ index: true, loader: () => replace(homePath) }, ...screens, { path: '*', Component: NotFoundScreen }],
  },
]
