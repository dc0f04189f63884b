/** Lists as people use them: they show what the URL says, keep the selection, and nothing looks like what it is not. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, tabTo, type Visitor } from './browser.ts'
import { demoPassword } from './global-setup.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made, makeCategories, numbered } from './records.ts'
import { flaws, tooWide } from './screens.ts'
import { browser } from './test-browser.ts'

signManagerIn()

/** The rows of the table, without its heading. */
const bodyRows = (page: Page) => page.locator('tbody tr[data-row]')
const search = (page: Page) => new URL(page.url()).searchParams
const shows = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).waitFor()

/** Puts a filter on by its menu: the field, then what is typed. */
async function filterBy({ page, t }: Visitor, field: string, typed: string): Promise<void> {
  await page.getByRole('button', { name: t('list.tool.filter'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(field), exact: true })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t(field) })
    .fill(typed)
  await page.keyboard.press('Enter')
}

test('a filter is in the URL and in words, goes to page 1, and its cross removes it', async () => {
  const { page, t, go } = manager
  await makeCategories(page, numbered('Filtered', 12))
  await go('/category?page=2')
  await filterBy(manager, 'categories.field.title', 'filtered')
  await page.waitForURL((url) => url.search === '?title=filtered')
  const words = t('list.filter.containing', { field: t('categories.field.title'), text: 'filtered' })
  await page.getByRole('button', { name: words, exact: true }).waitFor()
  await page.getByRole('table', { name: words }).waitFor()
  const titles = () => page.locator('tbody th[scope=row]').allTextContents()
  await expect.poll(titles).toEqual(numbered('Filtered', 10))
  await go(`${new URL(page.url()).pathname}?title=${encodeURIComponent('=Filtered 03')}`)
  await shows(page, 'Filtered 03')
  expect(await bodyRows(page).count()).toBe(1)
  await page.getByRole('button', { name: /^Remove filter/ }).click()
  await page.waitForURL((url) => url.search === '')
})

test('a range of days narrows the list; a word of the wrong form is ignored and named', async () => {
  const { page, t, go } = manager
  await go('/category?createdAt=2001-01-01..2001-12-31')
  await page.getByText(t('list.noMatch')).waitFor()
  await page.getByRole('button', { name: t('list.clearSearch') }).click()
  await bodyRows(page).first().waitFor()
  await go('/category?createdAt=yesterday')
  await bodyRows(page).first().waitFor()
  const unread = page.getByRole('list', { name: t('listTools.unread') }).getByRole('listitem')
  const named = t('listTools.unreadFilter', { field: t('categories.field.createdAt'), word: 'yesterday' })
  await expect.poll(() => unread.allTextContents()).toEqual([named])
  expect(await page.getByRole('list', { name: t('listTools.filters') }).count()).toBe(0)
  await go('/category?createdAt=yesterday&sort=nosuch&title=filtered')
  const unsorted = t('listTools.unreadSort', { word: 'nosuch' })
  await expect.poll(() => unread.allTextContents()).toEqual([named, unsorted])
  for (const text of [named, unsorted])
    await page.getByRole('button', { name: t('listTools.drop', { filter: text }), exact: true }).click()
  await page.waitForURL((url) => url.search === '?title=filtered')
  await unread.first().waitFor({ state: 'hidden' })
})

test.each([
  ['/administrative-unit?view=list', 'parentId', 'nowhere', 'administrative-units.field.parentId'],
  ['/response', 'status', 'DONE', 'responses.field.status'],
  ['/response', 'surveyId', '5th', 'list.field.surveyId'],
] as const)(
  "on %s, the page's own filter %s does not know the word %s, which is said",
  async (path, name, word, field) => {
    const { page, t, go } = manager
    await go(path)
    const rows = async () => {
      await bodyRows(page).first().waitFor()
      return bodyRows(page).allTextContents()
    }
    const unnarrowed = await rows()
    const unsaid = new URL(path, page.url()).search
    await go(`${path}${unsaid ? '&' : '?'}${name}=${word}`)
    const said = t('listTools.unreadFilter', { field: t(field), word })
    await page
      .getByRole('list', { name: t('listTools.unread') })
      .getByText(said)
      .waitFor()
    expect(await rows()).toEqual(unnarrowed)
    await page.getByRole('button', { name: t('listTools.drop', { filter: said }), exact: true }).click()
    await page.waitForURL((url) => url.search === unsaid)
  },
)

