/** A provider as an administrator enters it: what lets us in is never shown, and a test of the connection moves no money. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { tooWide } from './screens.ts'
import { browser } from './test-browser.ts'

test('an administrator enters a provider, lets us in and tests the connection', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'admin', 'pt-br')
  await go('/payments?view=providers')
  await page.getByText(t('providers.simulator')).waitFor()
  await page.getByRole('button', { name: t('providers.new') }).click()
  const dialog = page.getByRole('dialog')
  const fill = (name: 'title' | 'name' | 'baseUrl' | 'accountId' | 'prefixes' | 'currencies', text: string) =>
    dialog.getByRole('textbox', { name: t(`providers.field.${name}`), exact: true }).fill(text)
  await fill('title', 'M-Pesa')
  await fill('name', 'M Pesa')
  await fill('baseUrl', 'http://pay.example.org')
  await fill('accountId', '171717')
  await fill('prefixes', '+25884, +25885')
  await fill('currencies', 'mzn')
  // As on a slow machine, where frames come before the answer is drawn.
  await page.evaluate('window.requestAnimationFrame = (act) => act(performance.now())')
  await dialog.getByRole('button', { name: t('action.save') }).click()
  await dialog.locator('.field-problem').nth(1).waitFor()
  // The first of them is where the keyboard goes on.
  await dialog.locator('input[aria-invalid=true]:focus').waitFor()
  await fill('name', 'mpesa')
  await fill('baseUrl', 'http://127.0.0.1:9/mm')
  await dialog.getByRole('button', { name: t('action.save') }).click()
  await dialog.waitFor({ state: 'detached' })
  const card = page.locator('.provider').filter({ hasText: 'M-Pesa' })
  await card.getByText(t('providers.credentials.none')).waitFor()
  await card.getByRole('button', { name: t('providers.credentials.set') }).click()
  await dialog.getByLabel(t('providers.credential', { key: 'apiKey' }), { exact: true }).fill('secret-key')
  await dialog.getByRole('button', { name: t('providers.credentials.set') }).click()
  await dialog.waitFor({ state: 'detached' })
  await card.getByRole('button', { name: t('providers.test') }).click()
  await card.getByRole('alert').filter({ hasText: 'CONNECTION' }).waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await tooWide(page)).toBe(0)
  expect(await page.content()).not.toContain('secret-key')
  expect(complaints).toEqual([])
  await leave()
})
