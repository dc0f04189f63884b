/** A survey from a file: its report, the survey that it makes, and the files that this one gives back. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manager } from './manager.ts'
import { heard } from './browser.ts'
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
