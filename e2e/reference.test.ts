/** The screens of the reference data: open to everybody, in words of the language shown, as wide as the window; and the map by keyboard. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { arrive, enter, launch, signIn, type Visitor, visit } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { hasWord, type Language } from './words.ts'

let browser: Browser
let paths: string[]
beforeAll(async () => {
  browser = await launch()
  const manager = await enter(await arrive(browser, 'en'), 'manager')
  paths = await everyPath(manager.page)
  await manager.leave()
})
afterAll(() => browser.close())

const lists = {
  '/category': '/categories',
  '/subcategory': '/subcategories',
  '/siteCategory': '/siteCategories',
  '/issueCategory': '/issueCategories',
  '/companies': '/companies',
  '/site': '/sites',
}

/** Lists, the first record of each with its history, the map, the form with its map, the import, units with one open. */
async function everyPath(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [screen, call] of Object.entries(lists)) {
    const [first] = await callApi<Made[]>(page, 'GET', `${call}?pageSize=1`)
    found.push(screen, `${screen}/${first?.id}`)
  }
  const [site] = await callApi<Made[]>(page, 'GET', '/sites?pageSize=1')
  const [country] = await callApi<Made[]>(page, 'GET', '/administrative-units/by-level/0')
  const open = `/administrative-unit?parentId=${country?.id}&level=1`
  return [
    ...found,
    `/site/${site?.id}?tab=history`,
    `/site/${site?.id}?modal=update`,
    '/site?view=map',
    '/site?view=import',
    '/category?modal=create',
    '/administrative-unit',
    open,
    `${open}&tab=history`,
    '/administrative-unit?modal=create',
  ]
}

async function opened({ page, go }: Visitor, path: string): Promise<void> {
  await go(path)
  if (/modal=|import/.test(path)) await page.getByRole('dialog').waitFor()
  else await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  if (/view=map|^\/site\/.*(?<!history)$/.test(path)) await page.locator('.leaflet-container').first().waitFor()
  await expect.poll(() => page.locator('.skeleton, [aria-busy=true], .map-wait').count(), { timeout: 8000 }).toBe(0)
}

/** Names of texts where the texts should be, and what is wider than the window. */
async function blemishes(page: Page): Promise<string[]> {
  const words = (await page.locator('body').innerText()).match(/[\w-]+(?:\.[\w-]+)+/g) ?? []
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return [...words.filter(hasWord), ...(wider > 0 ? [`${wider} px too wide`] : [])]
}

/** Somebody who sees the theme at that width. */
async function visitor(language: Language, theme: string, width: number): Promise<Visitor> {
  const arrived = await visit(browser, language)
  await arrived.page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
  await arrived.page.setViewportSize({ width, height: 844 })
  return enter(arrived, 'manager')
}

test.each([
  ['en', 'light', 1280],
  ['pt-br', 'dark', 1280],
  ['zh', 'light', 390],
  ['en', 'dark', 390],
] as const)(
  'no screen keeps anybody out, lacks a text or is too wide: %s, %s, %i px',
  async (language, theme, width) => {
    const manager = await visitor(language, theme, width)
    for (const path of paths) {
      await opened(manager, path)
      const found = [...(await violations(manager.page)), ...(await blemishes(manager.page))]
      expect({ path, found }).toEqual({ path, found: [] })
    }
    expect(manager.complaints).toEqual([])
    await manager.leave()
  },
)

test('a point is picked on the map by keyboard alone, and stands on the screen of the site', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const [kind] = await callApi<Made[]>(page, 'GET', '/siteCategories?pageSize=1')
  const made = await callApi<Made>(page, 'POST', '/sites', { title: 'Keyed place', siteCategoryId: kind?.id })
  await go(`/site/${made.id}`)
  await page.getByRole('heading', { name: 'Keyed place' }).waitFor()
  const tabTo = async (name: string, role: 'button' | 'application') => {
    const target = page.getByRole(role, { name, exact: true })
    await target.waitFor()
    for (let step = 0; step < 60; step += 1) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  await tabTo(t('action.edit'), 'button')
  await page.keyboard.press('Enter')
  await tabTo(t('sites.pointLabel'), 'application')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const latitude = page.getByRole('dialog').getByLabel(t('sites.field.latitude'))
  await expect.poll(() => latitude.inputValue()).not.toBe('')
  const longitude = page.getByRole('dialog').getByLabel(t('sites.field.longitude'))
  const typed = [await latitude.inputValue(), await longitude.inputValue()].map(Number)
  await tabTo(t('action.save'), 'button')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText(typed.join(', '), { exact: true }).waitFor()
  const kept = await callApi<{ latitude: number; longitude: number }>(page, 'GET', `/sites/${made.id}`)
  expect([kept.latitude, kept.longitude]).toEqual(typed)
  await leave()
})
