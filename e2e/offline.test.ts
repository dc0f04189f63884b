/** The network is cut: the page says so, keeps the user's work, and goes on once it is back. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { heard, keepFailedImports, signIn } from './browser.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made, makeCategories, numbered } from './records.ts'
import { browser } from './test-browser.ts'

signManagerIn()

const cut = (offline: boolean) => manager.page.context().setOffline(offline)
beforeAll(() => keepFailedImports(manager.page))
afterEach(() => cut(false))

const rows = () => manager.page.locator('tbody tr[data-row]')
const dialog = () => manager.page.getByRole('dialog')
const press = (text: string, values = {}) =>
  dialog()
    .getByRole('button', { name: manager.t(text, values) })
    .click()
const retry = () => manager.page.getByRole('button', { name: manager.t('action.retry') })

test('a list keeps its chosen rows, says that the next page failed, and shows it later', async () => {
  const { page, t, go } = manager
  await makeCategories(page, numbered('Cut', 12))
  await go('/category?title=cut')
  await page.getByRole('checkbox', { name: t('list.choose', { label: 'Cut 01' }) }).check()
  await cut(true)
  await page.getByRole('button', { name: t('list.toPage', { page: 2 }) }).click()
  const alert = page.getByRole('alert')
  await alert.getByText(t('list.failed')).waitFor()
  await alert.getByText(t('errors.NETWORK')).waitFor()
  expect(await page.getByText(t('list.noMatch')).count()).toBe(0)
  await page.getByText(t('list.chosen', { count: 1 })).waitFor()
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await retry().last().waitFor()
  await cut(false)
  await page.getByRole('link', { name: 'Cut 12', exact: true }).waitFor()
  await page.getByText(t('list.chosen', { count: 1 })).waitFor()
  await retry().click()
  await dialog().getByText('Cut 01').waitFor()
  await press('list.deleteCount', { count: 1 })
  await heard(page, t('list.deleted', { count: 1 }))
})

test('a tool that failed to load leaves the list alone, and loads at the next try', async () => {
  const { page, t, go } = manager
  await makeCategories(page, ['Kept while a tool failed'])
  await go('/category?title=kept while')
  await page.getByRole('checkbox', { name: t('list.choose', { label: 'Kept while a tool failed' }) }).check()
  await cut(true)
  await page.getByRole('button', { name: t('list.tool.columns'), exact: true }).click()
  await dialog().getByText(t('shell.partMissing')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('action.new') }).click()
  await page.getByText(t('shell.partMissing')).waitFor()
  await page.getByText(t('list.chosen', { count: 1 })).waitFor()
  await cut(false)
  await retry().click()
  const title = dialog().getByLabel(t('categories.field.title'))
  await title.fill('Made afterwards')
  // Its style sheet came as well: a field is as wide as the form.
  await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(500)
  await press('action.save')
  await dialog().waitFor({ state: 'hidden' })
  await page.getByText(t('list.chosen', { count: 1 })).waitFor()
})

test('a drawer that failed to load leaves the list below it, and loads at the next try', async () => {
  const { page, t, go, leave } = await signIn(browser, 'auditor', 'en')
  await keepFailedImports(page)
  await go('/logs')
  await page.locator('tbody tr[data-row]').first().waitFor()
  await page.route(/\/assets\//, (route) => route.abort())
  await page.locator('tbody th[scope=row] a').first().click()
  await page.getByText(t('shell.partMissing')).waitFor()
  await page.locator('tbody tr[data-row]').first().waitFor()
  await page.unroute(/\/assets\//)
  await page.getByRole('button', { name: t('action.retry') }).click()
  await page.getByRole('dialog').waitFor()
  await leave()
})

test('a screen that did not come says so, and comes when the page is loaded again', async () => {
  const { page, t, go } = manager
  await go('/category')
  await rows().first().waitFor()
  await cut(true)
  await page.getByRole('link', { name: t('companies.title'), exact: true }).click()
  await page.getByText(t('screen.error.title')).waitFor()
  await cut(false)
  await page.getByRole('button', { name: t('screen.reload') }).click()
  await page.getByRole('heading', { name: t('companies.title') }).waitFor()
})

test('a form keeps what was typed while it cannot be saved, and saves it once', async () => {
  const { page, t, go } = manager
  await go('/companies?modal=create')
  await dialog().getByLabel(t('companies.field.title')).fill('Typed without a network')
  await dialog().getByLabel(t('companies.field.address')).fill('On the road')
  await cut(true)
  await press('action.save')
  await dialog().getByRole('alert').getByText(t('errors.NETWORK')).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: t('form.unsaved') })
    .getByRole('button', { name: t('form.keepEditing') })
    .click()
  expect(await dialog().getByLabel(t('companies.field.address')).inputValue()).toBe('On the road')
  await cut(false)
  await press('action.save')
  await dialog().waitFor({ state: 'hidden' })
  const made = await callApi<Made[]>(page, 'GET', '/companies?title=Typed without')
  expect(made).toMatchObject([{ title: 'Typed without a network', address: 'On the road' }])
})

test('an export says that its request failed, then that its state is unknown, and ends', async () => {
  const { page, t, go } = manager
  await makeCategories(page, numbered('Unheard', 11))
  await go('/category?title=unheard')
  await rows().first().waitFor()
  await page.getByRole('button', { name: t('list.tool.export'), exact: true }).click()
  await dialog().getByLabel(t('listTools.format.CSV')).check()
  await cut(true)
  await press('listTools.exportCount', { count: 11 })
  await dialog().getByRole('alert').getByText(t('errors.NETWORK')).waitFor()
  expect(await dialog().getByLabel(t('listTools.format.CSV')).isChecked()).toBe(true)
  await cut(false)
  // It would be done before anybody could cut anything: the page hears so only afterwards.
  await page.route(/\/jobs\/\d+$/, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { data: { ...data, state: 'RUNNING', file: null } } })
  })
  await press('listTools.exportCount', { count: 11 })
  await dialog().getByText(t('jobs.state.RUNNING'), { exact: true }).first().waitFor()
  await cut(true)
  await page.unroute(/\/jobs\/\d+$/)
  await dialog().getByRole('alert').getByText(t('jobs.failedToLoad')).waitFor()
  await dialog().getByRole('progressbar').waitFor()
  await cut(false)
  await dialog()
    .getByRole('button', { name: /^Download/ })
    .waitFor()
  expect(await dialog().getByRole('alert').count()).toBe(0)
})

test('a job screen opened without the server shows the job once the server is back', async () => {
  const { page, t, go } = manager
  const { jobId } = await callApi<{ jobId: number }>(page, 'POST', '/categories/export', { format: 'CSV' })
  await page.route(/\/v1\/jobs\/\d+$/, (route) => route.abort('connectionrefused'))
  await go(`/jobs/${jobId}`)
  await page.getByRole('alert').getByText(t('jobs.failedToLoad')).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: /^Download/ }).waitFor()
})