test('blank is a filter of its own', async () => {
  const { page, t, go } = manager
  await callApi(page, 'POST', '/companies', { title: 'Without a category' })
  await go('/companies?q=without%20a%20category')
  await page.getByRole('button', { name: t('list.tool.filter'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('companies.field.category'), exact: true })
    .click()
  await page.getByRole('dialog').getByRole('combobox').selectOption(t('listTools.how.blank'))
  await page.getByRole('button', { name: t('listTools.apply') }).click()
  await page.waitForURL((url) => url.searchParams.get('category') === '~')
  await shows(page, 'Without a category')
  expect(await bodyRows(page).count()).toBe(1)
})

test('no remembered filter overrides the URL', async () => {
  const { page, t, go } = manager
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await go('/category?title=filtered&q=04')
  await shows(page, 'Filtered 04')
  await menu.getByRole('link', { name: t('companies.title'), exact: true }).click()
  await page.getByRole('heading', { name: t('companies.title') }).waitFor()
  await menu.getByRole('link', { name: t('categories.title'), exact: true }).click()
  await page.getByRole('heading', { name: t('categories.title'), exact: true }).waitFor()
  await bodyRows(page).first().waitFor()
  expect([...search(page)]).toEqual([])
  expect(await page.getByRole('searchbox').inputValue()).toBe('')
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain('filtered')
})

test('a page past the end falls back to the last, and Back is not trapped by that', async () => {
  const { page, t, go } = manager
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await go('/dashboard')
  await menu.getByRole('button', { name: 'Reference data' }).click()
  await menu.getByRole('link', { name: t('categories.title'), exact: true }).click()
  await bodyRows(page).first().waitFor()
  await go('/category?title=filtered&page=99')
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  await shows(page, 'Filtered 12')
  await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await page.goBack()
  await page.waitForURL('**/dashboard')
})

test('Back brings the page, the scroll and the row that was left', async () => {
  const { page, go } = manager
  await go('/user?page=2&pageSize=20')
  const link = bodyRows(page).last().getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const scroll = () => page.evaluate<number>('scrollY')
  const before = await scroll()
  expect(before).toBeGreaterThan(0)
  const name = (await link.textContent()) ?? ''
  await link.click()
  await page.waitForURL(/user\/\d+/)
  await page.getByRole('heading', { name, exact: true }).first().waitFor()
  await page.goBack()
  await page.locator('a:focus', { hasText: name }).waitFor()
  await expect.poll(scroll).toBe(before)
  expect(search(page).get('page')).toBe('2')
})

test('a late answer never overwrites a later question', async () => {
  const { page, go } = manager
  await go('/category')
  await bodyRows(page).first().waitFor()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/categories\?.*q=filtered(&|$)/, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const box = page.getByRole('searchbox')
  await box.fill('filtered')
  await page.waitForURL((url) => url.searchParams.get('q') === 'filtered')
  await box.fill('filtered 07')
  await expect.poll(() => bodyRows(page).count()).toBe(1)
  release()
  await page.unroute(/categories\?.*q=filtered(&|$)/)
  // By the time this one was answered the late one had its chance.
  await callApi(page, 'GET', '/categories?q=filtered')
  expect(await bodyRows(page).count()).toBe(1)
  await shows(page, 'Filtered 07')
})

test('a typed word joins the filters at the time of its search, and Back drops it', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  const box = page.getByRole('searchbox')
  // In one go, so that nothing is searched in between.
  const typeAnd = (act: string) =>
    page.evaluate(`{
      const box = document.querySelector('input[type=search]')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, 'filtered')
      box.dispatchEvent(new Event('input', { bubbles: true }))
      ${act}
    }`)
  await go('/category')
  await bodyRows(page).first().waitFor()
  await typeAnd("document.querySelector('thead button').click()")
  await page.waitForURL((url) => url.searchParams.get('q') === 'filtered')
  expect(search(page).get('sort')).toBe('title')

  await go('/category?q=no such word')
  await page.clock.install()
  await page.getByRole('button', { name: t('list.clearSearch') }).click()
  await page.waitForURL((url) => url.search === '')
  await bodyRows(page).first().waitFor()
  await typeAnd('history.back()')
  await page.waitForURL((url) => url.searchParams.get('q') === 'no such word')
  await page.clock.runFor(1000)
  expect(search(page).get('q')).toBe('no such word')
  expect(await box.inputValue()).toBe('no such word')
  await leave()
})

test('a time-out is said with a way to try again, never as "no data"', async () => {
  const { page, t, go } = manager
  await page.route(/\/api\/v1\/categories\?/, (route) => route.abort('timedout'))
  await go('/category')
  const alert = page.getByRole('alert')
  await alert.getByText(t('list.failed')).waitFor()
  expect(await page.locator('.no-rows').count()).toBe(0)
  expect(await page.getByText(t('list.noMatch')).count()).toBe(0)
  await page.unroute(/\/api\/v1\/categories\?/)
  await alert.getByRole('button', { name: t('action.retry') }).click()
  await bodyRows(page).first().waitFor()
})

