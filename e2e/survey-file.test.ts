/** A survey from a file: its report, the survey that it makes, and the files that this one gives back. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manager } from './manager.ts'
import { heard } from './browser.ts'
import { callApi, type Made } from './records.ts'
import { desktop, flaws } from './screens.ts'

const form = readFileSync(new URL('../docs/household-form.xlsx', import.meta.url))
const table = readFileSync(new URL('../docs/household-interviews.csv', import.meta.url))
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('an XLSForm is looked at, becomes a survey, and comes back as XLSForm and XForm', async () => {
  const { page, t, go } = manager
  await go('/survey')
  await page.getByRole('button', { name: t('surveys.fromFile') }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from(',\n') })
  await dialog.getByText(t('form-file.remark.NOTHING_TO_MAKE')).waitFor()

  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'interviews.csv', mimeType: 'text/csv', buffer: table })
  await dialog.getByText(t('form-file.remark.COLUMN_TAKEN', { name: 'farm_area_ha', value: 'DECIMAL' })).waitFor()

  await dialog.locator('input[type=file]').setInputFiles({ name: 'household.xlsx', mimeType: xlsx, buffer: form })
  await dialog.getByText(t('form-file.partly')).waitFor()
  await dialog.getByRole('cell', { name: t('form-file.remark.SETTING_OWN', { value: 'household_farming' }) }).waitFor()
  expect(await flaws(manager)).toEqual([])
  await page.setViewportSize(desktop)
  await dialog.getByLabel(t('form-file.surveyTitle')).fill('Households of 2026')
  await dialog.getByRole('button', { name: t('form-file.make') }).click()
  await heard(page, t('form-file.made'))
  await page.getByRole('heading', { name: 'Households of 2026' }).waitFor()
  await page.getByText('Crops of the last season').first().waitFor()

  for (const [kind, ending] of [
    ['xlsform', /\.xlsx$/],
    ['xform', /\.xml$/],
  ] as const) {
    await page.getByRole('button', { name: t('form-file.export') }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: t(`form-file.export.${kind}`) }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(ending)
  }
})

test('a list that a question chooses from is added as a file, offered, and taken out', async () => {
  const { page, t, go } = manager
  const survey = await callApi<Made>(page, 'POST', '/surveys', { title: 'Villages from a file', surveyType: 'FREE' })
  const section = await callApi<Made>(page, 'POST', '/sections', { surveyId: survey.id, title: { en: 'Place' } })
  const list = { file: 'villages.csv' }
  const asks = { sectionId: section.id, code: 'village', text: { en: 'Which village' }, type: 'SINGLE', list }
  await callApi(page, 'POST', '/questions', asks)
  await go(`/survey/${survey.id}?tab=content`)
  await page
    .getByText(t('problems.LIST_FILE_MISSING', { names: 'villages.csv' }))
    .first()
    .waitFor()
  const files = page.getByRole('region', { name: t('surveys.files.heading') })
  const add = async (bytes: Buffer) =>
    page.getByLabel(t('surveys.files.add')).setInputFiles({ name: 'villages.csv', mimeType: 'text/csv', buffer: bytes })
  await add(Buffer.from('89504e470d0a1a0a0000', 'hex'))
  await files.getByRole('alert').getByText(t('problems.FILE_OTHER_TYPE')).waitFor()
  await add(Buffer.from('name,label\nna,Namaacha\nbo,Boane\n'))
  await files.getByRole('rowheader', { name: 'villages.csv' }).waitFor()
  await page
    .getByText(t('problems.LIST_FILE_MISSING', { names: 'villages.csv' }))
    .first()
    .waitFor({ state: 'hidden' })
  expect(await flaws(manager)).toEqual([])
  await page.setViewportSize(desktop)
  await go(`/survey/${survey.id}?tab=preview`)
  await page.getByText('Boane').first().waitFor()
  await go(`/survey/${survey.id}?tab=content`)
  await files.getByRole('button', { name: t('surveys.files.remove') }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: t('surveys.files.remove') })
    .click()
  await files.getByRole('rowheader').waitFor({ state: 'hidden' })
})
