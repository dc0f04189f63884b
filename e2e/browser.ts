/** Chromium for the journeys: one browser, a fresh context per person. What the page complains of fails the journey. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { findChromium } from '../scripts/chromium.ts'
import { demoPassword } from './global-setup.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium: install it or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: flags })
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** What the browser's console and scripts complained of. */
  complaints: string[]
}

/** A new browser profile on the start page, in the language. */
export async function visit(browser: Browser, path: string): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(inject('url') + path)
  return { page, context, complaints }
}

/** Somebody of the demo staff, signed in, on the dashboard. `labels` are those of the language. */
export async function signIn(
  browser: Browser,
  username: string,
  { lang, labels }: { lang: string; labels: { username: string; password: string; submit: string } },
): Promise<Visitor> {
  const visitor = await visit(browser, `/login?lang=${lang}`)
  const { page } = visitor
  await page.getByLabel(labels.username).fill(username)
  await page.getByLabel(labels.password, { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: labels.submit }).click()
  await page.waitForURL('**/dashboard')
  expect(await page.locator('html').getAttribute('lang')).toBe(lang)
  return visitor
}