test('a list makes one call once the shell is loaded', async () => {
  const { page, t, go } = manager
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await go('/subcategory')
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  const note = (request: { url: () => string }) => void (request.url().includes('/api/') && calls.push(request.url()))
  page.on('request', note)
  await menu.getByRole('link', { name: t('categories.title'), exact: true }).click()
  await page.getByRole('heading', { name: t('categories.title'), exact: true }).waitFor()
  await bodyRows(page).first().waitFor()
  page.off('request', note)
  expect(calls.map((url) => new URL(url).pathname)).toEqual(['/api/v1/categories'])
})

test('what was chosen stays chosen while one pages, and its count is right', async () => {
  const { page, t, go } = manager
  await go('/category?title=filtered')
  await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 01' }) }).check()
  await page.getByRole('button', { name: t('list.toPage', { page: 2 }) }).click()
  await shows(page, 'Filtered 11')
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  await page.getByText(t('list.chosen', { count: 3 })).waitFor()
  await page.getByRole('button', { name: t('list.toPage', { page: 1 }) }).click()
  await shows(page, 'Filtered 01')
  expect(await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 01' }) }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 02' }) }).isChecked()).toBe(false)
})

test('Back from a record keeps the chosen rows of the list, a fresh visit has none', async () => {
  const { page, t, go } = manager
  await go('/category?title=filtered')
  await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 02' }) }).check()
  await page.getByRole('link', { name: 'Filtered 01', exact: true }).click()
  await page.getByRole('heading', { name: 'Filtered 01', exact: true }).first().waitFor()
  await page.goBack()
  await page.getByText(t('list.chosen', { count: 1 })).waitFor()
  expect(await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 02' }) }).isChecked()).toBe(true)
  await page.getByRole('link', { name: t('companies.title'), exact: true }).click()
  await page.waitForURL(/\/companies$/)
  await page.getByRole('link', { name: t('categories.title'), exact: true }).click()
  await page.waitForURL(/\/category$/)
  await bodyRows(page).first().waitFor()
  expect(await page.getByText(t('list.chosen', { count: 1 })).isVisible()).toBe(false)
})

test('the next user of a browser finds neither rights nor rows of the one before', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'en')
  await go('/companies')
  await page.getByRole('button', { name: t('action.new') }).waitFor()
  await page.getByRole('button', { name: t('shell.userMenu', { name: '' }) }).click()
  await page.getByRole('menuitem', { name: t('shell.signOut') }).click()
  await page.waitForURL('**/login?from=*')
  // The list itself is slow: rows that are shown until then are left over from before.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/companies\?/, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/v1\/companies\?/)
  await page.getByLabel(t('login.username')).fill('auditor')
  await page.getByLabel(t('login.password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('login.submit') }).click()
  await asked
  await page.getByRole('heading', { name: t('companies.title') }).waitFor()
  expect(await bodyRows(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: t('action.new') }).count()).toBe(0)
  release()
  await bodyRows(page).first().waitFor()
  await leave()
})

test('an endless name leaves all columns visible; its row outline includes the menu', async () => {
  const { page, go } = manager
  const [kind] = await callApi<Made[]>(page, 'GET', '/siteCategories?pageSize=1')
  const [company] = await callApi<Made[]>(page, 'GET', '/companies?sort=title&pageSize=1')
  const data = { title: 'W'.repeat(200), siteCategoryId: kind?.id, companyId: company?.id }
  await callApi(page, 'POST', '/sites', data)
  await go('/site?title=WWWW')
  await shows(page, data.title)
  const hidden = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.table-frame'))"
  await expect.poll(() => page.evaluate<number>(hidden)).toBe(0)
  await page.keyboard.press('j')
  const outline = "getComputedStyle(document.querySelector('tr:focus-within > .table-menu')).boxShadow"
  await page.locator('tr:focus-within').waitFor()
  expect(await page.evaluate<string>(outline)).toContain('inset')
})

test('j and k move the focus by rows, x chooses, Enter opens, / searches, ? explains', async () => {
  const { page, t, go } = manager
  await go('/category?title=filtered')
  await shows(page, 'Filtered 01')
  const focused = () => page.locator(':focus').textContent()
  await page.keyboard.press('j')
  expect(await focused()).toBe('Filtered 01')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await focused()).toBe('Filtered 02')
  await page.keyboard.press('x')
  expect(await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 02' }) }).isChecked()).toBe(true)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: t('list.tool.keys') })
  await sheet.getByText(t('listTools.key.next')).waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  expect(await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 02' }) }).isChecked()).toBe(true)
  await page.keyboard.press('/')
  await page.keyboard.type('xjk?')
  expect(await page.getByRole('searchbox').inputValue()).toBe('xjk?')
  await page.getByRole('searchbox').fill('05')
  await page.waitForURL((url) => url.searchParams.get('q') === '05')
  await expect.poll(() => bodyRows(page).count()).toBe(1)
  await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 05' }) }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Filtered 05', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/category\/\d+$/)
})

