/** Sign-in and sign-out as the browser does them, and every screen readable by everybody, in both themes. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, signIn, visit } from './browser.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('whoever is not signed in is sent to the sign-in page, and back to where they were going', async () => {
  const { page, t, go, leave } = await visit(browser, 'en')
  await go('/companies?page=1')
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === '/companies?page=1')
  await page.getByLabel(t('login.username')).fill('auditor')
  await page.getByLabel(t('login.password'), { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByText(t('errors.LOGIN_FAILED')).waitFor()
  await page.getByLabel(t('login.password'), { exact: true }).fill('journey password 1')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: t('companies.title') }).waitFor()
  await leave()
})

test('signing out clears what the browser keeps, and the token is void', async () => {
  const { page, t, leave } = await signIn(browser, 'auditor', 'en')
  const stored = () => page.evaluate(() => Object.keys(localStorage).sort())
  expect(await stored()).toEqual(['authToken', 'isInit', 'permissions', 'routeList', 'user'])
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.getByRole('button', { name: t('shell.userMenu', { name: '' }) }).click()
  await page.getByRole('menuitem', { name: t('shell.signOut') }).click()
  await page.waitForURL('**/login?from=*')
  expect(await stored()).toEqual([])
  const answer = await page.request.get(new URL('/api/v1/auth/user', page.url()).href, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(401)
  await leave()
})

test('a session that ended elsewhere says so once and comes back to the same screen', async () => {
  const { page, t, go, leave } = await signIn(browser, 'auditor', 'en')
  await page.evaluate(() => localStorage.setItem('authToken', 'x'.repeat(43)))
  await go('/companies')
  await page.waitForURL('**/login?from=%2Fcompanies')
  const notice = page.getByText(t('errors.UNAUTHORIZED'))
  await notice.waitFor()
  expect(await notice.count()).toBe(1)
  await leave()
})

test('a screen that the role does not open is named as forbidden, an unknown one as not found', async () => {
  const { page, t, go, leave } = await signIn(browser, 'reviewer', 'en')
  await go('/payments')
  await page.getByRole('heading', { name: t('screen.forbidden.title', { screen: '/payments' }) }).waitFor()
  await go('/nowhere')
  await page.getByRole('heading', { name: t('screen.notFound.title') }).waitFor()
  await leave()
})

const screens = [
  '/dashboard',
  '/companies',
  '/category',
  '/survey',
  '/response',
  '/payments',
  '/payments?view=transactions',
]

test.each(['light', 'dark'])('no screen keeps anybody out, in the %s theme', async (theme) => {
  const { page, go, leave } = await signIn(browser, 'auditor', 'en')
  await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
  for (const screen of screens) {
    await go(screen)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect({ screen, violations: await violations(page) }).toEqual({ screen, violations: [] })
  }
  await leave()
})

/** What axe finds by the rules of WCAG 2.2 AA. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axe, 'utf8'))
  return page.evaluate(async () => {
    interface Axe {
      run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    }
    const { axe: tool } = globalThis as unknown as { axe: Axe }
    const found = await tool.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
  })
}
