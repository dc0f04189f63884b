import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { browser } from './test-browser.ts'

test('a payment is entered by hand', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'initiator', 'en')
  await go('/payments?view=all')
  await page.getByRole('button', { name: t('manual.enter') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('manual.forward') }).click()
  await dialog.locator('.field-problem').first().waitFor()
  await page.screenshot({ path: 'test-results/thin-m1.png' })
  await dialog.getByLabel(t('manual.field.phone_number')).fill('+258841234567')
  await dialog.getByLabel(t('manual.field.amount')).fill('12')
  await dialog.getByRole('combobox').first().click()
  await page.locator('.ant-select-item-option').first().click()
  await dialog.getByLabel(t('manual.why')).fill('for a test')
  await dialog.getByRole('button', { name: t('manual.forward') }).click()
  await page.screenshot({ path: 'test-results/thin-m2.png' })
  await dialog.waitFor({ state: 'detached' })
  await go('/payments?view=floats')
  expect(complaints.filter((c) => !c.includes('40'))).toEqual([])
  await leave()
})
