/** Files that go to a provider and files that come from it, each by two people. */
import { expect, test } from 'vitest'
import type { FundingRow } from '#contract/floats.ts'
import type { FileLine, PaymentFileRow } from '#contract/payment-files.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import type { ImportedStatement } from '#contract/statements.ts'
import { signIn } from './browser.ts'
import { openDatabase } from './database.ts'
import { callApi, paidVisit } from './records.ts'
import { tooWide } from './screens.ts'
import { browser } from './test-browser.ts'

const provider = 'e2e-portal'
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

test('a file of payments is released by a second person, and its answer ends them', async () => {
  const database = await openDatabase()
  await database.query(
    `insert into provider (name, title, kind, prefixes, enabled) values ($1, 'Portal', 'FILE', array['+2588699'], true)`,
    [provider],
  )
  const maker = await signIn(browser, 'initiator', 'en')
  const paid = await paidVisit(maker.page)
  const entry = { recipientName: 'Rui Sitoe', reasonText: 'Transport', overrideReason: 'A second day' }
  const phoneNumber = '+258869912345'
  const { id, provider: chosen } = await callApi<PaymentRow>(maker.page, 'POST', '/payments/initiate-manual', {
    ...entry,
    phoneNumber,
    locationId: paid?.locationId,
    amount: '5',
  })
  expect(chosen).toBe(provider)
  await maker.leave()

  const approver = await signIn(browser, 'approver', 'en')
  const into = { provider, currency: paid?.currency, amount: '100' }
  const asked = { into, reference: 'E2E-1', day: '2026-01-02', note: 'Slip' }
  const float = await callApi<FundingRow>(approver.page, 'POST', '/payments/float', asked)
  await callApi(approver.page, 'POST', '/payments/bulk-approve', { ids: [id] })
  await approver.leave()

  const { page, t, go, complaints, leave } = await signIn(browser, 'authorizer', 'en')
  await callApi(page, 'POST', `/payments/float/${float.id}/confirm`)
  await callApi(page, 'POST', '/payments/bulk-authorize', { ids: [id] })
  await go('/payments?view=files')
  await page.getByRole('button', { name: t('payFiles.ask'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Rui Sitoe').first().waitFor()
  await dialog.getByRole('button', { name: t('payFiles.askNow') }).click()
  await dialog.waitFor({ state: 'detached' })
  const [file] = await callApi<PaymentFileRow[]>(page, 'GET', '/payments/files')
  const open = `/payments?view=files&open=${file?.id}`

  const second = await signIn(browser, 'authorizer-2', 'pt-br')
  await second.page.setViewportSize({ width: 360, height: 740 })
  await second.go(open)
  await second.page.getByRole('button', { name: second.t('payFiles.act.RELEASE') }).click()
  await second.page.getByRole('button', { name: second.t('payFiles.download') }).waitFor()
  expect(await tooWide(second.page)).toBe(0)
  expect(second.complaints).toEqual([])
  await second.leave()

  const [line] = await callApi<FileLine[]>(page, 'GET', `/payments/files/${file?.id}`)
  await go(open)
  await page.getByRole('button', { name: t('payFiles.answer') }).click()
  const lines = ['Reference,Status,Amount,Receipt', `${line?.reference},Paid,5.00,R-E2E-1`, 'OTHER-1,Paid,5.00,R-2']
  await page.locator('input[type=file]').last().setInputFiles(csv('answer.csv', lines))
  await page.getByRole('button', { name: t('statements.check') }).click()
  await page.getByText(t('payFiles.word.UNKNOWN')).first().waitFor()
  await page.getByRole('button', { name: t('payFiles.book') }).click()
  await page.getByText(t('payFiles.done')).first().waitFor()
  await expect.poll(async () => (await callApi<PaymentRow>(page, 'GET', `/payments/${id}`)).status).toBe('SUCCESSFUL')
  expect(complaints).toEqual([])
  await leave()
})

test('a deposit that only the statement has is booked from its line by two people', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'authorizer', 'en')
  await go('/payments?view=statements')
  await page.getByRole('button', { name: t('statements.import'), exact: true }).click()
  const dialog = page.getByRole('dialog').last()
  const lines = [
    'Receipt,Date,Amount,Details,Status',
    'DEP-E2E-9,2020-01-02,250000.00,Deposit,Completed',
    'DEP-E2E-8,2020-01-02,250000.00,Deposit,Reversed',
  ]
  await dialog.locator('input[type=file]').setInputFiles(csv('statement.csv', lines))
  await dialog.getByRole('button', { name: t('statements.check') }).click()
  await dialog.getByText(t('statements.failedLines', { count: 1 })).waitFor()
  await dialog.getByRole('button', { name: t('statements.keep') }).click()
  await dialog.getByRole('link', { name: t('statements.show') }).click()
  await page.getByRole('link', { name: t('statements.book') }).click()
  const asking = page.getByRole('dialog', { name: t('floats.ask') })
  await expect.poll(() => asking.getByLabel(t('floats.field.reference')).inputValue()).toBe('DEP-E2E-9')
  await asking.getByLabel(t('floats.field.note')).fill('By the statement')
  await asking.getByRole('button', { name: t('floats.send') }).click()
  await asking.waitFor({ state: 'detached' })
  const [request] = await callApi<FundingRow[]>(page, 'GET', '/payments/float?status=ASKED&pageSize=1')
  expect(request).toMatchObject({ kind: 'TOPUP', reference: 'DEP-E2E-9', into: { amount: '250000.00' } })

  const second = await signIn(browser, 'approver', 'pt-br')
  await second.go(`/payments?view=floats&open=${request?.id}`)
  await second.page.getByRole('button', { name: second.t('floats.confirm') }).click()
  const stored = () => callApi<FundingRow>(second.page, 'GET', `/payments/float/${request?.id}`)
  await expect.poll(async () => (await stored()).status).toBe('CONFIRMED')
  expect(second.complaints).toEqual([])
  await second.leave()

  const [statement] = await callApi<ImportedStatement[]>(page, 'GET', '/payments/statements?pageSize=1')
  await go(`/payments?view=statements&open=${statement?.id}`)
  await page.getByText(t('statements.settled')).first().waitFor()
  expect(complaints).toEqual([])
  await leave()
})
