/** Starts the page: theme and language first, then the router, which loads the screen asked for. */
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { basePath } from './api/page-settings.ts'
import { loginPath } from './api/redirect.ts'
import { currentPath, navigateBy } from './api/session-end.ts'
import { startingLocale } from './i18n/starting-locale.ts'
import { loadBasic } from './i18n/basic.ts'
import { showLocale } from './i18n/locale.ts'
import { fetchFirst } from './import-whole.ts'
import { askForScreen, prefetchShell, routes } from './routes.tsx'
import { applyTheme } from './ui/theme.ts'
import './ui/base.css'
import './ui/button.css'

applyTheme()
const locale = startingLocale()
// Before the code: of the few connections that a browser opens, the answers shall not wait for one.
askForScreen(new URL(location.href))
// The router begins to load its screen while the few words of the light pages come.
const router = createBrowserRouter(routes, { basename: basePath || '/' })
const stopWaiting = router.subscribe(({ initialized }) => {
  if (!initialized) return
  fetchFirst()
  stopWaiting()
})
navigateBy((path) => void router.navigate(path))
await loadBasic(locale)
showLocale(locale)

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<RouterProvider router={router} />)

// A user who is about to sign in needs the shell: it is fetched once the sign-in page is painted.
if (currentPath().startsWith(loginPath)) whenIdle(prefetchShell)

function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 3000 })
  else setTimeout(act, 1000)
}
