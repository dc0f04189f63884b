/**
 * The screens of the reference data: accessible, in words of the language shown, as wide as the window. The map works
 * by keyboard.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { arriveAs, signIn, tabTo, type Visitor } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { desktop, flaws, phone, settled, turnTo } from './screens.ts'
import { browser } from './test-browser.ts'

let paths: string[]
beforeAll(async () => {
  const manager = await arriveAs(browser, 'manager', 'en')
  paths = await everyPath(manager.page)
  await manager.leave()
})

/** Reference data is declared alike: one list is a sample of all. */
const lists = {
  '/category': '/categories',
  '/editor': '/texts',
  '/companies': '/companies',
  '/site': '/sites',
}

interface Named {
  id: number
  name: string
  code: string
}

/** Lists, the first record of each with its history, the map, units with one open; dialogs.test.ts opens the rest. */
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
    '/site?view=map',
    '/administrative-unit',
    open,
    `${open}&tab=history`,
    '/administrative-unit?modal=create',
  ]
}

async function opened(visitor: Visitor, path: string): Promise<void> {
  const { page } = visitor
  await turnTo(visitor, path)
  if (path.includes('modal=')) await page.getByRole('dialog').waitFor()
  else await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  if (/view=map|^\/site\/.*(?<!history)$/.test(path)) await page.locator('.leaflet-container').first().waitFor()
  await settled(page)
}

test('every screen is accessible, has all texts and fits, by device and theme', async () => {
  const manager = await signIn(browser, 'manager', 'pt-br')
  for (const path of paths) {
    await manager.page.setViewportSize(desktop)
    await opened(manager, path)
    expect({ path, found: await flaws(manager) }).toEqual({ path, found: [] })
  }
  expect(manager.complaints).toEqual([])
  await manager.leave()
})