test('a record is made, changed and deleted with others by the keyboard alone', async () => {
  const { page, t, go } = manager
  await go('/category?q=keyed')
  await page.getByText(t('list.noMatch')).waitFor()
  const typing = page.locator('input:focus')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const rowMenu = (label: string) => button(t('list.rowMenu', { label }))
  for (const title of ['Keyed one', 'Keyed two']) {
    await tabTo(page, button(t('action.new')))
    await page.keyboard.press('Enter')
    await typing.waitFor()
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await shows(page, title)
    await page.locator('button:focus', { hasText: t('action.new') }).waitFor()
  }
  await page.keyboard.press('j')
  await tabTo(page, rowMenu('Keyed one'))
  await page.keyboard.press('Enter')
  await page.locator('[role=menuitem]:focus', { hasText: t('action.edit') }).waitFor()
  await page.keyboard.press('Enter')
  await typing.waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type(' changed')
  await page.keyboard.press('Enter')
  await shows(page, 'Keyed one changed')
  await page.locator('button:focus').and(rowMenu('Keyed one changed')).waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText(t('list.chosen', { count: 2 })).waitFor()
  await page.keyboard.press('/')
  await tabTo(page, button(t('list.deleteChosen')))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(page, button(t('list.deleteCount', { count: 2 })))
  await page.keyboard.press('Enter')
  await page.getByText(t('list.noMatch')).waitFor()
})

test('a unit filter is picked by walking down, and shown in words with the units below', async () => {
  const { page, t, go } = manager
  await go('/site')
  await page.getByRole('button', { name: t('list.tool.filter'), exact: true }).click()
  const editor = page.getByRole('dialog')
  await editor.getByRole('button', { name: t('sites.field.administrativeUnitId'), exact: true }).click()
  await page
    .getByRole('combobox', { name: t('listTools.searchIn', { field: t('sites.field.administrativeUnitId') }) })
    .click()
  const level = (at: number) => page.locator('.ant-cascader-menu').nth(at).getByRole('menuitemcheckbox')
  await level(0).first().click()
  await level(1).first().waitFor()
  const name = (await level(1).first().textContent()) ?? ''
  await level(1).first().click()
  // A press beside the columns ends the walk.
  await editor.getByRole('heading').click()
  await page.getByRole('button', { name: t('listTools.apply') }).click()
  await page.waitForURL((url) => /^\d+$/.test(url.searchParams.get('administrativeUnitId') ?? ''))
  const words = t('list.filter.among', { field: t('sites.field.administrativeUnitId'), values: name })
  await page.getByRole('button', { name: words, exact: true }).click()
  await editor.getByRole('checkbox', { name: new RegExp(`${name}$`) }).click()
  await editor.getByRole('button', { name: t('listTools.apply') }).click()
  await page.waitForURL((url) => url.search === '')
})

test('on a phone the rows are cards with the same link, tick box and menu', async () => {
  const { page, t, go } = manager
  await page.setViewportSize({ width: 390, height: 844 })
  await go('/category?title=filtered&pageSize=20')
  await page.getByRole('checkbox', { name: t('list.choose', { label: 'Filtered 01' }) }).check()
  await page.getByText(t('list.chosen', { count: 1 })).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  expect(await tooWide(page)).toBe(0)
  await page.getByRole('button', { name: t('list.rowMenu', { label: 'Filtered 02' }) }).click()
  await page.getByRole('menuitem', { name: t('action.edit') }).click()
  await page
    .getByRole('dialog', { name: t('categories.edit') })
    .getByLabel(t('categories.field.title'))
    .waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Filtered 02', exact: true }).click()
  await page.getByRole('heading', { name: 'Filtered 02', exact: true }).waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('a user who types elsewhere after a dialog keeps the focus when drawing is late', async () => {
  const { page, go } = manager
  await go('/category')
  await bodyRows(page).first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  // As on a machine that freezes: tasks that wait for the next drawing of the page go on waiting.
  await page.evaluate('window.held = []; window.requestAnimationFrame = (act) => window.held.push(act)')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('searchbox').fill('wa')
  expect(await page.evaluate('window.held.length')).toBeGreaterThan(0)
  await page.evaluate('window.held.forEach((act) => act(performance.now()))')
  await page.keyboard.type('ter')
  expect(await page.getByRole('searchbox').inputValue()).toBe('water')
})

test('a filtered list with chosen rows is accessible, by device and theme', async () => {
  const { page, t, go } = manager
  await go('/companies?title=a&createdAt=2020-01-01..')
  await page.getByRole('list', { name: t('listTools.filters') }).waitFor()
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  expect(await flaws(manager)).toEqual([])
})
