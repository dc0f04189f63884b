/** The tools of a list: columns, views, a choice of all matches, export. The server keeps them. */
import { readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arriveAs, heard, signIn, type Visitor } from './browser.ts'
import { openDatabase, waiting } from './database.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made, makeCategories, numbered } from './records.ts'
import { browser } from './test-browser.ts'

signManagerIn()

const bodyRows = (page: Page) => page.locator('tbody tr[data-row]')
const shows = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).waitFor()
const dialog = (page: Page) => page.getByRole('dialog')
const headings = async (page: Page) =>
  (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim()).filter((text) => text !== '')

async function openTool({ page, t }: Visitor, tool: string): Promise<void> {
  await page.getByRole('button', { name: t(`list.tool.${tool}`), exact: true }).click()
  await dialog(page).waitFor()
}

const looks = async () =>
  (await callApi<{ looks: Record<string, object> }>(manager.page, 'GET', '/account/lists')).looks

/** Until the server keeps this look of a list; it hears of it a moment after the last change. */
async function keeps(list: string, look: unknown): Promise<void> {
  await expect.poll(async () => (await looks())[list]).toEqual(look)
}

async function resetLook(list: string): Promise<void> {
  await openTool(manager, 'columns')
  await manager.page.getByRole('button', { name: manager.t('listTools.reset') }).click()
  await keeps(list, undefined)
}

/** Ticks a row, then says "all of them". */
async function chooseAll({ page, t }: Visitor, count: number): Promise<void> {
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  await page.getByRole('button', { name: t('list.chooseMatching', { count }) }).click()
  await page.getByText(t('list.chosenMatching', { count })).waitFor()
}

test('columns are hidden and moved by the keyboard, and stay so after a reload', async () => {
  const { page, t, go } = manager
  await go('/companies')
  await bodyRows(page).first().waitFor()
  const [logo, name, category, address, updated] = await headings(page)
  const height = (await bodyRows(page).first().boundingBox())?.height ?? 0
  await openTool(manager, 'columns')
  await dialog(page)
    .getByRole('checkbox', { name: t('companies.field.category'), exact: true })
    .press('Space')
  await page.getByRole('button', { name: t('listTools.up', { column: updated ?? '' }) }).press('Enter')
  await expect.poll(() => headings(page)).toEqual([logo, name, updated, address, t('list.actions')])
  await page.getByLabel(t('listTools.width', { column: address ?? '' })).fill('260')
  await page.getByLabel(t('listTools.density.compact')).check()
  const columns = ['logoId', 'title', 'updatedAt', 'address']
  await keeps('companies', { columns, widths: { address: 260 }, density: 'compact' })
  await page.reload()
  await expect.poll(() => headings(page)).toEqual([logo, name, updated, address, t('list.actions')])
  await expect.poll(async () => (await bodyRows(page).first().boundingBox())?.height).toBeLessThan(height)
  const heading = page.getByRole('columnheader', { name: address ?? '' })
  await expect.poll(async () => (await heading.boundingBox())?.width).toBeCloseTo(260, 0)
  await resetLook('companies')
  await expect.poll(() => headings(page)).toEqual([logo, name, category, address, updated, t('list.actions')])
})