test('parts of a phone screen are not pushed away by parts that load later', async () => {
  const { page, go, leave } = await signIn(browser, 'manager', 'en')
  await page.setViewportSize(phone)
  await page.addInitScript(`
    globalThis.pushed = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) pushed += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  for (const path of paths.filter((one) => /^\/(site|companies)\b/.test(one))) {
    await go(path)
    await settled(page)
    const pushed = await page.evaluate<number>('pushed')
    expect({ path, pushed: pushed > 0.05 ? pushed : 0 }).toEqual({ path, pushed: 0 })
  }
  await leave()
})

test('a unit shows the sites in it and below it, and is changed where it is open', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const [country] = await callApi<Made[]>(page, 'GET', '/administrative-units/by-level/0')
  await go(`/administrative-unit?parentId=${country?.id}&level=1`)
  await page.getByRole('button', { name: t('administrative-units.change'), exact: true }).click()
  expect(await page.getByLabel(t('administrative-units.field.code')).inputValue()).toBe('MZ')
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: new RegExp(t('sites.title')) })
    .getByRole('link', { name: /^Show all/ })
    .click()
  await page.waitForURL((url) => url.search === `?administrativeUnitId=${country?.id}`)
  await leave()
})

test('the tree of units is walked by keyboard, and what is chosen is in the URL', async () => {
  const visitor = await signIn(browser, 'manager', 'en')
  const { page, t, go, leave } = visitor
  const [country] = await callApi<Named[]>(page, 'GET', '/administrative-units/by-level/0')
  const [first] = await callApi<Named[]>(page, 'GET', `/administrative-units/by-parent/${country?.id}?pageSize=1`)
  const [leaf] = await callApi<Named[]>(page, 'GET', `/administrative-units/by-parent/${first?.id}?pageSize=1`)
  await go('/administrative-unit')
  const row = (unit: Named | undefined) =>
    page.getByRole('treeitem', { name: new RegExp(`^${unit?.name} ${unit?.code}\\b`) })
  await row(first).waitFor()
  await tabTo(page, row(country))
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await row(leaf).waitFor()
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL((url) => url.search === `?unit=${leaf?.id}`)
  const panel = page.getByRole('region', { name: `${leaf?.name} ${leaf?.code}` })
  await panel.waitFor()
  expect(await flaws(visitor)).toEqual([])
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await row(leaf).waitFor({ state: 'detached' })
  await page.reload()
  await row(leaf).waitFor()

  await page.getByRole('searchbox').fill(leaf?.name ?? '')
  await page.getByText(`${country?.name} › ${first?.name}`, { exact: true }).first().waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('tree').waitFor()
  await page.getByRole('link', { name: t('administrative-units.view.list'), exact: true }).click()
  await page.waitForURL((url) => url.search === '?view=list')
  await leave()
})

test('a point is picked on the map by keyboard alone, and the site screen shows it', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const [kind] = await callApi<Made[]>(page, 'GET', '/siteCategories?pageSize=1')
  const made = await callApi<Made>(page, 'POST', '/sites', { title: 'Keyed place', siteCategoryId: kind?.id })
  await go(`/site/${made.id}`)
  await page.getByRole('heading', { name: 'Keyed place' }).waitFor()
  await tabTo(page, page.getByRole('button', { name: t('action.edit'), exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('application', { name: t('sites.pointLabel'), exact: true }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const latitude = page.getByRole('dialog').getByLabel(t('sites.field.latitude'))
  await expect.poll(() => latitude.inputValue()).not.toBe('')
  const longitude = page.getByRole('dialog').getByLabel(t('sites.field.longitude'))
  const typed = [await latitude.inputValue(), await longitude.inputValue()].map(Number)
  await tabTo(page, page.getByRole('button', { name: t('action.save'), exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText(typed.join(', '), { exact: true }).waitFor()
  const kept = await callApi<{ latitude: number; longitude: number }>(page, 'GET', `/sites/${made.id}`)
  expect([kept.latitude, kept.longitude]).toEqual(typed)
  await leave()
})

test('a point that is typed comes into sight on the map, with its radius', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const [kind] = await callApi<Made[]>(page, 'GET', '/siteCategories?pageSize=1')
  const point = { latitude: -19.8, longitude: 34.8, radiusMeters: 20_000 }
  const made = await callApi<Made>(page, 'POST', '/sites', { title: 'Typed place', siteCategoryId: kind?.id, ...point })
  await go(`/site/${made.id}?modal=update`)
  const dialog = page.getByRole('dialog')
  const map = dialog.getByRole('application')
  const radius = dialog.locator('.map-radius')
  const isInSight = async () => {
    const [frame, circle] = [await map.boundingBox(), await radius.boundingBox()]
    if (!frame || !circle || circle.width < 2) return false
    const [x, y] = [circle.x + circle.width / 2 - frame.x, circle.y + circle.height / 2 - frame.y]
    return x > 0 && x < frame.width && y > 0 && y < frame.height
  }
  await expect.poll(isInSight).toBe(true)
  const small = (await radius.boundingBox())?.width ?? 0
  await dialog.getByLabel(t('sites.field.radiusMeters')).fill('40000')
  await expect.poll(async () => (await radius.boundingBox())?.width ?? 0).toBeGreaterThan(small * 1.8)
  await dialog.getByLabel(t('sites.field.latitude')).fill('-8')
  await dialog.getByLabel(t('sites.field.longitude')).fill('20')
  await expect.poll(isInSight).toBe(true)
  await leave()
})

test('a point is pasted whole, and a comma for the decimals is no sign to leave out', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  await go('/site?modal=create')
  const number = (name: string) => page.getByRole('dialog').getByLabel(t(`sites.field.${name}`))
  const latitude = number('latitude')
  await latitude.waitFor()
  await latitude.focus()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '-25.9653, 32.5832')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
  await expect.poll(() => latitude.inputValue()).toBe('-25.9653')
  expect(await number('longitude').inputValue()).toBe('32.5832')
  await latitude.fill('-19,8467')
  await latitude.press('Tab')
  await expect.poll(() => latitude.inputValue()).toBe('-19.8467')
  await leave()
})

test('an import by keyboard keeps the focus, and explains how to save other encodings', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  await go('/site?view=import')
  const field = page.getByRole('dialog').getByLabel(t('excel.choose'))
  await field.focus()
  const chinese = Buffer.concat([Buffer.from('code;title;siteCategory\nL1;'), Buffer.from('d0d5c3fb', 'hex')])
  await field.setInputFiles({ name: 'gbk.csv', mimeType: 'text/csv', buffer: chinese })
  await page.getByRole('alert').getByText(t('errors.FILE_NOT_UTF8')).waitFor()
  await page.locator('[type=file]:focus').waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await leave()
})

test.each(['pt-br', 'zh'] as const)(
  'in %s the problems of a file name its columns, unknown words and open quotes',
  async (language) => {
    const { page, t, go, leave } = await signIn(browser, 'manager', language)
    await go('/site?view=import')
    const dialog = page.getByRole('dialog')
    const send = (name: string, lines: string[]) =>
      dialog
        .getByLabel(t('excel.choose'))
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    const word = 'Clinc'.repeat(15)
    await send('sites.csv', ['code,title,siteCategory,constructor', `L 1,A,${word},,Beira`])
    const report = dialog.getByRole('region', { name: t('excel.problemTable') })
    await report.waitFor()
    const cells = await report.locator('tbody td:not(:first-child)').allTextContents()
    const unknown = t('excel.valueProblem', { value: word, problem: t('problems.UNKNOWN_REFERENCE') })
    const told = [
      ['constructor', 'D1', t('problems.UNKNOWN_COLUMN')],
      [t('sites.field.code'), 'A2', t('problems.BAD_CODE')],
      ['', 'E2', t('problems.NO_HEADING')],
      [t('sites.field.siteCategoryTitle'), 'C2', unknown],
    ]
    expect(cells).toEqual(told.flat())
    const scrolling = `[...document.querySelectorAll('dialog, dialog *')].filter((element) =>
      element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)).length`
    await expect.poll(() => page.evaluate(scrolling)).toBe(0)
    await page.setViewportSize(phone)
    const cards = dialog.getByRole('list', { name: t('excel.problemTable') }).getByRole('listitem')
    await cards.first().waitFor()
    const cardOf = ([name = '', cell = '', problem = '']: string[]) =>
      [name || cell, t('excel.place', { row: cell.slice(1), cell }), problem].join('')
    expect(await cards.allTextContents()).toEqual(told.map(cardOf))
    await expect.poll(() => page.evaluate(scrolling)).toBe(0)
    await page.setViewportSize(desktop)
    await send('quote.csv', ['code,title,siteCategory', 'L1,A,x', 'L2,"B,x'])
    await dialog
      .getByRole('alert')
      .getByText(t('excel.refusal.openQuote', { row: 3 }))
      .waitFor()
    await leave()
  },
)

test('a map draws no marks before it knows how many have room', async () => {
  const { page, go, leave } = await signIn(browser, 'manager', 'en')
  const held = Promise.withResolvers<void>()
  await page.route(/\/sites\/map\?.*window=/, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/sites\/map\?.*window=/)
  await go('/site?view=map')
  await asked
  expect(await page.locator('.map-spot').count()).toBe(0)
  held.resolve()
  await page.locator('.map-spot').first().waitFor()
  await leave()
})
