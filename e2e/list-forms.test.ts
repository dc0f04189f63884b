/** The form over a list: it has its link, asks only when something would be lost, sends only what was changed, loses nothing. */
import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { radiusBounds } from '#domain/people/site.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made } from './records.ts'
import { details } from './writing.ts'

signManagerIn()

/** A company of this title, with its form open over the list that `query` asks for. */
async function editing(title: string, query = ''): Promise<Made> {
  const { page, go } = manager
  const made = await callApi<Made>(page, 'POST', '/companies', { title, category: 'Forms' })
  await go(`/companies?${query}&modal=update&id=${made.id}`)
  await field('title').waitFor()
  return made
}

const field = (name: string) => manager.page.getByRole('dialog').getByLabel(manager.t(`companies.field.${name}`))
const press = (text: string) =>
  manager.page
    .getByRole('dialog')
    .getByRole('button', { name: manager.t(text) })
    .click()
const question = () => manager.page.getByRole('alertdialog', { name: manager.t('form.unsaved') })
const closed = () => manager.page.getByRole('dialog').waitFor({ state: 'hidden' })

test('a form has its own link, and saving keeps filters, sort and page of the list', async () => {
  const { page, t } = manager
  await editing('Linked', 'category=forms&sort=-title')
  await field('address').fill('Beira')
  await press('action.save')
  await closed()
  await page.waitForURL((url) => url.search === '?category=forms&sort=-title')
  const words = t('list.filter.containing', { field: t('companies.field.category'), text: 'forms' })
  await page.getByRole('table', { name: words }).waitFor()
})

test('a form is called by what it changes, by the name that is stored', async () => {
  const { page, t } = manager
  await editing('Called so')
  await field('title').fill('Called otherwise')
  await page.getByRole('dialog', { name: t('companies.editOf', { name: 'Called so' }), exact: true }).waitFor()
  await field('title').fill('Called so')
  await press('action.cancel')
  await closed()
})

test('all problems of a record are shown at once, and it is sent only without them', async () => {
  const { page, t, go } = manager
  await go('/site?modal=create')
  const sent: string[] = []
  const note = (request: Request) => request.url().endsWith('/sites') && sent.push(request.method())
  page.on('request', note)
  const of = (name: string) => page.getByRole('dialog').getByLabel(t(`sites.field.${name}`))
  await of('radiusMeters').fill('5')
  await of('latitude').fill('1')
  await of('contactPhone').fill('687 751 234')
  await press('action.save')
  const problems = page.getByRole('dialog').locator('.field-problem')
  const { min } = radiusBounds
  await expect
    .poll(() => problems.allTextContents())
    .toEqual([
      t('problems.REQUIRED'),
      t('problems.REQUIRED'),
      t('problems.POINT_INCOMPLETE'),
      t('problems.TOO_SMALL', { limit: min }),
      t('problems.PHONE_COUNTRY_NEEDED'),
    ])
  page.off('request', note)
  expect(sent).toEqual([])
})

