/** People and roles as an administrator meets them, and what stays of a form when the session ends under it. */
import { expect, test } from 'vitest'
import { heard, signIn, visit, type Visitor } from './browser.ts'
import { demoPassword } from './global-setup.ts'
import { browser } from './test-browser.ts'

/** The session is over: the next call of the form is refused, and the user signs in again. */
async function losesSessionAndEnters({ page, t }: Visitor, username: string): Promise<void> {
  await page.evaluate((token) => localStorage.setItem('authToken', token), username.padEnd(43, 'x'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('action.save') })
    .click()
  await page.waitForURL('**/login?from=%2Fcompanies%3Fmodal%3Dcreate')
  await page.getByLabel(t('login.username')).fill(username)
  await page.getByLabel(t('login.password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('login.submit') }).click()
  await page.waitForURL('**/companies?modal=create')
}

test('typed text survives the end of a session, for the same person only', async () => {
  // The second person has the language that they chose last.
  await (await signIn(browser, 'admin', 'en')).leave()
  const visitor = await signIn(browser, 'manager', 'en')
  const { page, t, go, leave } = visitor
  const title = page.getByRole('dialog').getByLabel(t('companies.field.title'))
  await go('/companies?modal=create')
  await title.fill('Half typed')
  await losesSessionAndEnters(visitor, 'manager')
  await page.getByText(t('form.restored')).waitFor()
  expect(await title.inputValue()).toBe('Half typed')

  await losesSessionAndEnters(visitor, 'admin')
  await title.waitFor()
  expect(await title.inputValue()).toBe('')
  expect(await page.getByText(t('form.restored')).count()).toBe(0)
  await leave()
})

test('a new role asks before it is dropped, leads to its permissions, Back to the list', async () => {
  const { page, t, go, leave } = await signIn(browser, 'admin', 'pt-br')
  await go('/roles')
  await page.getByRole('button', { name: t('roles.new') }).click()
  const form = page.getByRole('dialog')
  const name = form.getByLabel(t('roles.field.name'))
  await name.fill('Chefe de campo')
  await page.keyboard.press('Escape')
  await form
    .getByRole('alertdialog')
    .getByRole('button', { name: t('form.keepEditing') })
    .click()
  await form.getByLabel(t('roles.field.role')).fill('reviewer')
  await page.keyboard.press('Enter')
  await heard(page, t('roles.createFailed'))
  await form.getByLabel(t('roles.field.role')).fill('')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/roles\?view=matrix&role=\d+$/)
  await page
    .getByRole('paragraph')
    .filter({ hasText: t('roles.noDescription') })
    .waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Chefe de campo' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await leave()
})

test('participants are searched by the specified call, and a search that fails says so', async () => {
  const { page, t, go, leave } = await signIn(browser, 'manager', 'zh')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/v1/users/')) asked.push(pathname + search)
  })
  await go('/user')
  await page.getByRole('row').nth(1).waitFor()
  const found = page.waitForResponse('**/users/search?*')
  await page.getByRole('searchbox').fill('ana')
  expect((await found).status()).toBe(200)
  expect(asked).toEqual([
    '/api/v1/users/participants?page=1&pageSize=10',
    '/api/v1/users/search?page=1&size=10&query=ana&adminType=PARTICIPANT',
  ])
  await page.route('**/users/search?*', (route) => route.abort())
  await page.getByRole('searchbox').fill('anab')
  await page.getByText(t('list.searchFailed')).waitFor()
  await leave()
})

test('an administrator gives an account a picture, and is told when a file is none', async () => {
  const { page, t, go, leave } = await signIn(browser, 'admin', 'en')
  await go('/admin')
  await page.getByRole('searchbox').fill('reviewer')
  await page.waitForURL(/q=reviewer/)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: t('people.edit') }).click()
  const form = page.getByRole('dialog')
  const picture = form.getByLabel(t('admins.field.avatar'))
  await picture.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('none') })
  await form.getByText(t('admins.avatarUnreadable')).waitFor()
  await picture.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await form.getByRole('button', { name: t('action.save') }).click()
  await page.locator('.page-head img[src^="data:image/webp"]').waitFor()
  await leave()
})

test('a pasted list invites its people, and says what is wrong with a line', async () => {
  const { page, t, go, leave } = await signIn(browser, 'admin', 'en')
  await go('/admin')
  await page.getByRole('button', { name: t('people.inviteMany.open') }).click()
  const form = page.getByRole('dialog')
  const list = form.getByRole('textbox')
  const invite = (count: number) => form.getByRole('button', { name: t('people.inviteMany.action', { count }) }).click()
  await list.fill(
    'Lia Sitoe\tlia@example.org\tReviewer\nAdmin Two, admin@example.org, Auditor\nNo Role, no@example.org',
  )
  await invite(3)
  await form.getByText(t('problems.UNKNOWN_CHOICE')).waitFor()
  await list.fill('Lia Sitoe\tlia@example.org\tReviewer\nAdmin Two, admin@example.org, Auditor')
  await invite(2)
  // This house sends no mail: the link is handed over. The other line stays, with what the server says.
  await form.getByText(t('people.inviteMany.links')).waitFor()
  await form.getByText(t('problems.DUPLICATE')).waitFor()
  expect(await list.inputValue()).toBe('Admin Two, admin@example.org, Auditor')
  const path = new URL(
    (await form
      .getByTitle(/password/)
      .first()
      .getAttribute('title')) ?? '',
  ).pathname
  await list.fill('')
  await leave()
  const visitor = await visit(browser, 'en')
  await visitor.go(path)
  await visitor.page.getByText('Lia Sitoe').waitFor()
  await visitor.leave()
})