test('a column is dragged to its place, pulled and typed to its width, and stays so', async () => {
  const { page, t, go } = manager
  await go('/companies')
  await bodyRows(page).first().waitFor()
  const [logo, name, category, address, updated] = await headings(page)
  const heading = (text = '') => page.getByRole('columnheader', { name: text, exact: true })
  const widthOf = async (text = '') => Math.round((await heading(text).boundingBox())?.width ?? 0)
  await openTool(manager, 'columns')
  const place = (key: string) => dialog(page).locator(`[data-key=${key}]`)
  await place('updatedAt').dragTo(place('category'))
  await expect.poll(() => headings(page)).toEqual([logo, name, updated, category, address, t('list.actions')])
  const width = page.getByLabel(t('listTools.width', { column: category ?? '' }))
  await width.pressSequentially('160')
  await expect.poll(() => widthOf(category)).toBe(160)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  const before = await widthOf(address)
  const edge = await heading(address).locator('.table-edge').boundingBox()
  if (!edge) throw new Error('The heading has no edge to pull')
  const at = { x: edge.x + edge.width / 2, y: edge.y + edge.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 30, at.y)
  await page.mouse.move(at.x + 60, at.y)
  await page.mouse.up()
  await page.mouse.move(at.x + 200, at.y)
  await expect.poll(() => widthOf(address)).toBe(before + 60)
  const columns = ['logoId', 'title', 'updatedAt', 'category', 'address']
  await keeps('companies', { columns, widths: { category: 160, address: before + 60 } })
  await page.reload()
  await expect.poll(() => headings(page)).toEqual([logo, name, updated, category, address, t('list.actions')])
  await expect.poll(async () => [await widthOf(category), await widthOf(address)]).toEqual([160, before + 60])
  await resetLook('companies')
  await expect.poll(() => headings(page)).toEqual([logo, name, category, address, updated, t('list.actions')])
})

test('the last choice reaches the server even when the page is left at once', async () => {
  const { page, t, go } = manager
  await go('/category')
  await bodyRows(page).first().waitFor()
  await openTool(manager, 'columns')
  await page.getByRole('checkbox', { name: t('categories.field.description') }).uncheck()
  await go('/dashboard')
  await keeps('categories', { columns: expect.not.arrayContaining(['description']) })
  await go('/category')
  await bodyRows(page).first().waitFor()
  expect(await headings(page)).not.toContain(t('categories.field.description'))
  await resetLook('categories')
})

