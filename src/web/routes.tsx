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

const loadPayments = async () => (await withTexts('payments', import('./pages/payments/PaymentsPage.tsx'))).PaymentsPage

const screens: RouteObject[] = [
  screen(
    'dashboard',
    { visit: 'dashboard', needs: '' },
    async () =>
      (await withTexts(['dashboard', 'payments'], import('./pages/dashboard/DashboardPage.tsx'))).DashboardPage,
  ),
  // Seed §2: two paths, one screen.
  screen('payments', { visit: 'payments', needs: 'payments.read' }, loadPayments),
  screen('payment', { visit: 'payments', needs: 'payments.read' }, loadPayments),
  screen(
    'companies',
    { visit: 'companies', needs: 'companies.read' },
    async () => (await import('./pages/companies/CompaniesPage.tsx')).CompaniesPage,
  ),
  screen(
    'companies/:id',
    { visit: 'companies-detail', needs: 'companies.read' },
    async () => (await withTexts('reference', import('./pages/companies/CompanyPage.tsx'))).CompanyPage,
  ),
  screen(
    'category',
    { visit: 'category', needs: 'categories.read' },
    async () => (await import('./pages/categories/CategoriesPage.tsx')).CategoriesPage,
  ),
  screen(
    'category/:id',
    { visit: 'category-detail', needs: 'categories.read' },
    async () => (await withTexts('reference', import('./pages/categories/CategoriesPage.tsx'))).CategoryPage,
  ),
  screen(
    'subcategory',
    { visit: 'subcategory', needs: 'subcategories.read' },
    async () => (await withTexts('reference', import('./pages/subcategories/SubcategoriesPage.tsx'))).SubcategoriesPage,
  ),
  screen(
    'subcategory/:id',
    { visit: 'subcategory-detail', needs: 'subcategories.read' },
    async () => (await withTexts('reference', import('./pages/subcategories/SubcategoriesPage.tsx'))).SubcategoryPage,
  ),
  screen(
    'siteCategory',
    { visit: 'siteCategory', needs: 'siteCategories.read' },
    async () =>
      (await withTexts('reference', import('./pages/siteCategories/SiteCategoriesPage.tsx'))).SiteCategoriesPage,
  ),
  screen(
    'siteCategory/:id',
    { visit: 'siteCategory-detail', needs: 'siteCategories.read' },
    async () =>
      (await withTexts('reference', import('./pages/siteCategories/SiteCategoriesPage.tsx'))).SiteCategoryPage,
  ),
  screen(
    'issueCategory',
    { visit: 'issueCategory', needs: 'issueCategories.read' },
    async () =>
      (await withTexts('reference', import('./pages/issueCategories/IssueCategoriesPage.tsx'))).IssueCategoriesPage,
  ),
  screen(
    'issueCategory/:id',
    { visit: 'issueCategory-detail', needs: 'issueCategories.read' },
    async () =>
      (await withTexts('reference', import('./pages/issueCategories/IssueCategoriesPage.tsx'))).IssueCategoryPage,
  ),
  screen(
    'site',
    { visit: 'site', needs: 'sites.read' },
    async () => (await withTexts('reference', import('./pages/sites/SitesPage.tsx'))).SitesPage,
  ),
  screen(
    'site/:id',
    { visit: 'site-detail', needs: 'sites.read' },
    async () => (await withTexts('reference', import('./pages/sites/SitePage.tsx'))).SitePage,
  ),
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
    async () => (await withTexts('payments', import('./pages/responses/ResponsesPage.tsx'))).ResponsesPage,
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
      (await withTexts(['people', 'participants', 'payments'], import('./pages/people/ParticipantPage.tsx')))
        .ParticipantPage,
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
          [
            'logs',
            'people',
            'participants',
            'roles',
            'grants',
            'survey',
            'payments',
            'reference',
            'administrative-units',
          ],
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

const loadShell = () => import('./shell/Shell.tsx')
/** Never fails: without them the lists look as they were made. */
const loadListLooks = async () => (await import('./resource/looks.ts')).loadLooks()
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
  const [known, messages] = await Promise.all([boot(), lazyChunk(loadMessages), lazyChunk(loadListLooks)])
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
