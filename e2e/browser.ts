/** Chromium for the journeys: one browser, a fresh profile per person. */
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import type { Locale } from '#domain/text/locale.ts'
import { findChromium } from '../scripts/chromium.ts'
import { demoPassword } from './global-setup.ts'
import { product } from './product.ts'
import { type Words, wordsOf } from './words.ts'

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

/** Until a journey gives up on something, in milliseconds: a machine that freezes for a while fails none. */
const patience = 30_000

export interface Visitor {
  page: Page
  /** The text of the screen in the visitor's language. */
  t: Words
  /** Goes to a screen by its address, within the app. */
  go: (path: string) => Promise<void>
  /** The browser's complaints: a broken script, a refused style. */
  complaints: string[]
  leave: () => Promise<void>
}

/** A visitor in front of the sign-in page, in a language, for as long as a test takes. */
export async function visit(browser: Browser, language: Locale): Promise<Visitor> {
  const visitor = await arrive(browser, language)
  onTestFailed(() => photograph(visitor, language))
  return visitor
}

/** Like `visit`, also for several tests: the caller takes the photographs. */
export async function arrive(browser: Browser, language: Locale, url = product().url): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    // An animation would draw sixty times a second.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patience)
  await context.addInitScript(keepToasts)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|is not a|Uncaught/.test(message.text())) {
      complaints.push(message.text())
    }
  })
  const go = async (path: string) => void (await page.goto(url + path))
  await go(`/login?lang=${language}`)
  async function leave() {
    // A handler that answers a call in place of the server may still be at work.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  return { page, t: wordsOf(language), go, complaints, leave }
}

/**
 * Makes the browser refuse a failed script until the page is loaded again, as most browsers do by themselves. Only the
 * newest ask for a failed import once more.
 */
export async function keepFailedImports(page: Page): Promise<void> {
  const failed = new Set<string>()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const refuse = () => network.send('Network.setBlockedURLs', { urls: [...failed] })
  page.on('requestfailed', (request) => {
    if (request.resourceType() !== 'script') return
    failed.add(request.url())
    void refuse()
  })
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || failed.size === 0) return
    failed.clear()
    void refuse()
  })
}

/** In the page: what it says in passing, which is gone again after some seconds. */
const keepToasts = `
  globalThis.heard = []
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.matches?.('.toasts')) for (const { childNodes } of addedNodes) for (const { textContent } of childNodes) heard.push(textContent)
  }).observe(document, { childList: true, subtree: true })`

/** Until the page has said so in passing, also when the text is gone again. */
export async function heard(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>('heard')).toContain(words)
}

/** Takes an option of an open list, which scrolls to it first: a click while it moves is lost. */
export async function pickOption(page: Page, option: string): Promise<void> {
  const item = page.locator('.ant-select-item-option-content').getByText(option, { exact: true })
  await item.hover()
  await item.click()
}

/** Of the one who was still there when it failed. Without one, when the page is past showing itself: the failure is what counts. */
export async function photograph({ page }: Visitor, name: string): Promise<void> {
  if (page.isClosed()) return
  await page.screenshot({ path: `test-results/${name}.png` }).catch((error: unknown) => console.warn(String(error)))
}

/** A user of the demo staff, signed in, on the dashboard. */
export async function signIn(browser: Browser, username: string, language: Locale): Promise<Visitor> {
  return enter(await visit(browser, language), username)
}

/** Through the sign-in page to the dashboard. */
export async function enter(visitor: Visitor, username: string): Promise<Visitor> {
  const { page, t } = visitor
  await page.getByLabel(t('login.username')).fill(username)
  await page.getByLabel(t('login.password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('login.submit') }).click()
  await page.waitForURL('**/dashboard')
  return visitor
}

/** By the Tab key alone, as a user does who has no other way. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor()
  const reached = page.locator(':focus').and(wanted)
  for (let presses = 0; presses < 80; presses++) {
    if ((await reached.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key never came to ${String(wanted)}`)
}
