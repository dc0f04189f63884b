/** The whole chain, once, from a company to a paid response. The people who do it each have a language of their own. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { heard, pickOption, signIn, type Visitor } from './browser.ts'
import { browser } from './test-browser.ts'
import { lastLine, write } from './writing.ts'
import { fillTemplate } from '../scripts/first-survey/fill-template.ts'

const title = 'Boreholes of Nhamatanda'
const people = ['+258840007001', '+258840007002', '+258840007003']

test('a survey is made, published, answered by Excel, reviewed, and paid by three', async () => {
  const manager = await signIn(browser, 'manager', 'en')
  await makeCompany(manager)
  const address = await makeSurvey(manager)
  await publish(manager)
  await uploadResponses(manager)
  await letReviewersIn(manager)
  await done(manager)

  const reviewer = await signIn(browser, 'reviewer', 'pt-br')
  await approveResponses(reviewer, address)
  await done(reviewer)

  for (const [username, language, step] of [
    ['initiator', 'zh', 'initiate'],
    ['approver', 'en', 'approve'],
    ['authorizer', 'pt-br', 'authorize'],
  ] as const) {
    const payer = await signIn(browser, username, language)
    const before = step === 'approve' ? await approveOne(payer, address) : 0
    await takeStep(payer, address, step, people.length - before)
    if (step === 'authorize') await seePaid(payer)
    await done(payer)
  }
})

async function done({ complaints, leave }: Visitor): Promise<void> {
  expect(complaints).toEqual([])
  await leave()
}

async function makeCompany({ page, t, go }: Visitor): Promise<void> {
  await go('/companies')
  await page.getByRole('button', { name: t('action.new') }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(t('companies.field.title')).fill('Águas de Sofala')
  const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#06c' } })
    .png()
    .toBuffer()
  await form.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await form.getByRole('button', { name: t('action.save') }).click()
  await page.getByRole('link', { name: 'Águas de Sofala' }).waitFor()
}

/** Returns the number of the survey, which is in its address. */
async function makeSurvey({ page, t, go }: Visitor): Promise<string> {
  await go('/survey')
  await page.getByRole('button', { name: t('action.new') }).click()
  const form = page.getByRole('dialog')
  const inEnglish = (field: string) => form.getByLabel(`${t(field)}, ${t('language.en')}`)
  await inEnglish('surveys.field.title').fill(title)
  await choose(page, t('surveys.field.surveyType'), t('surveys.surveyType.PAID'))
  await form.getByLabel(t('surveys.field.amount')).fill('50.00')
  await form.getByRole('button', { name: t('action.save') }).click()
  await form.waitFor({ state: 'hidden' })
  await page.waitForURL('**/survey/*?tab=content')
  await lastLine(page, t).focus()
  await write(page, '# The borehole', 'How many families use it? /whole', 'Does it work? /one', 'Yes', 'No', '')
  await page.locator('[data-row^="answer-"]').nth(1).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(field).click()
  await pickOption(page, option)
}

async function publish({ page, t }: Visitor): Promise<void> {
  await page.getByRole('button', { name: t('surveys.move.PUBLISH'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('surveys.publishVersion', { version: 1 }) })
    .click()
  await page.getByRole('dialog').getByText(t('surveys.unattended.review')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText(t('surveys.status.PUBLISHED'), { exact: true }).waitFor()
}

/** First a workbook with a mistake, which is refused by row and cell, then a good one. */
async function uploadResponses({ page, t }: Visitor): Promise<void> {
  await page.getByRole('link', { name: t('surveys.tab.excel') }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('excel.download') }).click(),
  ])
  const template = await readFile(await download.path())
  const rows = people.map((phone, index) => ({
    formKey: `borehole-${index}`,
    participantPhone: phone,
    q1: 12 + index,
    q2: '1',
  }))
  const upload = async (bytes: Uint8Array) => {
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'responses.xlsx', mimeType, buffer: Buffer.from(bytes) })
  }
  await upload(await fillTemplate(template, [{ ...rows[0], q1: 'many' }, ...rows.slice(1)]))
  await page.getByText(t('excel.nothingStored')).waitFor()
  await page.getByRole('cell', { name: 'q1' }).waitFor()
  await upload(await fillTemplate(template, rows))
  await page.getByText(t('excel.stored', { name: 'responses.xlsx' })).waitFor()
}

/** Until then the survey is the manager's alone. */
async function letReviewersIn({ page, t }: Visitor): Promise<void> {
  await page.getByRole('link', { name: t('surveys.tab.access'), exact: true }).click()
  await page.getByLabel(t('surveyAccess.subject'), { exact: true }).fill('Reviewer')
  await pickOption(page, 'Reviewer')
  await page.getByRole('button', { name: t('surveyAccess.give') }).click()
  await heard(page, t('surveyAccess.done', { name: 'Reviewer' }))
}

async function approveResponses({ page, t, go }: Visitor, survey: string): Promise<void> {
  await go(`/response?surveyId=${survey}`)
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  await page.getByRole('button', { name: t('responses.to.APPROVED') }).click()
  const confirm = t('responses.confirm.APPROVED', { count: people.length })
  await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
  await heard(page, t('responses.reviewed.APPROVED', { count: people.length }))
}

type Step = 'initiate' | 'approve' | 'authorize'

/** In the drawer of one payment; returns how many are approved. */
async function approveOne({ page, t, go }: Visitor, survey: string): Promise<number> {
  await go(`/payments?surveyId=${survey}`)
  await page.locator('tbody tr a').first().click()
  await page.getByRole('button', { name: `${t('payments.action.approve')}…` }).click()
  const facts = t('payments.confirm.approve', { count: 1, total: '' }).trim()
  await page.getByRole('dialog').getByRole('button', { name: facts }).click()
  await page.getByText(t('payments.stepDone.approve')).waitFor()
  return 1
}

async function takeStep({ page, t, go }: Visitor, survey: string, step: Step, count: number): Promise<void> {
  await go(`/payments?surveyId=${survey}`)
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  await page.getByRole('button', { name: t(`payments.review.${step}`, { count }) }).click()
  await page.getByRole('heading', { name: t(`payments.review.${step}.title`) }).waitFor()
  const facts = t(`payments.confirm.${step}`, { count, total: '' }).trim()
  await page.getByRole('button', { name: facts }).click()
  await page.getByText(t('payments.run.doneOf', { done: count, total: count })).waitFor()
}

/** The money reached everybody, once: the list of transactions shows one try for each, paid. */
async function seePaid({ page, t, go }: Visitor): Promise<void> {
  await go('/payments?view=transactions&pageSize=100')
  for (const phone of people) {
    const grouped = new RegExp(phone.slice(-6).replaceAll(/\d/g, String.raw`$&\s?`))
    const row = page.getByRole('row').filter({ hasText: grouped })
    await row.getByText(t('transactions.state.SUCCESSFUL'), { exact: true }).waitFor()
    expect(await row.count()).toBe(1)
  }
}
