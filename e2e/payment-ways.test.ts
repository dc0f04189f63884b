/** A payment off the straight path, by the keyboard: taken back, opened again from the row's menu, and corrected. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { browser } from './test-browser.ts'

test('a maker withdraws a payment, reopens it from the list and corrects its phone', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'initiator', 'pt-br')
  await go('/payments?view=all&status=ELIGIBLE')
  await page.locator('tbody tr').first().getByRole('link').first().click()
  const drawer = page.getByRole('dialog')
  const press = async (name: string) => {
    await drawer.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await press(`${t('payments.action.withdraw')}…`)
  await drawer.getByText(t('payments.way.withdraw')).waitFor()
  await press(t('payments.action.withdraw'))
  await drawer.getByText(t('payments.wayDone.withdraw')).waitFor()
  await drawer.getByText(t('payments.next.WITHDRAWN')).waitFor()
  const id = new URL(page.url()).searchParams.get('open') ?? ''

  await go('/payments?view=all&status=REJECTED')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="open=${id}"]`) })
  await row.getByRole('button', { expanded: false }).last().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: t('payments.action.reopen') }).press('Enter')
  await drawer.getByLabel(t('payments.way.reasonText')).fill('Foi um engano.')
  await press(t('payments.action.reopen'))
  await drawer.getByText(t('payments.wayDone.reopen')).waitFor()

  await press(`${t('payments.action.correct')}…`)
  await drawer.getByLabel(t('payments.way.phone')).fill('12')
  await press(t('payments.action.correct'))
  await drawer.getByRole('alert').waitFor()
  await drawer.getByLabel(t('payments.way.phone')).fill('+258 84 123 4500')
  await press(t('payments.action.correct'))
  await drawer.getByText(t('payments.wayDone.correct')).waitFor()
  await drawer
    .getByText(new RegExp('841234500'.replaceAll(/\d/g, String.raw`$&\s?`)))
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await leave()
})