test('a look that the server does not keep is said to be lost', async () => {
  const { page, t, go } = manager
  await go('/category')
  await page.route(/\/account\/lists\//, (route) => route.abort('timedout'))
  await openTool(manager, 'columns')
  await page.getByLabel(t('listTools.density.compact')).check()
  await heard(page, t('list.lookFailed'))
  await page.unroute(/\/account\/lists\//)
})

test('a view is saved, opened from elsewhere, marked when changed, shared and deleted', async () => {
  const { page, t, go } = manager
  await makeCategories(page, numbered('Viewed', 3))
  await go('/category?title=viewed&sort=-title')
  await shows(page, 'Viewed 03')
  await openTool(manager, 'views')
  await page.getByLabel(t('listTools.viewSaveAs')).fill('Viewed, last first')
  await page.getByRole('button', { name: t('action.save') }).click()
  await page.waitForURL((url) => url.searchParams.has('saved'))
  await go('/category')
  await openTool(manager, 'views')
  await page.getByRole('link', { name: /^Viewed, last first/ }).click()
  await page.waitForURL((url) => url.searchParams.get('title') === 'viewed')
  await expect.poll(() => bodyRows(page).count()).toBe(3)
  const named = (name: string) => page.getByRole('button', { name, exact: true })
  await named('Viewed, last first').waitFor()
  await page.getByRole('searchbox').fill('02')
  await named(t('listTools.viewChanged', { name: 'Viewed, last first' })).click()
  await page.getByRole('button', { name: t('listTools.viewUpdate', { name: 'Viewed, last first' }) }).click()
  await named('Viewed, last first').waitFor()
  await page.getByRole('button', { name: t('listTools.viewShare', { name: 'Viewed, last first' }) }).click()
  await page.getByRole('button', { name: t('listTools.viewUnshare', { name: 'Viewed, last first' }) }).waitFor()
  const other = await arriveAs(browser, 'auditor', 'en')
  await other.go('/category')
  await openTool(other, 'views')
  await other.page.getByRole('link', { name: /^Viewed, last first/ }).click()
  await shows(other.page, 'Viewed 02')
  await other.leave()
  await page.getByRole('button', { name: t('listTools.viewRemove', { name: 'Viewed, last first' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('action.delete') })
    .click()
  await page.getByRole('link', { name: /^Viewed, last first/ }).waitFor({ state: 'hidden' })
})

test('a view whose name is in use is refused at the field, by both ways to name one', async () => {
  const { page, t, go } = manager
  for (const name of ['Twin', 'Other'])
    await callApi(page, 'POST', '/views', { list: 'categories', name, query: '', shared: false })
  await go('/category')
  await openTool(manager, 'views')
  const taken = async (field: Locator) => {
    await field.press('Enter')
    await page.getByRole('alert').getByText(t('listTools.viewNameTaken')).waitFor()
    expect(await page.getByText(t('errors.DUPLICATE')).count()).toBe(0)
    await page.locator('input:focus[aria-invalid=true]').and(field).waitFor()
    await field.press('End')
    await field.press('2')
    await page.getByText(t('listTools.viewNameTaken')).waitFor({ state: 'hidden' })
  }
  const saving = page.getByLabel(t('listTools.viewSaveAs'))
  await saving.fill('twin')
  await taken(saving)
  await page.getByRole('button', { name: t('listTools.viewRename', { name: 'Other' }) }).click()
  const renaming = page.getByLabel(t('listTools.viewName'), { exact: true })
  await renaming.fill('TWIN')
  await taken(renaming)
  await renaming.press('Enter')
  await page.getByRole('link', { name: /^TWIN2/ }).waitFor()
})

test('a choice of all matches keeps its filter: another filter on screen adds no row', async () => {
  const { page, t, go } = manager
  await makeCategories(page, [...numbered('Frozen', 12), ...numbered('Spared', 3)])
  await go('/category?title=frozen')
  await shows(page, 'Frozen 01')
  await chooseAll(manager, 12)
  await page.getByRole('searchbox').fill('spared')
  await page.getByText(t('list.noMatch')).waitFor()
  await go('/category?title=frozen')
  await shows(page, 'Frozen 01')
  await chooseAll(manager, 12)
  await page.getByRole('button', { name: /^Remove filter/ }).click()
  await page.waitForURL((url) => !url.searchParams.has('title'))
  const words = t('list.filter.containing', { field: t('categories.field.title'), text: 'frozen' })
  await page.getByText(t('list.chosenUnder', { filter: words })).waitFor()
  expect(await page.getByRole('checkbox', { name: t('list.chooseAll') }).isChecked()).toBe(false)
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 12 }) })
    .click()
  await heard(page, t('list.deleted', { count: 12 }))
  await go('/category?q=spared')
  await shows(page, 'Spared 03')
  await go('/category?title=frozen')
  await page.getByText(t('list.noMatch')).waitFor()
})

test('when the matches have changed, both numbers are shown and a second yes is needed', async () => {
  const { page, t, go } = manager
  await makeCategories(page, numbered('Counted', 11))
  await go('/category?title=counted')
  await shows(page, 'Counted 01')
  await chooseAll(manager, 11)
  await makeCategories(page, ['Counted late'])
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 11 }) })
    .click()
  await dialog(page)
    .getByText(t('list.countChanged', { before: 11, now: 12 }))
    .waitFor()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 12 }) })
    .click()
  await heard(page, t('list.deleted', { count: 12 }))
})

