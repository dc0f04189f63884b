/** A house without the demo, from its accounts to its first payments: through the screens alone, counted by step. */
import { spawnSync } from 'node:child_process'
import type { Locale } from '#domain/text/locale.ts'
import { createAdmin } from '#server/people/create-admin.ts'
import { openAsOwner } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { arrive, heard, photograph, pickOption, type Visitor } from './browser.ts'
import { demoPassword, startProduct } from './global-setup.ts'
import { Tally } from './hand.ts'
import { browser } from './test-browser.ts'
import { lastLine, write } from './writing.ts'

const title = 'Wells of Dondo'
const phones = ['+258840007101', '+258840007102']
const others = [
  { username: 'bia', name: 'Beatriz Chau', role: 'ADMINISTRATOR' },
  { username: 'manuel', name: 'Manuel Cossa', role: 'SURVEY_MANAGER' },
  { username: 'rui', name: 'Rui Mate', role: 'REVIEWER' },
  { username: 'ines', name: 'Inês Tembe', role: 'PAYMENT_INITIATOR' },
  { username: 'abel', name: 'Abel Nhaca', role: 'PAYMENT_APPROVER' },
  { username: 'rosa', name: 'Rosa Muianga', role: 'PAYMENT_AUTHORIZER' },
]

let house: Awaited<ReturnType<typeof startProduct>>
beforeAll(async () => {
  house = await startProduct(createAna)
  await createOthers(house.databaseUrl)
})
afterAll(() => house.stop())

