/** Chromium for the journeys: one browser, a fresh profile per person. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { inject, onTestFailed } from 'vitest'
import { findChromium } from '../scripts/chromium.ts'
import { demoPassword } from './global-setup.ts'
import { type Language, type Words, wordsOf } from './words.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium: install it or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: flags })
}

export interface Visitor {
  page: Page
  /** What is written on the screen in the visitor's language. */
  t: Words
  /** Goes to a screen by its address, within the app. */
  go: (path: string) => Promise<void>
  /** What the browser complained of: a broken script, a refused style. */
  complaints: string[]
  leave: () => Promise<void>
}

/** Somebody in front of the sign-in page, in a language. */
export async function visit(browser: Browser, language: Language): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })
  const page = await context.newPage()
  // Of the one who was still there when it failed.
  onTestFailed(async () => {
    if (!page.isClosed()) await page.screenshot({ path: `test-results/${language}.png` })
  })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|is not a|Uncaught/.test(message.text())) {
      complaints.push(message.text())
    }
  })
  const go = async (path: string) => void (await page.goto(inject('url') + path))
  await go(`/login?lang=${language}`)
  return { page, t: wordsOf(language), go, complaints, leave: () => context.close() }
}

/** Somebody of the demo staff, signed in, on the dashboard. */
export async function signIn(browser: Browser, username: string, language: Language): Promise<Visitor> {
  const visitor = await visit(browser, language)
  const { page, t } = visitor
  await page.getByLabel(t('login.username')).fill(username)
  await page.getByLabel(t('login.password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('login.submit') }).click()
  await page.waitForURL('**/dashboard')
  return visitor
}
