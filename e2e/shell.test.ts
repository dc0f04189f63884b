/** The frame around every screen: its menu, its icons, and the long work that goes on meanwhile. */
import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { heard, signIn } from './browser.ts'
import { openDatabase } from './database.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made, makeCategories } from './records.ts'
import { desktop, flaws, settled } from './screens.ts'
import { browser } from './test-browser.ts'

signManagerIn()

test('the menu marks the screen, folds its groups, and keeps names in icon mode', async () => {
  const { page, t, go } = manager
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  const entry = (name: string) => menu.getByRole('link', { name, exact: true })
  await go('/site')
  await expect.poll(() => entry(t('sites.title')).getAttribute('aria-current')).toBe('page')
  expect(await menu.locator('[aria-current]').count()).toBe(1)

  const group = menu.getByRole('button', { name: 'Reference data' })
  await group.click()
  await entry(t('sites.title')).waitFor({ state: 'detached' })
  await group.click()
  await entry(t('sites.title')).waitFor()
  const drawings = await group.locator('xpath=..').getByRole('link').locator('svg').evaluateAll(drawingsOf)
  expect(new Set(drawings).size).toBe(drawings.length)

  await page.getByRole('button', { name: t('shell.toggleMenu') }).click()
  await expect.poll(() => entry(t('surveys.title')).getAttribute('title')).toBe(t('surveys.title'))
  await group.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Reference data' }).locator(':focus').waitFor()
  expect(await violations(page)).toEqual([])
  // Beside the icons, none of which it covers.
  const opened = await page.getByRole('dialog', { name: 'Reference data' }).boundingBox()
  const icon = await group.boundingBox()
  expect(opened?.x).toBeGreaterThanOrEqual((icon?.x ?? 0) + (icon?.width ?? 0))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/category')
  await page.getByRole('dialog', { name: 'Reference data' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: t('shell.toggleMenu') }).click()
})

test('the trail ends with the name of the record, cut when it is long', async () => {
  const { page, t, go } = manager
  const name = `Trail ${'of many words '.repeat(13)}`.trim()
  const [made] = await makeCategories(page, [name])
  const trail = page.getByRole('navigation', { name: t('shell.trail') })
  const here = trail.locator('[aria-current=page]')
  await page.setViewportSize({ width: 800, height: 800 })
  await go(`/category/${made?.id}`)
  await expect.poll(() => here.textContent()).toBe(name)
  const [way, end] = [await trail.boundingBox(), await here.boundingBox()]
  if (!way || !end) throw new Error('The trail is not shown')
  expect(end.width).toBeGreaterThan(60)
  expect(end.x + end.width).toBeLessThanOrEqual(way.x + way.width)
  await trail.getByRole('link', { name: t('categories.title') }).click()
  await expect.poll(() => here.textContent()).toBe(t('categories.title'))
  const screens = ['/sites|/site', '/surveys|/survey', '/users/participants|/user'].map((both) => both.split('|'))
  for (const [call, screen] of screens) {
    const [row] = await callApi<{ id: number; title?: string; name?: string }[]>(page, 'GET', `${call}?pageSize=1`)
    await go(`${screen}/${row?.id}`)
    await expect.poll(() => here.textContent()).toBe(row?.title ?? row?.name)
  }
  await page.setViewportSize(desktop)
})

test('the tour of the demo leads from screen to screen, and can be skipped', async () => {
  const { page, t, go } = manager
  await go('/site')
  const begin = page.getByRole('link', { name: t('demo.tour') })
  await begin.click()
  await page.waitForURL('**/dashboard#tour-dashboard')
  const card = (stop: number) => page.getByRole('region', { name: t('demo.stop', { stop, count: 4 }) })
  await card(1).and(page.locator(':focus')).waitFor()
  for (const stop of [2, 3, 4]) {
    await card(stop - 1)
      .getByRole('link', { name: t('demo.next') })
      .click()
    await card(stop).and(page.locator(':focus')).waitFor()
  }
  await page.getByRole('heading', { name: 'Water in Sofala: first findings' }).waitFor()
  expect(await violations(page)).toEqual([])
  await card(4)
    .getByRole('button', { name: t('demo.end') })
    .click()
  await card(4).waitFor({ state: 'detached' })
  await begin.and(page.locator(':focus')).waitFor()
})

test('on a phone the header has the link up from a record', async () => {
  const { page, t, go } = manager
  const [first] = await callApi<Made[]>(page, 'GET', '/categories?pageSize=1')
  await page.setViewportSize({ width: 390, height: 844 })
  await go(`/category/${first?.id}`)
  await page
    .getByRole('navigation', { name: t('shell.trail') })
    .getByRole('link', { name: t('categories.title') })
    .click()
  await page.waitForURL('**/category')
  await page.setViewportSize(desktop)
})

