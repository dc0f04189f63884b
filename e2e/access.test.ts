/** Sign-in and sign-out as the browser does them, and every screen readable by everybody, in both themes. */
import { expect, test } from 'vitest'
import { signIn, visit, type Visitor } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { desktop, flaws, turnTo } from './screens.ts'
import { browser } from './test-browser.ts'

test('a visitor without a session signs in first, then reaches the page of the link', async () => {
  const { page, t, go, leave } = await visit(browser, 'en')
  await page.clock.install()
  await go('/companies?page=1')
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === '/companies?page=1')
  await page.getByLabel(t('login.username')).fill('auditor')
  await page.getByLabel(t('login.password'), { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  const failure = page.getByText(t('errors.LOGIN_FAILED'))
  await failure.waitFor()
  // Of readers who take their time.
  await page.clock.runFor(60_000)
  await page.getByLabel(t('login.password'), { exact: true }).fill('journey password 1')
  expect(await failure.count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: t('companies.title') }).waitFor()
  // The keyboard goes on at the top of the screen.
  await page.locator('main:focus').waitFor()
  await leave()
})

test('signing out clears what the browser keeps, and the token is void', async () => {
  const { page, t, go, leave } = await signIn(browser, 'auditor', 'en')
  await go('/dashboard')
  const stored = () => page.evaluate(() => Object.keys(localStorage).sort())
  await expect.poll(stored).toEqual(['authToken', 'isInit', 'permissions', 'routeList', 'user'])
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.getByRole('button', { name: t('shell.userMenu', { name: '' }) }).click()
  await page.getByRole('menuitem', { name: t('shell.signOut') }).click()
  await page.waitForURL('**/login?from=*')
  await expect.poll(stored).toEqual([])
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

test('a screen outside the role is forbidden; an unknown one or survey is not found', async () => {
  const { page, t, go, leave } = await signIn(browser, 'reviewer', 'en')
  await go('/payments')
  await page.getByRole('heading', { name: t('screen.forbidden.title', { screen: '/payments' }) }).waitFor()
  await go('/nowhere')
  await page.getByRole('heading', { name: t('screen.notFound.title') }).waitFor()
  await go('/survey/999999999')
  await page.getByText(t('surveys.maybeNotGiven')).waitFor()
  await leave()
})

test('a form opened by its link without the right to send it names the missing right', async () => {
  const { page, t, go, leave } = await signIn(browser, 'auditor', 'en')
  const words = t('action.needs', { permission: 'categories.write' })
  await go('/category?modal=create')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(words).waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  const [first] = await callApi<Made[]>(page, 'GET', '/categories?pageSize=1')
  await go(`/category?modal=update&id=${first?.id}`)
  await dialog.getByText(words).waitFor()
  expect(await dialog.getByLabel(t('categories.field.title')).inputValue()).toBe(first?.title)
  await leave()
})

test('a right lost beside an open form is named at the next click, and the text stays', async () => {
  const admin = await signIn(browser, 'admin', 'en')
  const { post, token } = await callsOf(admin)
  const permissions = ['companies.read', 'companies.write']
  const { id: role } = (await post('/users/createRole', token, { name: 'Beside', permissions })).data
  await makeStaff(admin, { username: 'beside', password: 'beside password 1', roleId: role })
  const clerk = await visit(browser, 'pt-br')
  await clerk.page.getByLabel(clerk.t('login.username')).fill('beside')
  await clerk.page.getByLabel(clerk.t('login.password'), { exact: true }).fill('beside password 1')
  await clerk.page.getByRole('button', { name: clerk.t('login.submit') }).click()
  await clerk.page.waitForURL('**/dashboard')
  await clerk.go('/companies')
  await clerk.page.getByRole('button', { name: clerk.t('action.new') }).click()
  const form = clerk.page.getByRole('dialog')
  await form.getByLabel(clerk.t('companies.field.title')).fill('Escrito antes')

  await admin.go(`/roles?view=matrix&role=${role}`)
  const permission = admin.t('roles.permission.companies.write')
  await admin.page.getByRole('checkbox', { name: admin.t('roles.boxLabel', { role: 'Beside', permission }) }).uncheck()
  await admin.page.getByRole('button', { name: admin.t('roles.saveChanges', { count: 1 }) }).click()
  await admin.page.getByText(admin.t('roles.saved', { count: 1 })).waitFor()

  await form.getByRole('button', { name: clerk.t('action.save') }).click()
  const words = clerk.t('screen.forbidden.needs', { permission: 'companies.write' })
  await form.getByRole('alert').getByText(words).waitFor()
  expect(await form.getByLabel(clerk.t('companies.field.title')).inputValue()).toBe('Escrito antes')
  expect(new URL(clerk.page.url()).pathname).toBe('/companies')
  await clerk.go('/companies')
  await clerk.page.getByRole('heading', { name: clerk.t('companies.title') }).waitFor()
  for (const { leave } of [clerk, admin]) await leave()
})

test('a user whose role waits for a second administrator is told so on each screen', async () => {
  const admin = await signIn(browser, 'admin', 'en')
  const [role] = await callApi<Made[]>(admin.page, 'GET', '/users/roles?q=payment%20approver')
  await makeStaff(admin, { username: 'waiting', password: 'waiting password 1', roleId: role?.id ?? 0 })
  await admin.leave()
  const { page, t, go, leave } = await visit(browser, 'pt-br')
  await page.getByLabel(t('login.username')).fill('waiting')
  await page.getByLabel(t('login.password'), { exact: true }).fill('waiting password 1')
  await page.getByRole('button', { name: t('login.submit') }).click()
  await page.waitForURL('**/dashboard')
  const name = t('role.name.PAYMENT_APPROVER')
  await page.getByText(t('dashboard.roleWaits', { role: name })).waitFor()
  expect(await page.getByText(t('dashboard.nothing')).count()).toBe(0)
  await go('/account')
  await page.getByText(t('people.pendingRole', { role: name })).waitFor()
  await go('/payments')
  await page.getByText(t('screen.forbidden.noRole', { permission: 'payments.read' })).waitFor()
  await leave()
})

test('a role has its name in the language of the page, also in a missing permission', async () => {
  const { page, t, go, leave } = await signIn(browser, 'reviewer', 'zh')
  await go('/dashboard')
  const role = t('role.name.REVIEWER')
  await page.getByRole('button', { name: t('shell.userMenu', { name: '' }) }).click()
  await page.getByRole('menu').getByText(role).waitFor()
  await page.keyboard.press('Escape')
  await go('/payments')
  await page.getByText(t('screen.forbidden.text', { role, permission: 'payments.read' })).waitFor()
  await leave()
})

async function callsOf({ page }: Visitor) {
  const post = async (path: string, token: string | null, data: object) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await page.request.post(new URL(`/api/v1${path}`, page.url()).href, { headers, data })
    expect(answer.status(), path).toBeLessThan(300)
    return (await answer.json()) as { AccessToken: string; data: { id: number; newPassword: string } }
  }
  return { post, token: await page.evaluate(() => localStorage.getItem('authToken')) }
}

/** A user with this role, who has chosen their password already. */
async function makeStaff(admin: Visitor, account: { username: string; password: string; roleId: number }) {
  const { post, token } = await callsOf(admin)
  const { username, password: newPassword, roleId } = account
  const { data } = await post('/auth/create', token, { adminType: 'ADMIN', username, name: 'Beside', roleId })
  const currentPassword = data.newPassword
  const { AccessToken } = await post('/auth/login', null, { username, password: currentPassword })
  await post('/auth/change-password', AccessToken, { currentPassword, newPassword })
}

const screens = ['/dashboard', '/survey', '/response', '/task', '/payments', '/payments?view=transactions']

test('no screen keeps anybody out, on a desktop or a phone, in either theme', async () => {
  const auditor = await signIn(browser, 'auditor', 'en')
  const { page, t, go, leave } = auditor
  // Each sign-in is taken for an alarm of the kept counts: the dashboard shows it.
  await page.route('**/logs?*counters.alarm*', (route) =>
    route.continue({ url: route.request().url().replace('counters.alarm', 'auth.login') }),
  )
  await go('/dashboard')
  await page.getByText(t('dashboard.countsAlarm')).waitFor()
  for (const screen of screens) {
    await page.setViewportSize(desktop)
    await turnTo(auditor, screen)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect({ screen, found: await flaws(auditor) }).toEqual({ screen, found: [] })
  }
  await leave()
})