test('a bulk deletion names the remaining rows and their uses, and reports no success', async () => {
  const { page, t, go } = manager
  await callApi<Made>(page, 'POST', '/companies', { title: 'Agora sem uso' })
  await go('/companies?sort=title&pageSize=20')
  await page.getByRole('checkbox', { name: t('list.choose', { label: 'Agora sem uso' }) }).check()
  await page.getByRole('checkbox', { name: t('list.choose', { label: 'Casa de Dados do Púnguè' }) }).check()
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 2 }) })
    .click()
  await dialog(page)
    .getByText(t('list.outcomeCounts', { done: 1, failed: 1, skipped: 0 }))
    .waitFor()
  const stayed = dialog(page).getByRole('row', { name: /Casa de Dados do Púnguè/ })
  await stayed.getByText(/^✕ Used by \d+ sites/).waitFor()
  expect(await page.evaluate<string[]>('heard')).toEqual([])
  // For as long as it is used it would only be refused again: what is offered is the way to what uses it.
  expect(
    await dialog(page)
      .getByRole('button', { name: t('list.retryFailed', { count: 1 }) })
      .count(),
  ).toBe(0)
  const way = stayed.getByRole('link')
  const record = await way.getAttribute('href')
  await dialog(page)
    .getByRole('button', { name: t('action.close') })
    .last()
    .click()
  await page.getByText(t('list.chosen', { count: 1 })).waitFor()
  await go(record ?? '')
  await page.getByRole('heading', { name: 'Casa de Dados do Púnguè' }).waitFor()
})

test('a row deleted by another user meanwhile is named, and not offered for a retry', async () => {
  const { page, t, go } = manager
  await makeCategories(page, numbered('Overtaken', 3))
  await go('/category?title=overtaken')
  await shows(page, 'Overtaken 03')
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  const path = await page.getByRole('link', { name: 'Overtaken 02', exact: true }).getAttribute('href')
  await callApi(page, 'DELETE', `/categories/${path?.split('/').at(-1)}`)
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 3 }) })
    .click()
  await dialog(page)
    .getByRole('row', { name: /Overtaken 02/ })
    .getByText(`✕ ${t('errors.NOT_FOUND')}`)
    .waitFor()
  expect(
    await dialog(page)
      .getByRole('button', { name: t('list.retryFailed', { count: 1 }) })
      .count(),
  ).toBe(0)
  await dialog(page)
    .getByRole('button', { name: t('action.close') })
    .last()
    .click()
  await page.getByText(t('list.noMatch')).waitFor()
})

test('what was refused for another reason than its use can be tried again', async () => {
  const { page, t, go } = manager
  await makeCategories(page, numbered('Again', 2))
  await go('/category?title=again')
  await shows(page, 'Again 02')
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  const path = '**/api/v1/categories/delete'
  // The first time the server says no to all of them, and does nothing.
  await page.route(path, async (route) => {
    const { ids } = route.request().postDataJSON() as { ids: number[] }
    const results = ids.map((id) => ({ id, ok: false, code: 'UNAVAILABLE', message: 'Busy' }))
    const data = { results, succeeded: 0, failed: ids.length, skipped: 0 }
    await route.fulfill({ json: { success: false, message: 'OK', statusCode: 200, data, list: null, total: null } })
  })
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 2 }) })
    .click()
  const again = dialog(page).getByRole('button', { name: t('list.retryFailed', { count: 2 }) })
  await again.waitFor()
  await page.unroute(path)
  await again.click()
  await dialog(page)
    .getByText(t('list.outcomeCounts', { done: 2, failed: 0, skipped: 0 }))
    .waitFor()
  await dialog(page)
    .getByRole('button', { name: t('action.close') })
    .last()
    .click()
  await page.getByText(t('list.noMatch')).waitFor()
})

test('an export holds every row of the filter under the headings of the page', async () => {
  const { page, t, go } = manager
  await makeCategories(page, numbered('Exported', 23))
  await go('/category?title=exported')
  await shows(page, 'Exported 01')
  await page.getByRole('button', { name: t('list.tool.export'), exact: true }).click()
  await dialog(page)
    .getByText(t('listTools.exportRows', { count: 23 }), { exact: true })
    .waitFor()
  await dialog(page).getByLabel(t('listTools.format.CSV')).check()
  await dialog(page)
    .getByRole('button', { name: t('listTools.exportCount', { count: 23 }) })
    .click()
  const ready = dialog(page).getByRole('button', { name: /^Download/ })
  await ready.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), ready.click()])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(24)
  expect(lines[0]).toContain(t('categories.field.title'))
  expect(lines.filter((line) => line.includes('Exported'))).toHaveLength(23)
})