test('the header menus are walked by arrows, closed by Escape, and give the focus back', async () => {
  const { page, t, go } = manager
  await go('/category')
  const button = page.getByRole('button', { name: t('shell.userMenu', { name: '' }) })
  const focused = (name: string) => page.locator('[role=menuitem]:focus', { hasText: name }).waitFor()
  await button.focus()
  await page.keyboard.press('Enter')
  await focused(t('account.title'))
  await page.keyboard.press('ArrowUp')
  await focused(t('shell.signOut'))
  expect(await violations(page)).toEqual([])
  // Closed and opened before the page hears of either, as a fast hand does on a slow machine.
  await button.evaluate((element: HTMLElement) => [element.click(), element.click()])
  await focused(t('account.title'))
  await page.keyboard.press('Escape')
  await page.locator('button:focus', { hasText: 'Celso' }).waitFor()
  await page.keyboard.press('Enter')
  await focused(t('account.title'))
  // Of the screen of jobs: below it are the guides and the way out.
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await focused(t('shell.jobs'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/jobs')

  // The guides are beside the screen, which stays in use.
  await button.click()
  await page.getByRole('menuitem', { name: t('shell.help') }).click()
  const guides = page.getByRole('complementary', { name: t('shell.help') })
  await guides.getByRole('searchbox', { name: t('guide.search') }).fill('odk reviewer')
  await guides.getByRole('heading', { name: 'With ODK Collect' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => guides.count()).toBe(0)
  await page.locator('main:focus').waitFor()

  await page.getByRole('button', { name: t('shell.languageIs', { language: t('language.en') }) }).click()
  const chosen = page.getByRole('menuitemradio', { checked: true })
  await expect.poll(() => chosen.allTextContents()).toEqual([t('language.en')])
  await page.keyboard.press('Escape')
})

test('no icon is read aloud under the name of its drawing', async () => {
  const { page, go } = manager
  for (const path of ['/site', '/category?title=~', '/response']) {
    await go(path)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    const icons = page.locator('.anticon')
    await expect.poll(() => icons.count()).toBeGreaterThan(10)
    expect(await page.locator('.anticon:not([aria-hidden=true], [role=img][aria-label])').count()).toBe(0)
  }
})

test('surveys are narrowed in the bar as every list is, and old links still say so', async () => {
  const { page, t, go } = manager
  await go('/survey?status=PUBLISHED&surveyType=PAID')
  const chips = page.getByRole('list', { name: t('listTools.filters') }).getByRole('listitem')
  const filter = (field: string, value: string) => t('list.filter.among', { field, values: value })
  await expect
    .poll(async () => (await chips.allTextContents()).slice(0, 1))
    .toEqual([filter(t('surveys.field.surveyType'), t('surveys.surveyType.PAID'))])
  const tab = page.getByRole('link', { name: t('surveys.status.PUBLISHED') })
  await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')
  await page.getByRole('button', { name: t('list.tool.filter'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('list.tool.filter') })
  await dialog.getByRole('button', { name: t('surveys.field.accessibility'), exact: true }).click()
  await dialog.getByRole('checkbox', { name: t('surveys.accessibility.PRIVATE') }).check()
  await dialog.getByRole('button', { name: t('listTools.apply') }).click()
  await page.waitForURL((url) => url.searchParams.get('accessibility') === 'PRIVATE')
  expect(new URL(page.url()).searchParams.get('surveyType')).toBe('PAID')
  expect(new URL(page.url()).searchParams.get('status')).toBe('PUBLISHED')
})

test('the trail has the tools of every list', async () => {
  const { page, t, go, leave } = await signIn(browser, 'auditor', 'en')
  await go('/logs?action=auth')
  await page.getByRole('button', { name: t('list.tool.columns') }).click()
  await page
    .getByRole('dialog', { name: t('list.tool.columns') })
    .getByRole('checkbox', { name: t('logs.field.address') })
    .uncheck()
  await page.keyboard.press('Escape')
  const heading = page.getByRole('columnheader', { name: t('logs.field.address') })
  await heading.waitFor({ state: 'detached' })
  // The server hears of it a moment later.
  const looks = async () => (await callApi<{ looks: { logs?: object } }>(page, 'GET', '/account/lists')).looks
  await expect.poll(looks).toMatchObject({ logs: { columns: expect.not.arrayContaining(['address']) } })
  await page.reload()
  await page.getByRole('columnheader', { name: t('logs.field.subject') }).waitFor()
  expect(await heading.count()).toBe(0)
  await leave()
})

test('a running job is linked from every screen, and its end is shown until it is seen', async () => {
  const visitor = await signIn(browser, 'manager', 'en')
  const { page, t, go, leave } = visitor
  const [before] = await callApi<Made[]>(page, 'GET', '/jobs?pageSize=1')
  // The server is as quick as ever; only what it tells of the job waits for the test.
  let told = false
  const running = { state: 'RUNNING', file: null, finishedAt: null }
  await page.route(/\/api\/v1\/(jobs\/\d+|account\/bell)$/, async (route) => {
    // Where no stream gets through, the page asks now and then.
    if (route.request().headers()['accept'] === 'text/event-stream') return route.abort()
    const response = await route.fetch()
    const answer = (await response.json()) as { data: Made & { jobs?: Made[] } }
    const [newest] = answer.data.jobs ?? [answer.data]
    if (!told && newest && newest.id > (before?.id ?? 0)) Object.assign(newest, running)
    await route.fulfill({ response, json: answer })
  })
  await go('/site')
  await page.locator('tbody tr[data-row]').first().waitFor()
  await page.getByRole('button', { name: t('list.tool.export') }).click()
  const count = Number(await page.locator('.list-total').textContent())
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('listTools.exportCount', { count }) }).click()
  const own = await dialog.getByRole('link', { name: t('jobs.own') }).getAttribute('href')
  await page.keyboard.press('Escape')

  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await menu.getByRole('link', { name: t('companies.title'), exact: true }).click()
  const goesOn = page.getByRole('link', { name: t('jobs.running', { count: 1 }) })
  await goesOn.waitFor()
  await page.reload()
  await goesOn.waitFor()
  expect(await goesOn.getAttribute('href')).toBe(own)
  expect(await flaws(visitor)).toEqual([])

  told = true
  const words = t('jobs.kindOf', { kind: t('jobs.kind.records.export'), subject: t('sites.title') })
  await heard(page, t('jobs.hasEnded', { state: 'DONE', job: words, failed: 0 }))
  await goesOn.waitFor({ state: 'detached' })
  const bell = page.getByRole('button', { name: t('shell.bell') })
  await bell.press('Enter')
  const notifications = page.getByRole('dialog', { name: t('shell.bell') })
  expect(await flaws(visitor)).toEqual([])
  await notifications
    .getByRole('link')
    .filter({ hasText: t('jobs.hasEnded', { state: 'DONE', job: words, failed: 0 }) })
    .first()
    .press('Enter')
  await page.getByRole('button', { name: /^Download/ }).waitFor()
  await notifications.waitFor({ state: 'hidden' })
  await expect.poll(() => bell.getAttribute('aria-description')).toBeNull()
  await leave()
})

test('an open page hears of a new task at once, in its menu and by its bell', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const stream = page.waitForRequest((request) => request.headers()['accept'] === 'text/event-stream')
  await page.clock.install()
  await go('/companies')
  await page.locator('[data-row]').first().waitFor()
  // The page has been quiet for long enough to listen.
  await page.clock.fastForward(10_000)
  await stream
  const database = await openDatabase()
  await database.query(`insert into task (survey_id, status, assignee_id)
    select survey.id, 0, person.id from survey, person where person.username = 'manager' order by survey.id limit 1`)
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await menu.locator(`a[href$="/task"][aria-description="${t('shell.waiting', { count: 1 })}"]`).waitFor()
  await page
    .getByRole('status')
    .getByText(/^\d+ new notifications?$/)
    .waitFor({ state: 'attached' })
  await leave()
})

test('a dismissed end of the session is not asked about again at the next answer', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const database = await openDatabase()
  const ends = (from: string) => database.query(`update session set expires_at = now() + interval '${from}'`)
  await page.clock.install()
  await ends('100 seconds')
  await go('/dashboard')
  await page.getByRole('dialog').getByRole('timer').waitFor()
  await ends('12 hours')
  await page.keyboard.press('Escape')
  const asked = page.locator('dialog.renewal')
  await asked.waitFor({ state: 'hidden' })
  // By this answer the server's clock goes three seconds ahead of what it was.
  await page.route('**/api/v1/companies?*', async (route) => {
    const response = await route.fetch()
    const date = new Date(Date.now() + 3000).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await menu.getByRole('button', { name: 'Reference data' }).click()
  await menu.getByRole('link', { name: t('companies.title'), exact: true }).click()
  await page.locator('[data-row]').first().waitFor()
  await page.clock.runFor(2000)
  expect(await asked.count()).toBe(0)
  await leave()
})

/** The look of the icons. */
function drawingsOf(icons: readonly unknown[]): string[] {
  return icons.map((icon) => (icon as { innerHTML: string }).innerHTML)
}
