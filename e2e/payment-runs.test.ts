/** A run from its choice to its page: all that match, looked at, tried, started, named, and opened by a colleague. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { browser } from './test-browser.ts'

test('an approver takes all that match through the step, and a colleague opens the run', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'approver', 'pt-br')
  await go('/payments?view=all&status=INITIATED')
  await page.getByRole('checkbox', { name: t('list.chooseAll') }).check()
  const count = Number(await page.locator('.list-total').textContent())
  await page.getByRole('button', { name: t('list.chooseMatching', { count }) }).click()
  await page.getByRole('button', { name: t('payments.review.approve', { count }) }).click()
  await page.getByRole('heading', { name: t('payments.review.approve.title') }).waitFor()
  await page.getByText(t('payments.run.noneRefused')).waitFor()
  // What is signed is looked at in the list, by keyboard, and the review is as it was.
  await page.getByRole('link', { name: t('payments.run.showAll', { count }) }).press('Enter')
  const rows = page.locator('tbody')
  await rows.getByText(t('payments.run.verdict.OPEN'), { exact: true }).first().waitFor()
  expect(await page.locator('.list-total').textContent()).toBe(String(count))
  await page.getByRole('link', { name: t('payments.review.backToReview') }).press('Enter')
  await page.getByRole('button', { name: t('payments.run.try') }).click()
  await page.getByText(t('payments.run.tried', { succeeded: count, failed: 0 })).waitFor()
  await page.getByRole('textbox', { name: t('payments.run.nameField') }).fill('Novembro')
  const facts = t('payments.confirm.approve', { count, total: '' }).trim()
  await page.getByRole('button', { name: facts }).click()
  await page.getByRole('heading', { name: 'Novembro' }).waitFor()
  await page.getByText(t('payments.run.state.DONE'), { exact: true }).first().waitFor()
  await page.getByText(t('payments.run.doneOf', { done: count, total: count })).waitFor()
  await page
    .getByRole('link', { name: String(count), exact: true })
    .first()
    .click()
  await rows.getByText(t('payments.run.result.DONE'), { exact: true }).first().waitFor()
  await page.getByRole('link', { name: t('payments.run.back') }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: t('payments.run.file') }).click()
  expect((await waiting).suggestedFilename()).toMatch(/^run-\d+\.csv$/)
  const { pathname, search } = new URL(page.url())
  expect(complaints).toEqual([])
  await leave()

  const colleague = await signIn(browser, 'auditor', 'en')
  await colleague.go(pathname + search)
  await colleague.page.getByRole('heading', { name: 'Novembro' }).waitFor()
  await colleague.page.getByRole('link', { name: colleague.t('payments.status.APPROVED') }).click()
  const ofRun = { field: colleague.t('payments.field.runId'), values: 'Novembro' }
  await colleague.page.getByText(colleague.t('list.filter.among', ofRun), { exact: true }).waitFor()
  await colleague.go('/payments?view=runs')
  await colleague.page.getByRole('link', { name: 'Novembro' }).waitFor()
  expect(colleague.complaints).toEqual([])
  await colleague.leave()
})
