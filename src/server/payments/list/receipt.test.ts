/** The receipt of a payment, by a link that needs no account. */
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { dayMs } from '#domain/text/calendar.ts'
import { seal } from '../../secrets.ts'
import { answered, paidAs } from '../../test/ended-payments.ts'
import { test } from '../../test/with-payments.ts'

const price = 50_000

test('a receipt says what for, how much and when, and nothing of the payee', async ({ app }) => {
  const { given, maker, server, services } = app
  const { ids } = await given.payments()
  const params = { id: String(ids[0]) }
  const make = (language: 'en' | 'pt-br' | 'zh') => maker.call(payments.receipt, { params, body: { language } })
  await expect(make('en')).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  await given.float({ amountMinor: price })
  await answered(app, ids, paidAs(price))
  const { surveyTitle, participant, phone, attempts } = (await maker.call(payments.get, { params })).data
  const { path, expiresAt } = (await make('pt-br')).data
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * dayMs)
  const page = await server.inject(path)
  expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  for (const word of ['Recibo', surveyTitle, '500,00', attempts[0]?.providerRef ?? '?'])
    expect(page.body).toContain(word)
  for (const secret of [participant?.name, phone, phone?.slice(-6), params.id])
    expect(page.body).not.toContain(`>${secret}`)
  expect(page.body).not.toContain(phone?.slice(1) ?? '')
  const over = seal(services.settings, [ids[0], Date.now() - 1, 'en'].join(' '), 'receipt').toString('base64url')
  const elsewhere = seal(services.settings, [ids[0], Date.now() + dayMs, 'en'].join(' '), 'other').toString('base64url')
  for (const token of [over, elsewhere, path.slice('/receipt/'.length, -2), 'x', '%00']) {
    const gone = await server.inject(`/receipt/${token}`)
    expect([token, gone.statusCode, gone.body.includes('500')]).toEqual([token, 404, false])
  }
})