test.each([
  ['a form', '/companies', 'action.new', 'companies.new'],
  ['an import', '/site', 'sites.import', 'sites.importTitle'],
] as const)('%s that is long in coming is said to be coming at once', async (_, path, button, title) => {
  const { page, t, go } = manager
  const arrival = Promise.withResolvers<void>()
  await go(path)
  await page.locator('tbody tr[data-row]').first().waitFor()
  await page.route(/\/assets\//, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.getByRole('button', { name: t(button), exact: true }).click()
  const said = page.getByRole('status').getByText(t('form.loading'))
  await said.waitFor()
  arrival.resolve()
  await page.getByRole('dialog', { name: t(title), exact: true }).waitFor()
  await page.unroute(/\/assets\//)
  await said.waitFor({ state: 'hidden' })
})

test('Tab passes open options without choosing one, Enter takes the marked one', async () => {
  const { page, t, go } = manager
  await go('/site?modal=create')
  const of = (name: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${t(`sites.field.${name}`)}\\*?$`))
  const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  for (const name of ['siteCategoryId', 'status']) {
    await of(name).press('ArrowDown')
    await options.locator('.ant-select-item-option-active').waitFor()
    await of(name).press('Tab')
    await options.waitFor({ state: 'hidden' })
    expect(await of(name).and(page.locator(':focus')).count()).toBe(0)
  }
  await page.keyboard.press('Escape')
  await closed()
  await go('/site?modal=create')
  await of('siteCategoryId').press('ArrowDown')
  await options.locator('.ant-select-item-option-active').waitFor()
  await of('siteCategoryId').press('Enter')
  await options.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await press('form.discard')
  await closed()
})

test('saving asks nothing, and sends what was changed and nothing else', async () => {
  const { page } = manager
  await editing('Sent')
  await field('address').fill('Dondo')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await press('action.save')
  expect((await sent).postDataJSON()).toEqual({ address: 'Dondo', version: 1 })
  await closed()
  expect(await question().count()).toBe(0)
})

test('Escape and Back ask before typed text is lost, and not once it was undone', async () => {
  const { page, t, go } = manager
  await go('/companies')
  await page.getByRole('button', { name: t('list.rowMenu', { label: 'Casa de Dados do Púnguè' }) }).click()
  await page.getByRole('menuitem', { name: t('action.edit') }).click()
  await field('address').fill('Somewhere else')
  await page.keyboard.press('Escape')
  await question()
    .getByRole('button', { name: t('form.keepEditing') })
    .click()
  expect(await field('address').inputValue()).toBe('Somewhere else')
  await page.evaluate('history.back()')
  await question()
    .getByRole('button', { name: t('form.keepEditing') })
    .click()
  const { address } =
    (await callApi<{ address: string }[]>(page, 'GET', '/companies?title=%3DCasa de Dados do Púnguè'))[0] ?? {}
  await field('address').fill(address ?? '')
  await page.keyboard.press('Escape')
  await closed()
})

test('the browser asks before a page with typed text is left, and not without text', async () => {
  const { page } = manager
  await editing('Tab closed')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  await field('title').fill('Tab closed, changed')
  expect(asked).toEqual([])
  await page.reload()
  await field('title').waitFor()
  expect(asked).toEqual(['beforeunload'])
})

test('deleting asks for the deletion alone', async () => {
  const { page, t, go } = manager
  await callApi<Made>(page, 'POST', '/companies', { title: 'Deleted by its row' })
  await go('/companies?q=deleted')
  await page.getByRole('button', { name: t('list.rowMenu', { label: 'Deleted by its row' }) }).click()
  await page.getByRole('menuitem', { name: t('action.delete') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('list.deleteCount', { count: 1 }) })
    .click()
  await page.getByText(t('list.noMatch')).waitFor()
  expect(await question().count()).toBe(0)
})

test('what the server refuses or does not hear stays in the form', async () => {
  const { page, t } = manager
  await editing('Kept')
  await page.route(/\/companies\/\d+$/, (route) =>
    route.request().method() === 'PUT' ? route.abort('timedout') : route.continue(),
  )
  await field('address').fill('Typed for long')
  await press('action.save')
  await page.getByRole('dialog').getByRole('alert').getByText(t('errors.NETWORK')).waitFor()
  expect(await field('address').inputValue()).toBe('Typed for long')
  await page.unroute(/\/companies\/\d+$/)
  await press('action.save')
  await closed()
})

test('a survey paid in XAF says by name of which country its phones are', async () => {
  const { page, t, go } = manager
  const paid = { title: 'Of Cameroon', surveyType: 'PAID', amount: '500', currency: 'XAF' }
  const { id } = await callApi<Made>(page, 'POST', '/surveys', paid)
  const phones = (words: string) => page.getByRole('main').getByText(words, { exact: true })
  await go(`/survey/${id}`)
  await phones(t('surveys.phonesWhole')).waitFor()
  await go(`/survey?modal=update&id=${id}`)
  const form = page.getByRole('dialog')
  const country = form.getByLabel(t('surveys.field.country'))
  await form.getByText(t('surveys.countryNone')).waitFor()
  await country.fill('camer')
  await page.locator('.ant-select-item-option-active', { hasText: 'Cameroon' }).waitFor()
  await country.press('Enter')
  await form.getByTitle('Cameroon').first().waitFor()
  await press('action.save')
  await closed()
  expect(await callApi(page, 'GET', `/surveys/${id}`)).toMatchObject({ country: 'CM' })
  await go(`/survey/${id}`)
  await phones(t('surveys.phonesOf', { country: 'Cameroon' })).waitFor()
})

test('a problem that the server finds within a field is shown there until it is solved', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Of bounds', surveyType: 'FREE' })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'All' } })
  const question = { sectionId: section.id, text: { en: 'How many?' }, type: 'INTEGER', validation: { max: 3 } }
  const { id } = await callApi<Made>(page, 'POST', '/questions', question)
  await go(`/survey/${survey.id}?tab=content&form=question:${id}`)
  const form = details(page)
  const least = form.getByLabel(t('questions.bound.min'))
  await least.fill('9')
  const problem = form.getByText(t('problems.MIN_ABOVE_MAX'))
  await problem.waitFor()
  const described = await least.getAttribute('aria-describedby')
  expect(await form.locator(`[id="${described}"]`).textContent()).toContain(t('problems.MIN_ABOVE_MAX'))
  expect(await least.getAttribute('aria-invalid')).toBe('true')
  expect(await least.inputValue()).toBe('9')
  await least.fill('1')
  await problem.waitFor({ state: 'hidden' })
  await expect.poll(() => callApi(page, 'GET', `/questions/${id}`)).toMatchObject({ validation: { min: 1, max: 3 } })
})

test('an answer that is lost makes no second record', async () => {
  const { page, go } = manager
  await go('/companies?modal=create')
  await field('title').fill('Made once')
  await page.route(/\/companies$/, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await press('action.save')
  await page.getByRole('dialog').getByRole('alert').getByText(manager.t('errors.NETWORK')).waitFor()
  await page.unroute(/\/companies$/)
  await press('action.save')
  await closed()
  expect(await callApi<Made[]>(page, 'GET', '/companies?title=%3DMade once')).toHaveLength(1)
})

test('a press beside the form closes nothing', async () => {
  const { page } = manager
  await editing('Pressed beside')
  await field('address').fill('Half a word')
  await page.mouse.click(20, 450)
  await page.keyboard.press('Tab')
  expect(await question().count()).toBe(0)
  expect(await field('address').inputValue()).toBe('Half a word')
})

test('the form of a record deleted elsewhere stays open, and says so on saving', async () => {
  const { page, t, go } = manager
  const { id } = await callApi<Made>(page, 'POST', '/companies', { title: 'Deleted elsewhere' })
  await go(`/companies/${id}?modal=update`)
  await field('address').fill('Half a sentence')
  await callApi(page, 'DELETE', `/companies/${id}`)
  await reconnect(/\/companies\/\d+$/)
  await page.getByText(t('record.loadFailed')).waitFor()
  expect(await field('address').inputValue()).toBe('Half a sentence')
  await press('action.save')
  await page.getByRole('dialog').getByRole('alert').getByText(t('errors.NOT_FOUND')).waitFor()
  expect(await field('address').inputValue()).toBe('Half a sentence')
})

test('a change from elsewhere, even a deletion, reloads no form with typed text', async () => {
  const { page } = manager
  const { id } = await editing('Typed over', 'category=forms')
  await field('address').fill('Half a sentence')
  await callApi(page, 'PUT', `/companies/${id}`, { title: 'Changed elsewhere' })
  await reconnect()
  expect(await field('title').inputValue()).toBe('Typed over')
  expect(await field('address').inputValue()).toBe('Half a sentence')
  await callApi(page, 'DELETE', `/companies/${id}`)
  await reconnect()
  expect(await field('address').inputValue()).toBe('Half a sentence')
})

/** The data behind the form loads again. */
async function reconnect(what = /\/companies\?/): Promise<void> {
  const { page } = manager
  await page.context().setOffline(true)
  const loaded = page.waitForResponse((answer) => what.test(answer.url()))
  await page.context().setOffline(false)
  await (await loaded).finished()
}

test('the last save does not win in silence: each field that differs is a choice', async () => {
  const { page, t } = manager
  const { id } = await editing('Fought over')
  await field('title').fill('Mine')
  await field('address').fill('My address')
  await callApi(page, 'PUT', `/companies/${id}`, { title: 'Theirs', address: 'Their address', description: 'New' })
  await press('action.save')
  const panel = page.getByRole('alertdialog', { name: t('form.conflict.title') })
  await panel.waitFor()
  const choice = (name: string, side: string) =>
    panel.getByRole('radio', { name: new RegExp(`^${t(`companies.field.${name}`)}, ${t(`form.conflict.${side}`)}`) })
  expect(await choice('title', 'mine').isChecked()).toBe(true)
  await choice('address', 'theirs').check()
  await panel.getByRole('button', { name: t('form.conflict.settle') }).click()
  await closed()
  expect(await callApi(page, 'GET', `/companies/${id}`)).toMatchObject({
    title: 'Mine',
    address: 'Their address',
    description: 'New',
  })
})
