/** Failed payments tried again together, by the keyboard on a phone: ticked or all that match, looked at, confirmed. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { browser } from './test-browser.ts'

test('an initiator tries failed payments again, two by ticks and the rest by filter', async () => {
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
  const tryAgain = async (count: number) => {
    await press(t('payments.review.retry', { count }))
    await page.getByRole('heading', { name: t('payments.review.retry.title') }).waitFor()
    await page.getByText(t('payments.review.noExceptions')).waitFor()
    await page.getByLabel(t('payments.way.reasonOptional')).fill('O provedor estava fora do ar.')
    await press(t('payments.confirm.retry', { count, total: '' }).trim())
    await page.getByRole('heading', { name: t('payments.result.retry', { count }) }).waitFor()
  }

  await go(list)
  await boxes.last().waitFor()
  const failed = Number(await page.locator('.list-total').textContent())
  expect(failed).toBeGreaterThan(3)
  // The first one is that of the whole page.
  await tick(1)
  await tick(2)
  await tryAgain(2)

  await go(list)
  await boxes.last().waitFor()
  await tick(1)
  await press(t('list.chooseMatching', { count: failed - 2 }))
  await tryAgain(failed - 2)
  await go(list)
  await expect.poll(() => page.locator('.list-total').textContent()).toBe('0')
  expect(complaints).toEqual([])
  await leave()
})
