/** Language and theme change on every screen while it is open; each has all texts and fits a phone. */
import { expect, test } from 'vitest'
import type { MenuRoute } from '#contract/menu.ts'
import { locales } from '#domain/text/locale.ts'
import { signIn } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { blemishes, desktop, phone, settled, turnTo } from './screens.ts'
import { browser } from './test-browser.ts'
import { wordsOf } from './words.ts'

/** Records of a kind share a screen, as do lists of any status; the history of every record is one. */
function screenOf(address: string): string {
  const screen = address.replaceAll(/\d+/g, '{id}').replace(/[?&](status|state)=.*/, '')
  return screen.replace(/.*(?=[?]tab=history)/, '')
}

/** Tabs, and the first record of a list. What opens in a dialog is left out: its language cannot be changed. */
const ways = 'main .link-tabs a, main .list [data-row]:first-child a:not([href*="?"])'

// A busy machine takes minutes for that many screens.
test('language and theme change on every screen, and each goes on', { timeout: 900_000 }, async () => {
  const visitor = await signIn(browser, 'admin', 'en')
  const { page, leave } = visitor
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  let language = 0

  async function changeLanguage(): Promise<void> {
    const before = wordsOf(locales[language % locales.length] ?? 'en')
    const next = locales[++language % locales.length] ?? 'en'
    await page.getByRole('button', { name: before('shell.languageIs', { language: '' }) }).click()
    const kept = page.waitForResponse((response) => response.url().endsWith('/auth/locale'))
    await page.getByRole('menuitemradio', { name: before(`language.${next}`) }).click()
    await kept
    await page.getByRole('button', { name: wordsOf(next)('shell.languageIs', { language: '' }) }).waitFor()
    await settled(page)
  }

  async function changeTheme(): Promise<void> {
    const t = wordsOf(locales[language % locales.length] ?? 'en')
    const themes = [t('shell.theme.light'), t('shell.theme.dark')].map((name) => `[aria-label="${name}"]`)
    await page.locator(themes.join()).click()
  }

  const menu = await callApi<MenuRoute[]>(page, 'GET', '/routes')
  const [survey] = await callApi<[Made]>(page, 'GET', '/surveys?q=sanitation&pageSize=1')
  const addresses = menu.map(({ route }) => route).filter((route) => route !== '' && !route.includes('{'))
  addresses.push(`/survey/${survey.id}?tab=responses`, '/site?view=map')
  addresses.push('/chart/ECharts/MapChartComponent', '/chart/Recharts/AreaChartComponent')
  const seen = new Set<string>()
  for (const address of addresses) {
    if (seen.has(screenOf(address))) continue
    seen.add(screenOf(address))
    await turnTo(visitor, address)
    await page.locator('main h1').first().waitFor()
    await settled(page)
    const found = await page.locator(ways).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    addresses.push(...found)
    await changeLanguage()
    await changeTheme()
    await page.setViewportSize(phone)
    expect.soft([address, ...(await blemishes(page)), ...errors.splice(0)]).toEqual([address])
    await page.setViewportSize(desktop)
    expect.soft(await page.locator('main .screen').allInnerTexts(), address).toEqual([])
  }
  const screens = menu.map(({ route }) => screenOf(route)).filter((route) => route !== '')
  expect(screens.filter((screen) => !seen.has(screen))).toEqual([])
  await leave()
})
