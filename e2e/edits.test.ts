/** Answers of a response are corrected on its screen, and one correction is taken back. */
import { expect, test } from 'vitest'
import type { ResponseDetail } from '#contract/responses.ts'
import { xlsxMime } from '#contract/response-files.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { writeTemplate } from '#server/responses/download/template.ts'
import { filledRow } from '#server/test/given-workbook.ts'
import { violations } from './axe.ts'
import { heard } from './browser.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made } from './records.ts'
import { blemishes, desktop, phone } from './screens.ts'

signManagerIn()

/** A response whose household told whether others use its toilet, which one without a toilet is not asked. */
async function sharing(): Promise<ResponseDetail> {
  const { page } = manager
  for (const { id } of await callApi<Made[]>(page, 'GET', '/responses?status=RECEIVED&pageSize=50')) {
    const response = await callApi<ResponseDetail>(page, 'GET', `/responses/${id}`)
    if (response.answers[questionOf(response, 'toilet_shared')?.id ?? 0] !== undefined) return response
  }
  throw new Error('The demo has no such response')
}

function questionOf({ sections }: ResponseDetail, code: string) {
  return sections.flatMap(({ questions }) => questions).find((question) => question.code === code)
}

test('an answer changes in place, is stale, saves again, and its history takes it back', async () => {
  const { page, t, go } = manager
  const before = await sharing()
  const read = () => callApi<ResponseDetail>(page, 'GET', `/responses/${before.id}`)
  const question = questionOf(before, 'members')
  if (!question) expect.unreachable()
  const old = Number(before.answers[question.id])
  const other = old === (question.validation.max ?? Infinity) ? old - 1 : old + 1
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await go(`/response?open=${before.id}`)
  await button(t('responses.edit')).click()
  const field = page.locator(`[data-question="${question.id}"] input`)
  await field.fill('x')
  await button(t('responses.edit.save')).click()
  await page.locator(`[data-question="${question.id}"] .q-problem`).waitFor()
  await field.fill(String(other))
  await page.getByLabel(t('responses.edit.reason')).fill('Called the household')
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    expect([...(await blemishes(page)), ...(await violations(page))]).toEqual([])
  }
  // Changed by another user in the meantime.
  await callApi(page, 'PUT', `/forms/${before.id}`, { accuracy: 7, latitude: -19, longitude: 33 })
  await button(t('responses.edit.save')).click()
  await page.getByText(t('responses.edit.stale')).waitFor()
  await button(t('responses.edit.save')).click()
  await heard(page, t('responses.edit.saved'))
  expect((await read()).answers[question.id]).toBe(other)

  await page.getByText(t('responses.changes.title')).click()
  const changes = page.getByRole('list', { name: t('responses.changes.title') })
  await changes.getByText('Called the household').waitFor()
  await changes
    .getByRole('button', { name: t('responses.changes.revert') })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('responses.changes.revert') })
    .click()
  await changes.getByText(t('responses.changes.source.REVERT')).waitFor()
  expect((await read()).answers[question.id]).toBe(old)
  expect([...(await blemishes(page)), ...(await violations(page))]).toEqual([])
})

test('a corrected workbook shows its changes to a response, and applies them once', async () => {
  const { page, t, go } = manager
  const { surveyId, sections, answers } = await sharing()
  const survey = await callApi<SurveyDetail>(page, 'GET', `/surveys/${surveyId}`)
  const template = { ...survey, version: survey.currentVersion ?? 0, content: { sections } }
  const row = filledRow({ sections }, { formKey: 'corrected-1', phone: '+258841111222', answers })
  const upload = async (cells: object) => {
    const buffer = Buffer.from(await writeTemplate(template, 'en', [{ ...row, ...cells }]))
    await page.locator('input[type=file]').setInputFiles({ name: 'again.xlsx', mimeType: xlsxMime, buffer })
  }
  await go(`/survey/${surveyId}?tab=excel`)
  await upload({ members: 4 })
  await page.getByText(t('excel.stored', { name: 'again.xlsx' })).waitFor()
  await upload({ members: 'four' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('excel.downloadRows') }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/ problems\.xlsx$/)
  await upload({ members: 5 })
  const table = page.getByRole('region', { name: t('excel.updates.table') })
  await table.getByRole('row').filter({ hasText: 'members' }).getByRole('cell', { name: '5', exact: true }).waitFor()
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    expect([...(await blemishes(page)), ...(await violations(page))]).toEqual([])
  }
  await page.getByRole('button', { name: t('excel.updates.confirm', { count: 1 }) }).click()
  await page.getByText(t('excel.count.updated')).waitFor()
})

test('irrelevant answers are shown, then cleared, and the response is deleted', async () => {
  const { page, t, go } = manager
  const before = await sharing()
  const toilet = questionOf(before, 'toilet')
  const none = toilet?.answers.find(({ code }) => code === 'none')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await go(`/response?open=${before.id}`)
  await button(t('responses.edit')).click()
  await page
    .locator(`[data-question="${toilet?.id}"]`)
    .getByText(none?.text['en'] ?? '', { exact: true })
    .click()
  await button(t('responses.edit.save')).click()
  const note = page.getByRole('alert').filter({ hasText: t('responses.edit.irrelevant', { count: 1 }) })
  await note.getByText('toilet_shared').waitFor()
  await button(t('responses.edit.clear')).click()
  await heard(page, t('responses.edit.saved'))

  await go(`/response?q=${before.formKey}`)
  await page.getByRole('row').filter({ hasText: before.formKey }).getByRole('checkbox').check()
  await button(t('list.deleteChosen')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('list.deleteCount', { count: 1 }) })
    .click()
  await heard(page, t('list.deleted', { count: 1 }))
  await page.getByText(before.formKey, { exact: true }).waitFor({ state: 'detached' })
})