/** As an operator does: with an account there, the first start loads no demo. */
function createAna(dataDir: string): void {
  const env = { ...process.env, DATA_DIR: dataDir, CANVASS_ADMIN_PASSWORD: demoPassword }
  const command = ['scripts/admin-create.ts', '--username', 'ana', '--name', 'Ana Silva']
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** As the same command does beside a running server, without a process for each. */
async function createOthers(ownerUrl: string): Promise<void> {
  const database = openAsOwner(ownerUrl)
  await inTransaction(database.db, async (db) => {
    for (const person of others) await createAdmin(db, { ...person, password: demoPassword })
  })
  await database.close()
}

const hand = new Tally()

test('six people of an empty house come to their first paid responses', async () => {
  await as('ana', 'en', 'units', importUnits)
  let path = ''
  await as('manuel', 'en', 'survey', async (manager) => {
    await makeSurvey(manager)
    path = await openToOthers(manager)
    await enterInterview(manager)
  })
  await hand.step('public link', () => answerByLink(path))
  await as('rui', 'pt-br', 'review', approveResponses)
  await as('abel', 'en', 'ask for money', askForMoney)
  await as('rosa', 'pt-br', 'confirm money', confirmMoney)
  await as('ines', 'zh', 'initiate', (visitor) => takeStep(visitor, 'initiate'))
  await as('abel', 'en', 'approve', (visitor) => takeStep(visitor, 'approve'))
  await as('rosa', 'pt-br', 'authorize and paid', async (visitor) => {
    await takeStep(visitor, 'authorize')
    await seePaid(visitor)
  })
  // Each house walks this way on its first day: a longer one is a decision.
  expect(hand.total.clicks + hand.total.fields).toBeLessThanOrEqual(88)
  console.table({ ...hand.steps, total: hand.total })
})

/** Signs in, does their part, and leaves without a complaint of the browser. */
async function as(username: string, language: Locale, step: string, act: (visitor: Visitor) => Promise<void>) {
  await hand.step(step, async () => {
    const visitor = await arrive(browser, language, house.url)
    onTestFailed(() => photograph(visitor, `first-day-${step}`))
    hand.watch(visitor.page)
    const { page, t } = visitor
    await hand.fill(page.getByLabel(t('login.username')), username)
    await hand.fill(page.getByLabel(t('login.password'), { exact: true }), demoPassword)
    await hand.click(page.getByRole('button', { name: t('login.submit') }))
    await page.waitForURL('**/dashboard')
    await act(visitor)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
}

async function menu({ page }: Visitor, route: string): Promise<void> {
  await hand.click(page.locator(`nav a[href="${route}"]`))
  await page.waitForURL(`**${route}`)
}

async function importUnits({ page, t }: Visitor): Promise<void> {
  await hand.click(page.getByRole('link', { name: t('dashboard.step.units') }))
  await page.getByText(t('administrative-units.none')).waitFor()
  await hand.click(page.getByRole('button', { name: t('administrative-units.import') }))
  const file = { name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from('code,name,parentCode\nMZ-S,Sofala,\n') }
  await hand.give(page.getByLabel(t('excel.choose')), file)
  await page.getByText(t('excel.stored', { name: file.name })).waitFor()
}

async function makeSurvey(manager: Visitor): Promise<void> {
  const { page, t } = manager
  const form = page.getByRole('dialog')
  const inEnglish = (field: string) => form.getByLabel(`${t(field)}, ${t('language.en')}`)
  const press = (name: string) => hand.click(page.getByRole('button', { name, exact: true }))
  const save = async () => {
    await hand.click(form.getByRole('button', { name: t('action.save') }))
    await form.waitFor({ state: 'hidden' })
  }
  const choose = async (field: string, option: string) => {
    await hand.click(form.getByLabel(field))
    await hand.option(page, option)
  }
  await menu(manager, '/survey')
  await press(t('action.new'))
  await hand.fill(inEnglish('surveys.field.title'), title)
  await choose(t('surveys.field.surveyType'), t('surveys.surveyType.PAID'))
  await hand.fill(form.getByLabel(t('surveys.field.amount')), '50.00')
  await save()
  await page.waitForURL('**/survey/*?tab=content')
  await hand.click(lastLine(page, t))
  await write(page, '# The well', 'How many families use it? /whole', 'Does it work? /one', 'Yes', 'No', '')
  await page.locator('[data-row^="answer-"]').nth(1).waitFor()
  await press(t('surveys.move.PUBLISH'))
  await hand.click(form.getByRole('button', { name: t('surveys.publishVersion', { version: 1 }) }))
  await page.getByText(t('surveys.status.PUBLISHED'), { exact: true }).waitFor()
}

/** To reviewers by their role, to all others by the public link, whose path it returns. */
async function openToOthers({ page, t }: Visitor): Promise<string> {
  await hand.click(page.getByRole('dialog').getByRole('link', { name: t('surveys.unattended.give') }))
  await hand.fill(page.getByLabel(t('surveyAccess.subject'), { exact: true }), 'Reviewer')
  await hand.option(page, 'Reviewer')
  await hand.click(page.getByRole('button', { name: t('surveyAccess.give') }))
  await heard(page, t('surveyAccess.done', { name: 'Reviewer' }))
  await hand.click(page.getByRole('link', { name: t('surveyAccess.part.links') }))
  await hand.click(page.getByRole('switch', { name: t('surveyLink.isOn') }))
  await hand.click(page.getByRole('button', { name: t('action.save') }))
  await heard(page, t('surveyLink.saved'))
  const link = page.getByText(/\/f\/\w+/).first()
  await link.waitFor()
  return /\/f\/[\w-]+/.exec(await link.innerText())?.[0] ?? ''
}

async function enterInterview(manager: Visitor): Promise<void> {
  const { page, t } = manager
  await menu(manager, '/form')
  await hand.click(page.getByRole('combobox', { name: t('entry.survey') }))
  await hand.option(page, title)
  const form = page.locator('.questionnaire')
  await hand.fill(page.getByLabel(t('entry.phone')), phones[0] ?? '')
  await hand.fill(form.getByRole('textbox', { name: 'How many families use it?' }), '12')
  await hand.click(form.getByLabel('Yes', { exact: true }))
  await hand.click(page.getByRole('button', { name: t('questionnaire.toSummary') }))
  await hand.click(page.getByRole('button', { name: t('entry.send') }))
  await page.getByText(t('entry.storedNote')).waitFor()
}

async function answerByLink(path: string): Promise<void> {
  const visitor = await arrive(browser, 'en', house.url)
  onTestFailed(() => photograph(visitor, 'first-day-link'))
  hand.watch(visitor.page)
  const { page, t } = visitor
  await visitor.go(path)
  await hand.fill(page.getByRole('textbox', { name: 'How many families use it?' }), '7')
  await hand.fill(page.getByLabel(t('questionnaire.link.phone')), phones[1] ?? '')
  await hand.click(page.getByLabel('No', { exact: true }))
  await hand.click(page.getByRole('button', { name: t('questionnaire.toSummary') }))
  await hand.click(page.getByRole('button', { name: t('questionnaire.link.send') }))
  await page.getByText(t('questionnaire.link.sent')).waitFor()
  await visitor.leave()
}

async function approveResponses({ page, t }: Visitor): Promise<void> {
  await hand.click(page.getByRole('link', { name: t('dashboard.responsesOpen') }))
  await hand.click(page.getByRole('checkbox', { name: t('list.chooseAll') }))
  await hand.click(page.getByRole('button', { name: t('responses.to.APPROVED') }))
  const confirm = t('responses.confirm.APPROVED', { count: phones.length })
  await hand.click(page.getByRole('dialog').getByRole('button', { name: confirm }))
  await heard(page, t('responses.reviewed.APPROVED', { count: phones.length }))
}

async function askForMoney(approver: Visitor): Promise<void> {
  const { page, t } = approver
  await menu(approver, '/payments')
  await hand.click(page.getByRole('link', { name: t('floats.ask') }))
  await hand.click(page.getByRole('button', { name: t('floats.ask') }))
  const form = page.getByRole('dialog')
  await hand.fill(form.getByLabel(t('floats.amount.TOPUP')), '5000')
  await hand.pick(form.getByLabel(t('floats.field.currency')), 'MZN')
  await hand.fill(form.getByLabel(t('floats.field.reference')), 'BANK-0001')
  await hand.fill(form.getByLabel(t('floats.field.day')), new Date().toISOString().slice(0, 10))
  await hand.fill(form.getByLabel(t('floats.field.note')), 'Deposit slip of today')
  await hand.click(form.getByRole('button', { name: t('floats.send') }))
  await heard(page, t('floats.asked'))
}

async function confirmMoney(authorizer: Visitor): Promise<void> {
  const { page, t } = authorizer
  await menu(authorizer, '/payments')
  await hand.click(page.getByRole('link', { name: t('payments.balance.open') }))
  await hand.click(page.getByRole('link', { name: 'BANK-0001' }))
  await hand.click(page.getByRole('button', { name: t('floats.confirm') }))
  await heard(page, t('floats.confirmed'))
}

async function takeStep(visitor: Visitor, step: 'initiate' | 'approve' | 'authorize'): Promise<void> {
  const { page, t } = visitor
  const count = phones.length
  await menu(visitor, '/payments')
  await hand.click(page.getByRole('checkbox', { name: t('list.chooseAll') }))
  await hand.click(page.getByRole('button', { name: t(`payments.review.${step}`, { count }) }))
  await page.getByRole('heading', { name: t(`payments.review.${step}.title`) }).waitFor()
  await hand.click(page.getByRole('button', { name: t(`payments.confirm.${step}`, { count, total: '' }).trim() }))
  await page.getByText(t('payments.run.doneOf', { done: count, total: count })).waitFor()
}

/** The provider paid each of them, once. */
async function seePaid({ page, t }: Visitor): Promise<void> {
  await hand.click(page.getByRole('link', { name: t('payments.tab.transactions') }))
  const paid = page.getByRole('row').filter({ hasText: t('transactions.state.SUCCESSFUL') })
  await expect.poll(() => paid.count()).toBe(phones.length)
}

test('one administrator gives a role that pays, and another confirms it from the bell', async () => {
  let password = ''
  await as('ana', 'en', 'give a role', async ({ page, t, go }) => {
    await go('/admin?modal=create')
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: t('admins.field.name'), exact: true }).fill('Ivo Banze')
    await form.getByLabel(t('admins.field.username')).fill('ivo')
    await form.getByLabel(t('admins.field.roleId')).click()
    const role = t('admins.roleWaits', { role: 'Payment authorizer' })
    await pickOption(page, role)
    await form.getByRole('button', { name: t('action.save') }).click()
    password = await page.getByRole('textbox', { name: t('people.password.label') }).inputValue()
    await page.getByRole('button', { name: t('people.password.noted') }).click()
    await page.getByRole('link', { name: t('people.pendingRole', { role: 'Payment authorizer' }) }).click()
    await page.getByText(t('errors.GRANT_NEEDS_SECOND')).waitFor()
    // What cannot be chosen yet leads to where it is made.
    await go('/site?modal=create')
    await form.getByLabel(t('sites.field.siteCategoryId')).click()
    await page.getByRole('link', { name: t('form.noneYet') }).waitFor()
  })
  await as('bia', 'zh', 'confirm a role', async ({ page, t }) => {
    await page.getByRole('button', { name: t('shell.bell') }).click()
    await page.getByRole('link', { name: t('bell.grants', { count: 1 }) }).click()
    await page.getByRole('button', { name: t('grants.confirm') }).click()
    await page.getByText(t('grants.empty')).waitFor()
  })
  const { page, t, leave } = await arrive(browser, 'en', house.url)
  await page.getByLabel(t('login.username')).fill('ivo')
  await page.getByLabel(t('login.password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByLabel(t('account.oneTimePassword')).fill(password)
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill(demoPassword)
  await page.getByLabel(t('account.repeatPassword')).fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: t('dashboard.myPaymentsOpen') }).click()
  await page.getByText(t('payments.pays.SIMULATOR')).waitFor()
  await leave()
})
