/** The screens of people, rights, the trail and jobs, with what opens over them: open to everybody in both themes. */
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { arriveAs, signIn, type Visitor, visit } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { desktop, flaws, settled, turnTo } from './screens.ts'
import { browser } from './test-browser.ts'

/** An address, then the buttons that are pressed there one after the other. */
type Place = readonly [path: string, ...buttons: string[]]

let participants: Place[]
let staff: Place[]
let rights: Place[]
beforeAll(async () => {
  const admin = await arriveAs(browser, 'admin', 'en')
  const { page } = admin
  const first = async (path: string) => (await callApi<{ id: number }[]>(page, 'GET', `${path}pageSize=1`))[0]?.id
  const [person, clerk, role, deed] = await Promise.all(
    ['/users/participants?', '/users/admins?q=auditor&', '/users/roles?q=auditor&', '/logs?'].map(first),
  )
  participants = participantScreens(person)
  staff = staffScreens(clerk)
  rights = rightsScreens(role, deed, await finishedJob(admin))
  await admin.leave()
})

function participantScreens(person = 0): Place[] {
  return [
    ['/user'],
    ['/user?modal=create'],
    ['/user', 'participants.import.open'],
    ...['', '?tab=responses', '?tab=tasks', '?tab=payments', '?tab=access', '?tab=history', '?modal=update'].map(
      (query): Place => [`/user/${person}${query}`],
    ),
  ]
}

function staffScreens(clerk = 0): Place[] {
  return [
    ['/admin'],
    ['/admin?modal=create'],
    ...['', '?tab=access', '?tab=sessions', '?tab=history', '?modal=update'].map((query): Place => [
      `/admin/${clerk}${query}`,
    ]),
    [`/admin/${clerk}`, 'people.suspend.open'],
    [`/admin/${clerk}`, 'people.reset.open'],
  ]
}

function rightsScreens(role = 0, deed = 0, job = 0): Place[] {
  return [
    ['/roles'],
    ['/roles?form=create'],
    [`/roles?form=update:${role}`],
    [`/roles?form=copy:${role}`],
    ['/roles?view=matrix'],
    [`/roles?view=matrix&role=${role}`],
    ['/roles?view=matrix&permission=logs.read'],
    ['/roles?view=matrix', 'roles.newPermission'],
    ['/roles?view=grants'],
    ['/logs'],
    [`/logs?open=${deed}`],
    ['/logs', 'logs.chain.open'],
    ['/account'],
    ['/jobs'],
    [`/jobs/${job}`],
  ]
}

/** Something to show on the screens of jobs. */
async function finishedJob({ page }: Visitor): Promise<number> {
  const columns = [{ key: 'title', title: 'Name' }]
  const body = { filter: {}, format: 'CSV', locale: 'en', columns }
  const { jobId } = await callApi<{ jobId: number }>(page, 'POST', '/categories/export', body)
  const state = async () => (await callApi<{ state: string }>(page, 'GET', `/jobs/${jobId}`)).state
  await vi.waitUntil(async () => (await state()) === 'DONE', { timeout: 30_000, interval: 200 })
  return jobId
}

async function open(visitor: Visitor, [path, ...buttons]: Place): Promise<void> {
  const { page, t } = visitor
  await turnTo(visitor, path)
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  await settled(page)
  for (const button of buttons) {
    await page
      .getByRole('button', { name: t(button) })
      .first()
      .click()
  }
  if (buttons.length > 0 || /modal=|form=|permission=|open=/.test(path))
    await page.getByRole('dialog').first().waitFor()
}

test.each([
  ['participants', () => participants],
  ['staff', () => staff],
  ['rights, trail and jobs', () => rights],
])('every screen of %s is accessible, translated and fits, on any device and theme', async (_, places) => {
  const admin = await signIn(browser, 'admin', 'pt-br')
  for (const place of places()) {
    await admin.page.setViewportSize(desktop)
    await open(admin, place)
    expect({ place, found: await flaws(admin) }).toEqual({ place, found: [] })
  }
  expect(admin.complaints).toEqual([])
  await admin.leave()
})

test('a password is reset, shown once, changed at first sign-in, on accessible screens', async () => {
  const admin = await signIn(browser, 'admin', 'pt-br')
  const [role] = await callApi<Made[]>(admin.page, 'GET', '/users/roles?q=auditor&pageSize=1')
  const account = { adminType: 'ADMIN', username: 'newcomer', name: 'New here', roleId: role?.id }
  const { id } = await callApi<{ id: number }>(admin.page, 'POST', '/auth/create', account)
  await open(admin, [`/admin/${id}`, 'people.reset.open'])
  await admin.page
    .getByRole('dialog')
    .getByRole('button', { name: admin.t('people.reset.action') })
    .click()
  const password = await admin.page.getByRole('textbox', { name: admin.t('people.password.label') }).inputValue()
  expect(await flaws(admin)).toEqual([])
  await admin.leave()

  const newcomer = await visit(browser, 'pt-br')
  const { page, t, leave } = newcomer
  expect(await flaws(newcomer)).toEqual([])
  const refused: string[] = []
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await page.getByLabel(t('login.username')).fill('newcomer')
  await page.getByLabel(t('login.password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: t('account.firstTitle') }).waitFor()
  expect(await flaws(newcomer)).toEqual([])
  await page.getByLabel(t('account.oneTimePassword')).fill(password)
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill(`${password} of my own`)
  await page.getByLabel(t('account.repeatPassword')).fill(`${password} of my own`)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  expect(refused).toEqual([])
  await leave()
})

test('the import and the template of participants use the words of the list', async () => {
  const { page, t, go, leave } = await signIn(browser, 'admin', 'pt-br')
  await go('/user')
  await page.getByRole('button', { name: t('participants.import.open') }).click()
  const dialog = page.getByRole('dialog')
  const help = await dialog.getByText(t('participants.import.text')).textContent()
  expect(help).toContain(t('participants.field.birthDate'))
  expect(help).not.toMatch(/birthDate|administrativeUnitCode|\(phone\)/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('excel.download') }).click(),
  ])
  const template = await readFile(await download.path(), 'utf8')
  expect(template).toContain(t('participants.field.phone'))
  const filled = Buffer.from(`${template}"Rosa do modelo","+258840007001","","","1990-12-31","MZ0901","Português"\r\n`)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'participants.csv', mimeType: 'text/csv', buffer: filled })
  await dialog.getByText(t('excel.stored', { name: 'participants.csv' })).waitFor()
  await leave()
})
