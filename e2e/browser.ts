/** Chromium for the journeys: one browser, a fresh profile per person. */
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import type { Locale } from '#domain/text/locale.ts'
import { findChromium } from '../scripts/chromium.ts'
import { demoPassword } from './global-setup.ts'
import { product } from './product.ts'
import { callApi } from './records.ts'
import { stepAtRest } from './rest.ts'
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
const patience = 60_000

/** `SLOW_PAGES=4`: pages take four times as long as their tests, which find out what a test does not wait for. */
const slowness = Number(process.env['SLOW_PAGES'] ?? 1)

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
  return photographed(await arrive(browser, language), language)
}

/** Like `visit`, also for several tests: the caller takes the photographs. */
export async function arrive(browser: Browser, language: Locale, url = product().url): Promise<Visitor> {
  const visitor = await open(browser, language, url)
  await visitor.go(`/login?lang=${language}`)
  return visitor
}

/** A user of the demo staff with a session of their own, before their first screen: the sign-in has its own journeys. */
export async function signIn(browser: Browser, username: string, language: Locale): Promise<Visitor> {
  return photographed(await arriveAs(browser, username, language), language)
}

/** Like `signIn`, also for several tests: the caller takes the photographs. */
export async function arriveAs(
  browser: Browser,
  username: string,
  language: Locale,
  url = product().url,
): Promise<Visitor> {
  const visitor = await open(browser, language, url)
  const { page, go } = visitor
  // Light, and of the same origin, which keeps the token.
  await go('/healthz')
  const answer = await page.request.post('/api/v1/auth/login', { data: { username, password: demoPassword } })
  const { AccessToken } = (await answer.json()) as { AccessToken: string }
  await page.evaluate((token) => localStorage.setItem('authToken', token), AccessToken)
  await callApi(page, 'PUT', '/auth/locale', { locale: language })
  return visitor
}

function photographed(visitor: Visitor, name: string): Visitor {
  onTestFailed(() => photograph(visitor, name))
  return visitor
}

async function open(browser: Browser, language: Locale, url: string): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    // An animation would draw sixty times a second.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patience)
  await context.addInitScript(keepToasts)
  const page = await stepAtRest(context)
  if (slowness > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|is not a|Uncaught/.test(message.text())) {
      complaints.push(message.text())
    }
  })
  const go = async (path: string) => void (await page.goto(path))
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