test('a bulk call carries its rows and nothing else: it writes no field left unchosen', async () => {
  const { page, t, go } = manager
  const made = await makeCategories(page, numbered('Carried', 2))
  await go('/category?q=carried')
  await shows(page, 'Carried 02')
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  const sent = page.waitForRequest((request) => request.method() === 'DELETE' || request.method() === 'POST')
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 2 }) })
    .click()
  expect((await sent).postDataJSON()).toEqual({ ids: expect.toSatisfy(sameIds(made)) })
  await page.getByText(t('list.noMatch')).waitFor()
})

const sameIds = (made: readonly Made[]) => (ids: number[]) =>
  ids.toSorted((a, b) => a - b).join() ===
  made
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join()

/** More than one call takes: 1,005 records of that name, the list of them alone, all of them chosen. */
async function chooseMany(visitor: Visitor, name: string): Promise<Client> {
  const database = await openDatabase()
  await database.query(`insert into category (title) select $1 || ' ' || n from generate_series(1, 1005) n`, [name])
  await visitor.go(`/category?title=${name}`)
  await bodyRows(visitor.page).first().waitFor()
  await chooseAll(visitor, 1005)
  return database
}

const own = (path: string) => manager.page.waitForURL((url) => new RegExp(path).test(url.pathname))

test('an export does not stop at 1,000 rows, shows its progress and has its own URL', async () => {
  const { page, t } = manager
  const database = await chooseMany(manager, 'Leaving')
  await page.getByRole('button', { name: t('list.tool.export'), exact: true }).click()
  await dialog(page).getByLabel(t('listTools.format.CSV')).check()
  await dialog(page)
    .getByRole('button', { name: t('listTools.exportCount', { count: 1005 }) })
    .click()
  await dialog(page).getByRole('progressbar').waitFor()
  await dialog(page)
    .getByRole('link', { name: t('jobs.own') })
    .click()
  await own(String.raw`/jobs/\d+$`)
  await page.reload()
  const ready = page.getByRole('button', { name: /^Download/ })
  const [download] = await Promise.all([page.waitForEvent('download'), ready.click()])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines.filter((line) => line.includes('Leaving'))).toHaveLength(1005)
  await database.query("delete from category where title like 'Leaving %'")
})

test('a bulk deletion of over 1,000 rows is a job with its progress and its own URL', async () => {
  const { page, t, go } = manager
  await chooseMany(manager, 'Going')
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 1005 }) })
    .click()
  await dialog(page).getByRole('progressbar').waitFor()
  await dialog(page)
    .getByRole('link', { name: t('jobs.own') })
    .click()
  await own(String.raw`/jobs/\d+$`)
  await page.reload()
  await page.getByText(t('jobs.state.DONE'), { exact: true }).first().waitFor()
  await go('/category?title=going')
  await page.getByText(t('list.noMatch')).waitFor()
})

test('after a bulk deletion, the list behind its dialog no longer shows deleted rows', async () => {
  const { page, t, go } = manager
  const database = await openDatabase()
  await database.query("insert into category (title) select 'Gone ' || n from generate_series(1, 1005) n")
  await go('/category?title=gone')
  await bodyRows(page).first().waitFor()
  await chooseAll(manager, 1005)
  // Held up, so that the list has loaded again before the first row is gone.
  await database.query("begin; select from category where title like 'Gone %' for update")
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 1005 }) })
    .click()
  await dialog(page).getByText(t('jobs.state.RUNNING'), { exact: true }).first().waitFor()
  await waiting(database, 1)
  await database.query('rollback')
  await dialog(page).getByText(t('jobs.state.DONE'), { exact: true }).first().waitFor()
  await dialog(page)
    .getByRole('button', { name: t('action.close') })
    .last()
    .click()
  await page.getByText(t('list.noMatch')).waitFor()
})

