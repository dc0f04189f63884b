/** A payment off the straight path, by the keyboard; and what a person reads of one before they sign it. */
import { expect, test } from 'vitest'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { signIn } from './browser.ts'
import { callApi, paidVisit } from './records.ts'
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

test('an approver reads what a manual payment is for, and what else its visit was paid', async () => {
  const maker = await signIn(browser, 'initiator', 'en')
  const paid = await paidVisit(maker.page)
  const locationId = paid?.locationId
  const entry = { recipientName: 'Ana Muianga', reasonText: 'Transport', overrideReason: 'A second day' }
  const body = { ...entry, locationId, phoneNumber: '+258840007777', amount: '5' }
  const { id, paymentId } = await callApi<PaymentRow>(maker.page, 'POST', '/payments/initiate-manual', body)
  await maker.leave()

  const { page, t, go, complaints, leave } = await signIn(browser, 'approver', 'pt-br')
  await go(`/payments?view=mine&q=${id}&open=${paymentId}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Transport').first().waitFor()
  await drawer.getByRole('button', { name: `${t('payments.action.approve')}…` }).click()
  const isSaidIn = async (place: typeof drawer) => {
    for (const words of [`${t('payments.field.purpose')}: Transport`, t('payments.sameVisit', { count: 1 })])
      await place.getByText(words).first().waitFor()
    await place
      .getByText(t('payments.sameVisit.reason', { why: 'A second day' }))
      .first()
      .waitFor()
    await place
      .getByRole('link', { name: t('payments.number', { id: String(paid?.id) }) })
      .first()
      .waitFor()
  }
  await isSaidIn(drawer.getByRole('region', { name: t('payments.action.approve') }))
  await page.keyboard.press('Escape')
  await go('/payments?view=mine&status=INITIATED')
  const boxes = page.locator('.list').getByRole('checkbox')
  await boxes.nth(2).check()
  await page
    .getByRole('checkbox', { name: new RegExp('Ana Muianga') })
    .first()
    .check()
  await page.getByRole('button', { name: t('payments.review.approve', { count: 2 }) }).click()
  await page.getByRole('heading', { name: t('payments.review.approve.title') }).waitFor()
  await isSaidIn(page.locator('.review'))
  expect(complaints).toEqual([])
  await leave()
})

test('a paid payment shows what the provider answered, word for word, without phones', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'approver', 'pt-br')
  // Other journeys pay by files, whose answers are lines.
  const all = await callApi<PaymentRow[]>(page, 'GET', '/payments?status=SUCCESSFUL&pageSize=100')
  const paid = all.find(({ provider }) => provider === 'simulator')
  await go(`/payments?view=all&open=${paid?.paymentId}`)
  const evidence = page.getByRole('dialog').locator('.provider-events')
  await evidence.getByText(t('payments.evidence'), { exact: true }).click()
  await evidence.getByText(t('payments.reading.SUCCEEDED'), { exact: true }).waitFor()
  const answer = await evidence.locator('pre').first().innerText()
  expect(answer).toMatch(/^ {2}"amount": "[\d.]+"/m)
  expect(answer).toContain('•')
  expect(answer).not.toContain(paid?.phone ?? '+')
  expect(complaints).toEqual([])
  await leave()
})
