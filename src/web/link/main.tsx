/** The page of a public link: one questionnaire, without an account, also without a network. */
import { createRoot } from 'react-dom/client'
import { basePath } from '../api/page-settings.ts'
import { followDevice } from '../ui/theme.ts'
import { CollectorPage } from './CollectorPage.tsx'
import { LinkPage } from './LinkPage.tsx'
import type { Loaded } from './worker.ts'
import '../ui/base.css'
import '../ui/button.css'
import './link.css'

followDevice()
/** `f`: an open link or a participant's own; `c`: a collector's. */
const [, door = 'f', encodedId = '', returned] = /\/([fc])\/([^/]*)(?:\/(\d+))?$/.exec(location.pathname) ?? []
const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
// A participant's own link has its token behind the `#`, which no server sees in an address.
const token = /^#[\w-]{43}$/.test(location.hash) ? location.hash : ''
createRoot(root).render(
  door === 'c' ? (
    <CollectorPage token={token.slice(1)} encodedId={encodedId} returned={returned} />
  ) : (
    <LinkPage encodedId={decodeURIComponent(encodedId) + token} />
  ),
)

// Another token, in a tab that is open.
addEventListener('hashchange', () => location.reload())

// It gives the page out when there is no network. Browsers have it on safe connections only.
if ('serviceWorker' in navigator) keepPage().catch(console.error)

async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register(`${basePath}/${door}/worker.js`, { scope: `${basePath}/${door}/` })
  const { active } = await navigator.serviceWorker.ready
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const loaded: Loaded = [location.pathname, ...files.filter((name) => /\/(f\/assets|brand)\//.test(name))]
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  active?.postMessage(loaded)
}
