/** Responses that come by Excel, from the first to their payment. The people who do it each have a language of their own. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { AccessSubject } from '#contract/survey-access.ts'
import { heard, signIn, type Visitor } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { browser } from './test-browser.ts'
import { fillTemplate } from '../scripts/first-survey/fill-template.ts'

const people = ['+258840007001', '+258840007002', '+258840007003']

test('responses come by Excel, are refused once, then reviewed, and paid by three', async () => {
  const manager = await signIn(browser, 'manager', 'en')
  await makeCompany(manager)
  const survey = await makeSurvey(manager)
  await uploadResponses(manager, survey)
  await done(manager)

  const reviewer = await signIn(browser, 'reviewer', 'pt-br')
  await approveResponses(reviewer, survey)
  await done(reviewer)

  for (const [username, language, step] of [
    ['initiator', 'zh', 'initiate'],
    ['approver', 'en', 'approve'],
    ['authorizer', 'pt-br', 'authorize'],
  ] as const) {
    const payer = await signIn(browser, username, language)
    const before = step === 'approve' ? await approveOne(payer, survey) : 0
    await takeStep(payer, survey, step, people.length - before)
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

/** Published and open to reviewers; first-day.test.ts does the same by the screens. */
async function makeSurvey({ page }: Visitor): Promise<number> {
  const make = (path: string, body: object) => callApi<Made>(page, 'POST', path, body)
  const survey = await make('/surveys', { title: 'Boreholes of Nhamatanda', surveyType: 'PAID', amount: '50.00' })
  const section = await make('/sections', { surveyId: survey.id, title: { en: 'The borehole' } })
  const ask = (code: string, type: string) =>
    make('/questions', { sectionId: section.id, code, text: { en: `Question ${code}` }, type })
  await ask('q1', 'INTEGER')
  const works = await ask('q2', 'SINGLE')
  for (const code of ['1', '2']) await make('/answers', { questionId: works.id, code, text: { en: `Answer ${code}` } })
  await make(`/surveys/${survey.id}/publish`, {})
  const [role] = await callApi<AccessSubject[]>(page, 'GET', '/surveys/access/subjects?q=Reviewer&subjectType=ROLE')
  const grant = { surveyId: survey.id, subjectType: 'ROLE', subjectId: role?.subjectId, right: 'REVIEW' }
  await make('/surveys/access', grant)
  return survey.id
}

/** First a workbook with a mistake, which is refused by row and cell, then a good one. */
async function uploadResponses({ page, t, go }: Visitor, survey: number): Promise<void> {
  await go(`/survey/${survey}?tab=excel`)
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

async function approveResponses({ page, t, go }: Visitor, survey: number): Promise<void> {
  await go(`/response?surveyId=${survey}`)
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  await page.getByRole('button', { name: t('responses.to.APPROVED') }).click()
  const confirm = t('responses.confirm.APPROVED', { count: people.length })
  await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
  await heard(page, t('responses.reviewed.APPROVED', { count: people.length }))
}

type Step = 'initiate' | 'approve' | 'authorize'

/** In the drawer of one payment; returns how many are approved. */
async function approveOne({ page, t, go }: Visitor, survey: number): Promise<number> {
  await go(`/payments?surveyId=${survey}`)
  await page.locator('tbody tr a').first().click()
  await page.getByRole('button', { name: `${t('payments.action.approve')}…` }).click()
  const facts = t('payments.confirm.approve', { count: 1, total: '' }).trim()
  await page.getByRole('dialog').getByRole('button', { name: facts }).click()
  await page.getByText(t('payments.stepDone.approve')).waitFor()
  return 1
}

async function takeStep({ page, t, go }: Visitor, survey: number, step: Step, count: number): Promise<void> {
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