test('a job stopped in its dialog says how far it came and leaves remaining rows alone', async () => {
  const { page, t } = manager
  const database = await chooseMany(manager, 'Stopped')
  // Another session works on these rows: the first batch waits for it, and the stop of the job waits for the batch.
  await database.query("begin; select from category where title like 'Stopped %' for update")
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 1005 }) })
    .click()
  await dialog(page).getByText(t('jobs.state.RUNNING'), { exact: true }).first().waitFor()
  await waiting(database, 1)
  await dialog(page)
    .getByRole('button', { name: t('jobs.cancel') })
    .click()
  await waiting(database, 2)
  await database.query('rollback')
  await dialog(page).getByText(t('jobs.state.CANCELLED'), { exact: true }).first().waitFor()
  const id = /\d+$/.exec((await dialog(page).getByRole('link').getAttribute('href')) ?? '')?.[0]
  const job = await callApi<{ state: string; done: number; succeeded: number }>(page, 'GET', `/jobs/${id}`)
  expect(job).toMatchObject({ state: 'CANCELLED', done: 500, succeeded: 500 })
  await dialog(page)
    .getByText(t('jobs.left', { count: 505 }))
    .waitFor()
  expect(
    await dialog(page)
      .getByRole('button', { name: t('jobs.cancel') })
      .count(),
  ).toBe(0)
  const { rows } = await database.query("select from category where title like 'Stopped %'")
  expect(rows).toHaveLength(505)
  await database.query("delete from category where title like 'Stopped %'")
})

test('an export and the refused rows of a job are files in the language of the page', async () => {
  // Not the manager, whose language stays as it is for the other tests.
  const visitor = await signIn(browser, 'admin', 'pt-br')
  const { page, t, go, leave } = visitor
  const saved = async (button: Locator) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    return readFile(await download.path(), 'utf8')
  }
  await go('/site?status=ACTIVE')
  await bodyRows(page).first().waitFor()
  await page.getByRole('button', { name: t('list.tool.export'), exact: true }).click()
  await dialog(page).getByLabel(t('listTools.format.CSV')).check()
  const count = Number(await page.locator('.list-total').textContent())
  await dialog(page)
    .getByRole('button', { name: t('listTools.exportCount', { count }) })
    .click()
  const exported = await saved(
    dialog(page).getByRole('button', { name: t('jobs.downloadNamed', { name: 'sites.csv' }) }),
  )
  expect(exported).toContain(t('sites.status.ACTIVE'))
  expect(exported).not.toContain('ACTIVE')

  const database = await chooseMany(visitor, 'Refused')
  await database.query(`
    insert into subcategory (title, category_id)
    select 'Of the refused', min(id) from category where title like 'Refused %'`)
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await dialog(page)
    .getByRole('button', { name: t('list.deleteCount', { count: 1005 }) })
    .click()
  const refused = await saved(dialog(page).getByRole('button', { name: t('jobs.downloadRefused') }))
  expect(refused).toContain(t('list.record'))
  expect(refused).toMatch(new RegExp(`Refused \\d+,${t('errors.IN_USE')},IN_USE`))
  await database.query("delete from subcategory where title = 'Of the refused'")
  await database.query("delete from category where title like 'Refused %'")
  await leave()
})

test('single keys can be switched off, and stay so', async () => {
  const { page, t, go } = manager
  await go('/category')
  await bodyRows(page).first().waitFor()
  await page.keyboard.press('?')
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/account/keys'))
  await dialog(page).getByRole('switch').click()
  expect((await kept).ok()).toBe(true)
  await page.reload()
  await bodyRows(page).first().waitFor()
  await page.keyboard.press('j')
  expect(await page.locator('tbody a:focus').count()).toBe(0)
  await page.getByRole('button', { name: t('list.tool.keys') }).click()
  const again = page.waitForResponse((answer) => answer.url().endsWith('/account/keys'))
  await dialog(page).getByRole('switch').click()
  await again
})
