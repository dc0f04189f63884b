/** Payments that ended wrongly, moved on together by the keyboard on a phone: ticked or all that match, reviewed, started. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { browser } from './test-browser.ts'

test('an initiator retries failed payments by ticks and filter, reopens rejected ones', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'initiator', 'pt-br')
  await page.setViewportSize({ width: 390, height: 844 })
  const list = '/payments?view=mine&status=FAILED'
  const boxes = page.locator('.list').getByRole('checkbox')
  const drawer = page.getByRole('dialog')
  const press = async (name: string, place: typeof page | typeof drawer = page) => {
    await place.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  const tick = async (index: number) => {
    await boxes.nth(index).focus()
    await page.keyboard.press('Space')
  }
  const reason = (way: string) => t(way === 'retry' ? 'payments.way.reasonOptional' : 'payments.way.reasonText')
  const why = 'O provedor estava fora do ar.'
  const confirmed = async (way: 'retry' | 'reopen', count: number) => {
    await press(t(`payments.review.${way}`, { count }))
    await page.getByRole('heading', { name: t(`payments.review.${way}.title`) }).waitFor()
    await page.getByText(t('payments.run.noneRefused')).waitFor()
    await page
      .locator('.review-rows tbody tr')
      .nth(count - 1)
      .waitFor()
    await page.getByLabel(reason(way)).fill(why)
    await press(t(`payments.confirm.${way}`, { count, total: '' }).trim())
    await page.getByText(t('payments.run.doneOf', { done: count, total: count })).waitFor()
    await page.getByText(t('payments.run.state.DONE'), { exact: true }).first().waitFor()
  }
  const total = () => page.locator('.list-total').textContent()

  await go(list)
  await boxes.last().waitFor()
  const failed = Number(await page.locator('.list-total').textContent())
  expect(failed).toBeGreaterThan(3)
  // The first one is that of the whole page. One payment alone takes its step in its drawer.
  for (const way of ['retry', 'withdraw'] as const) {
    await tick(1)
    await press(t(`payments.review.${way}`, { count: 1 }))
    await page.getByLabel(reason(way)).fill(why)
    await press(t(`payments.action.${way}`), drawer)
    await page.getByText(t(`payments.wayDone.${way}`)).waitFor()
    await go(list)
    await boxes.last().waitFor()
  }

  const rejected = '/payments?view=all&status=REJECTED'
  await go(rejected)
  await boxes.last().waitFor()
  const before = Number(await total())
  await tick(1)
  await tick(2)
  await press(t('payments.review.reopen', { count: 2 }))
  await page.getByRole('heading', { name: t('payments.review.reopen.title') }).waitFor()
  // A user who goes back finds the ticks.
  await press(t('action.cancel'))
  await confirmed('reopen', 2)
  await go(rejected)
  await expect.poll(total).toBe(String(before - 2))

  await go(list)
  await boxes.last().waitFor()
  await tick(1)
  await press(t('list.chooseMatching', { count: failed - 2 }))
  await confirmed('retry', failed - 2)
  await go(list)
  await expect.poll(total).toBe('0')
  expect(complaints).toEqual([])
  await leave()
})
