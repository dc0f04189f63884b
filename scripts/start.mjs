/**
 * npm start: packages, Node 24, built pages, then the server in this very process, so that signals reach it alone.
 * Its flag (package.json) keeps what long files leave behind from taking a hundred megabytes before it is swept away.
 */
import { bootstrap } from './bootstrap.mjs'

await bootstrap()
const { settingsOrExit } = await import('../src/server/settings.ts')
const settings = settingsOrExit()
const { buildPages } = await import('./build-pages.ts')
buildPages()
const { main } = await import('../src/server/main.ts')
await main(settings)
