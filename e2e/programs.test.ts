/** Programs among the staff, as an administrator makes them. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { browser } from './test-browser.ts'

test('a program and its token are made on the screen, and the token is shown', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'admin', 'en')
  await go('/programs')
  await page.getByLabel(t('programs.name')).first().fill('Dashboard')
  await page.getByLabel(t('programs.username')).fill('a dashboard')
  await page.getByRole('button', { name: t('programs.make') }).click()
  await page.getByText(t('problems.FORMAT')).waitFor()
  await page.getByLabel(t('programs.username')).fill('dashboard')
  await page.getByRole('button', { name: t('programs.make') }).click()
  await page.getByRole('heading', { name: 'Dashboard (dashboard)' }).waitFor()
  await page.getByLabel(t('programs.tokenName')).fill('Nightly')
  await page.getByRole('combobox', { name: t('programs.permissions') }).click()
  await page.keyboard.type('See surveys')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('surveyToken.make') }).click()
  await page.getByText(t('surveyToken.once')).waitFor()
  await page.getByText('Nightly').waitFor()
  expect(complaints).toEqual([])
  await leave()
})
