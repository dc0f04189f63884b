/**
 * node bench/screens.ts [folder] [all]: every screen of the seed as each of the seven users of the demo, and what is wrong
 * there: errors of the page, calls that fail, names of texts without their text, what axe finds. Language and theme change
 * from screen to screen and from user to user; with `all` each user sees each screen in all six looks. The folder gets a
 * sheet of small pictures for each user. Needs built pages.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { permissionEntries } from '#domain/people/permissions.ts'
import { locales } from '#domain/text/locale.ts'
import { violations } from '../e2e/axe.ts'
import { hasWord } from '../e2e/words.ts'
import { inBrowser } from './product.ts'
import { seedScreens, signIn } from './seed-screens.ts'

const [, , folder = 'test-results/screens', inAll] = process.argv
const looks = locales.flatMap((language) => [
  { language, theme: 'light' },
  { language, theme: 'dark' },
])
type Look = (typeof looks)[number]
const users = ['admin', 'manager', 'reviewer', 'initiator', 'approver', 'authorizer', 'auditor']
/** Texts name them to their readers. */
const permissions = new Set<string>(permissionEntries.map(({ name }) => name))
const tile = { width: 320, height: 225, label: 22, columns: 6 }

/** What one visit found wrong, and its picture. */
interface Visit {
  label: string
  faults: string[]
  picture: Buffer
}

/** The language is the account's, and the theme the browser's. */
async function wear(page: Page, { language, theme }: Look): Promise<void> {
  await page.evaluate(`(async () => {
    localStorage.setItem('theme', ${JSON.stringify(theme)})
    const headers = { authorization: 'Bearer ' + localStorage.getItem('authToken'), 'content-type': 'application/json' }
    await fetch('/api/v1/auth/locale', { method: 'PUT', headers, body: JSON.stringify({ locale: ${JSON.stringify(language)} }) })
  })()`)
}

/** The page as it is once nothing is on its way. */
async function visit(page: Page, url: string, path: string, look: Look): Promise<Visit> {
  const faults: string[] = []
  const failed = (text: string) => void faults.push(text.slice(0, 200))
  const onError = (error: Error) => failed(`page: ${error.message}`)
  const onConsole = (message: { type: () => string; text: () => string }) => {
    // A call that fails is told with its address below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) failed(`console: ${message.text()}`)
  }
  const onResponse = (answer: { status: () => number; url: () => string }) => {
    if (answer.status() >= 400) failed(`${answer.status()} ${answer.url().replace(url, '')}`)
  }
  page.on('pageerror', onError).on('console', onConsole).on('response', onResponse)
  await wear(page, look)
  await page.goto(url + path, { waitUntil: 'load' })
  await page.getByRole('heading').first().waitFor()
  const busy = page.locator('.skeleton, [aria-busy=true]:not(button), .map-wait')
  for (let waits = 0; waits < 100 && (await busy.count()) > 0; waits++) await page.waitForTimeout(100)
  if ((await busy.count()) > 0) failed('still loading after 10 s')
  const words = (await page.locator('body').innerText()).match(/[\w-]+(?:\.[\w-]+)+/g) ?? []
  const codes = new Set(await page.locator('code').allInnerTexts())
  for (const word of words) if (hasWord(word) && !codes.has(word) && !permissions.has(word)) failed(`no text: ${word}`)
  for (const violation of await violations(page)) failed(`axe ${violation}`)
  page.off('pageerror', onError).off('console', onConsole).off('response', onResponse)
  const picture = await page.screenshot()
  return { label: `${path} ${look.language} ${look.theme}`, faults, picture }
}

/** Small pictures side by side, each under its address; those with faults in red. */
async function sheet(visits: readonly Visit[], file: string): Promise<void> {
  const height = tile.height + tile.label
  const parts = await Promise.all(
    visits.map(async ({ label, faults, picture }, at) => {
      const text = `<svg width="${tile.width}" height="${tile.label}"><text x="4" y="15" font-size="13"
        font-family="sans-serif" fill="${faults.length > 0 ? '#c00' : '#222'}">${label}</text></svg>`
      const [left, top] = [(at % tile.columns) * tile.width, Math.floor(at / tile.columns) * height]
      const small = await sharp(picture)
        .resize(tile.width - 6, tile.height - 4)
        .toBuffer()
      return [
        { input: Buffer.from(text), left, top },
        { input: small, left: left + 3, top: top + tile.label },
      ]
    }),
  )
  const rows = Math.ceil(visits.length / tile.columns)
  const size = { width: tile.columns * tile.width, height: rows * height }
  await sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .composite(parts.flat())
    .png({ palette: true })
    .toFile(file)
}

await inBrowser(async (browser, url) => {
  await mkdir(folder, { recursive: true })
  let paths: string[] | undefined
  let [seen, wrong] = [0, 0]
  for (const [place, user] of users.entries()) {
    const page = await signIn(browser, url, user)
    paths ??= await seedScreens(page)
    const visits: Visit[] = []
    for (const [at, path] of paths.entries()) {
      const worn = inAll === 'all' ? looks : [looks[(at + place) % looks.length]]
      for (const look of worn) if (look) visits.push(await visit(page, url, path, look))
    }
    await sheet(visits, join(folder, `${user}.png`))
    const bad = visits.filter(({ faults }) => faults.length > 0)
    for (const { label, faults } of bad) console.log(`${user} ${label}\n  ${faults.join('\n  ')}`)
    console.log(`${user}: ${visits.length} screens, ${bad.length} with faults`)
    seen += visits.length
    wrong += bad.length
    await page.context().close()
  }
  console.log(`${seen} screens seen, ${wrong} with faults`)
  if (wrong > 0) process.exitCode = 1
})
