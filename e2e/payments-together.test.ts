/** Payments that ended wrongly, moved on together by the keyboard on a phone: ticked or all that match, looked at, confirmed. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { browser } from './test-browser.ts'

test('an initiator retries failed payments by ticks and filter, reopens rejected ones', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'initiator', 'pt-br')
  await page.setViewportSize({ width: 390, height: 844 })
  const list = '/payments?view=mine&status=FAILED'
  const boxes = page.locator('.list').getByRole('checkbox')
  const press = async (name: string) => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  const tick = async (index: number) => {
    await boxes.nth(index).focus()
    await page.keyboard.press('Space')
  }
  const confirmed = async (way: 'retry' | 'withdraw' | 'reopen', count: number) => {
    await press(t(`payments.review.${way}`, { count }))
    await page.getByRole('heading', { name: t(`payments.review.${way}.title`) }).waitFor()
    await page.getByText(t('payments.review.noExceptions')).waitFor()
    const reason = t(way === 'retry' ? 'payments.way.reasonOptional' : 'payments.way.reasonText')
    await page.getByLabel(reason).fill('O provedor estava fora do ar.')
    await press(t(`payments.confirm.${way}`, { count, total: '' }).trim())
    await page.getByRole('heading', { name: t(`payments.result.${way}`, { count }) }).waitFor()
  }
  const total = () => page.locator('.list-total').textContent()

  await go(list)
  await boxes.last().waitFor()
  const failed = Number(await page.locator('.list-total').textContent())
  expect(failed).toBeGreaterThan(3)
  // The first one is that of the whole page.
  await tick(1)
  await confirmed('retry', 1)

  await go(list)
  await boxes.last().waitFor()
  await tick(1)
  await confirmed('withdraw', 1)

  const rejected = '/payments?view=all&status=REJECTED'
  await go(rejected)
  await boxes.last().waitFor()
  const before = Number(await total())
  await tick(1)
  await tick(2)
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
