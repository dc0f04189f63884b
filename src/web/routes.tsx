/**
 * Every screen. A line names its path, the menu entry that `permissions.visit` must hold, and the component. The
 * component loads on demand, together with the texts it shows (i18n/areas.ts). To add one: a line in `screens`.
 */
import type { ComponentType } from 'react'
import { matchRoutes, redirect, replace, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { auth } from '#contract/auth.ts'
import { menu } from '#contract/menu.ts'
import type { Reference } from '#contract/reference-data.ts'
import { lists } from '#contract/views.ts'
import { isLocale } from '#domain/text/locale.ts'
import { askAhead } from './api/read-ahead.ts'
import { basePath } from './api/page-settings.ts'
import { homePath, loginFrom, loginPath } from './api/redirect.ts'
import { boot, currentSession, hasToken, isHeldBack } from './api/session.ts'
import { loadBasic } from './i18n/basic.ts'
import { loadLanguage, loadTexts } from './i18n/languages.ts'
import { currentLocale, showLocale } from './i18n/locale.ts'
import { type Area, trailAreas } from './i18n/areas.ts'
import { startingLocale } from './i18n/starting-locale.ts'
import { loadResponses } from './pages/surveys/load-responses.ts'
import type { ScreenHandle } from './shell/screen-handle.ts'
import { BootScreen, ErrorScreen, NotFoundScreen } from './ui/Screen.tsx'
import { loadLooks } from './views/look-store.ts'

/**
 * The component on demand. A chunk that fails becomes a component that throws. A route whose `lazy` itself fails is
 * left empty by react-router 8.5 instead of showing its error boundary.
 */
function component(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return async () => {
    try {
      return { Component: await load() }
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
  const withTexts = async () => (await Promise.all([load(), loadAreas(handle.texts)]))[0]
  return { path, handle, ErrorBoundary: ErrorScreen, lazy: component(withTexts) }
}

async function loadAreas(areas: readonly Area[] = []): Promise<void> {
  if (areas.length === 0) return
  for (const area of areas) comeAhead(loadTexts(area, startingLocale()))
  const { loadArea } = await loadInside()
  await Promise.all(areas.map(loadArea))
}

/** The screen that needs the part asks again, and sees a failure then. */
function comeAhead(part: Promise<unknown>): void {
  part.catch(() => {})
}

/** As the list itself asks for it: another order of the words would be another call. */
const firstPage = (path: string, filter = '') => `${path}?page=1&pageSize=10${filter}`

/** Reference data: its list, and one record below it. */
function reference(path: string, resource: Reference['path']): RouteObject[] {
  const load = async () => (await import('./pages/reference/ReferencePages.tsx')).referencePages[resource]
  const about = { needs: `${resource}.read`, texts: ['reference'] } as const
  return [
    screen(path, { visit: path, asks: firstPage(`/${resource}`), ...about }, async () => (await load())[0]),
    screen(`${path}/:id`, { visit: `${path}-detail`, ...about }, async () => (await load())[1]),
  ]
}

const loadFlat = () => import('./pages/surveys/flat-pages.ts')

/** The content of all surveys, one kind of it in a list. */
function flatList(path: string, list: string, load: () => Promise<ComponentType>): RouteObject {
  return screen(path, { visit: path, needs: 'surveys.read', asks: firstPage(list), texts: ['survey', 'surveys'] }, load)
}

/** Charts of its answers come at once with the survey. */
function readsOfSurvey({ id = '' }: Readonly<Record<string, string | undefined>>, search: URLSearchParams): string[] {
  const survey = `/surveys/${id}`
  if (search.get('tab') !== 'responses') return [survey]
  comeAhead(loadResponses())
  return [survey, `/responses/questions/${id}`]
}

const loadPayments = async () => (await import('./pages/payments/PaymentsPage.tsx')).PaymentsPage

const screens: RouteObject[] = [
  screen(
    'dashboard',
    { visit: 'dashboard', needs: '', asks: '/dashboard', texts: ['chart', 'dashboard', 'payments', 'responses'] },
    async () => (await import('./pages/dashboard/DashboardPage.tsx')).DashboardPage,
  ),
  // Seed §2: two paths, one screen.
  screen(
    'payments',
    { visit: 'payments', needs: 'payments.read', asks: firstPage('/payments'), texts: ['chart', 'payments'] },
    loadPayments,
  ),
  screen(
    'payment',
    { visit: 'payments', needs: 'payments.read', asks: firstPage('/payments'), texts: ['chart', 'payments'] },
    loadPayments,
  ),
  screen(
    'companies',
    { visit: 'companies', needs: 'companies.read', asks: firstPage('/companies') },
    async () => (await import('./pages/companies/CompaniesPage.tsx')).CompaniesPage,
  ),
  screen(
    'companies/:id',
    { visit: 'companies-detail', needs: 'companies.read', texts: ['reference'] },
    async () => (await import('./pages/companies/CompanyPage.tsx')).CompanyPage,
  ),
  ...reference('category', 'categories'),
  ...reference('subcategory', 'subcategories'),
  ...reference('siteCategory', 'siteCategories'),
  ...reference('issueCategory', 'issueCategories'),
  ...reference('editor', 'texts'),
  screen(
    'site',
    { visit: 'site', needs: 'sites.read', asks: firstPage('/sites'), texts: ['reference'] },
    async () => (await import('./pages/sites/SitesPage.tsx')).SitesPage,
  ),
  screen(
    'site/:id',
    { visit: 'site-detail', needs: 'sites.read', texts: ['reference'] },
    async () => (await import('./pages/sites/SitePage.tsx')).SitePage,
  ),
  screen(
    'administrative-unit',
    {
      visit: 'administrative-unit',
      needs: 'units.read',
      asks: firstPage('/administrative-units'),
      texts: ['administrative-units', 'reference'],
    },
    async () => (await import('./pages/units/UnitsPage.tsx')).UnitsPage,
  ),
  screen(
    'survey',
    { visit: 'survey', needs: 'surveys.read', asks: firstPage('/surveys'), texts: ['surveys'] },
    async () => (await import('./pages/surveys/SurveysPage.tsx')).SurveysPage,
  ),
  screen(
    'survey/:id',
    {
      visit: 'survey-detail',
      needs: 'surveys.read',
      asks: readsOfSurvey,
      texts: ['chart', 'surveys', 'survey', 'tokens', 'excel', 'form-file', 'preview', 'responses', 'payments'],
    },
    async () => (await import('./pages/surveys/SurveyPage.tsx')).SurveyPage,
  ),
  // Seed §2: three paths, one screen.
  ...['surveyAccess', 'surveyAccess/List', 'surveyAccess/Filter'].map((path) =>
    screen(
      path,
      {
        visit: 'surveyAccess',
        needs: 'surveys.access',
        asks: firstPage('/surveys/access/list'),
        texts: ['survey', 'surveys', 'administrative-units'],
      },
      async () => (await import('./pages/surveys/access/AccessPage.tsx')).AccessPage,
    ),
  ),
  flatList('section', '/sections', async () => (await loadFlat()).SectionsPage),
  flatList('question', '/questions', async () => (await loadFlat()).QuestionsPage),
  flatList('answer', '/answers', async () => (await loadFlat()).AnswersPage),
  flatList('skip', '/skips', async () => (await loadFlat()).SkipsPage),
  screen(
    'response',
    {
      visit: 'response',
      needs: 'responses.read',
      asks: firstPage('/responses'),
      texts: ['responses', 'payments', 'preview', 'surveys'],
    },
    async () => (await import('./pages/responses/ResponsesPage.tsx')).ResponsesPage,
  ),
  screen(
    'form',
    { visit: 'form', needs: 'responses.enter', texts: ['entry', 'preview'] },
    async () => (await import('./pages/surveys/entry/EntryPage.tsx')).EntryPage,
  ),
  screen(
    'task',
    { visit: 'task', needs: 'tasks.read', asks: firstPage('/tasks', '&status=2'), texts: ['tasks'] },
    async () => (await import('./pages/tasks/TasksPage.tsx')).TasksPage,
  ),
  screen(
    'user',
    { visit: 'user', needs: 'users.read', asks: firstPage('/users/participants'), texts: ['people', 'participants'] },
    async () => (await import('./pages/people/ParticipantsPage.tsx')).ParticipantsPage,
  ),
  screen(
    'user/:id',
    {
      visit: 'user-detail',
      needs: 'users.read',
      texts: ['people', 'participants', 'payments', 'responses', 'sessions', 'surveys', 'tokens'],
    },
    async () => (await import('./pages/people/ParticipantPage.tsx')).ParticipantPage,
  ),
  screen(
    'admin',
    { visit: 'admin', needs: 'admins.read', asks: firstPage('/users/admins'), texts: ['people'] },
    async () => (await import('./pages/people/AdminsPage.tsx')).AdminsPage,
  ),
  screen(
    'admin/:id',
    {
      visit: 'admin-detail',
      needs: 'admins.read',
      texts: ['people', 'participants', 'payments', 'roles', 'sessions', 'tokens'],
    },
    async () => (await import('./pages/people/AdminPage.tsx')).AdminPage,
  ),
  screen(
    'programs',
    { visit: 'programs', needs: 'admins.read', texts: ['people', 'roles', 'tokens'] },
    async () => (await import('./pages/people/ProgramsPage.tsx')).ProgramsPage,
  ),
  screen(
    'webhooks',
    { visit: 'webhooks', needs: 'settings.write', texts: ['listTools', 'webhooks'] },
    async () => (await import('./pages/webhooks/WebhooksPage.tsx')).WebhooksPage,
  ),
  screen(
    'roles',
    { visit: 'roles', needs: 'roles.read', asks: firstPage('/users/roles'), texts: ['roles', 'grants'] },
    async () => (await import('./pages/roles/RolesPage.tsx')).RolesPage,
  ),
  screen(
    'organisation',
    { visit: 'organisation', needs: 'settings.write', texts: ['people'] },
    async () => (await import('./pages/organisation/OrganisationPage.tsx')).OrganisationPage,
  ),
  screen(
    'logs',
    { visit: 'logs', needs: 'logs.read', asks: firstPage('/logs'), texts: trailAreas },
    async () => (await import('./pages/logs/LogsPage.tsx')).LogsPage,
  ),
  screen(
    'chart/:group?/:name?',
    { visit: 'chart', needs: 'charts.read', texts: ['charts', 'payments', 'responses', 'surveys'] },
    async () => (await import('./pages/charts/ChartScreens.tsx')).ChartScreens,
  ),
  screen(
    'request',
    { visit: 'request', needs: 'console.use', texts: ['request'] },
    async () => (await import('./pages/request/RequestPage.tsx')).RequestPage,
  ),
  screen(
    'jobs/:id?',
    { visit: 'jobs', needs: '', texts: ['jobs', 'usage'] },
    async () => (await import('./pages/jobs/JobPage.tsx')).JobScreens,
  ),
  screen(
    'account',
    { visit: 'account', needs: '', texts: ['factors', 'people', 'sessions', 'tokens'] },
    async () => (await import('./pages/people/account/AccountPage.tsx')).AccountPage,
  ),
]

const loadInside = () => import('./shell/signed-in.ts')

/** Fetches what is behind the sign-in, quietly. */
export function prefetchShell(): void {
  comeAhead(loadLanguage(currentLocale()))
  comeAhead(loadInside())
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
  askForScreen(new URL(args.request.url))
  comeAhead(loadLanguage(startingLocale()))
  const isRefused = isHeldBack()
  const [known, inside] = await Promise.all([boot(), loadInside(), isRefused ? undefined : loadLooks()])
  if (!known) return redirect(from)
  // The password was chosen in another tab.
  if (isRefused && !isHeldBack()) await loadLooks()
  const { user } = currentSession()
  await inside.switchLocale(isLocale(user?.locale) ? user.locale : currentLocale())
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
    lazy: component(async () => (await loadInside()).Shell),
    children: [{ index: true, loader: () => replace(homePath) }, ...screens, { path: '*', Component: NotFoundScreen }],
  },
]

/** What the screen at this address reads goes out at once. Under a filter of its own it has other things to read. */
export function askForScreen({ pathname, search }: URL): void {
  const matches = matchRoutes(routes, pathname, basePath || '/')
  if (!hasToken() || !matches || matches[0]?.route.path === loginPath) return
  askAhead(auth.user.path)
  if (isHeldBack()) return
  for (const { path } of [menu.routes, lists.looks]) askAhead(path)
  const { route, params = {} } = matches.at(-1) ?? {}
  const { visit, asks } = (route?.handle ?? {}) as Partial<ScreenHandle>
  const mayVisit = currentSession().permissions.visit.some((each) => each === visit)
  if (!mayVisit || asks === undefined) return
  if (typeof asks === 'function') for (const path of asks(params, new URLSearchParams(search))) askAhead(path)
  else if (search === '') askAhead(asks)
}
