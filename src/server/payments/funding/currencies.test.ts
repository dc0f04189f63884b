/** Each door takes the currencies of ISO 4217 alone, and of an amount as many digits as its currency has. */
import { expect } from 'vitest'
import { floats } from '#contract/floats.ts'
import { manualPayments } from '#contract/manual-payments.ts'
import { paymentPolicy, surveyBudget } from '#contract/payment-policy.ts'
import { surveys } from '#contract/surveys.ts'
import { currencies } from '#domain/money/currencies.ts'
import { minorDigits } from '#domain/money/money.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const noCurrencies = ['ZZZ', 'XTS', 'XXX', 'XAU', 'DEM']

/** A door for amounts: what it does with one of this currency. */
type Door = (amount: string, currency: string) => Promise<unknown>

function doorsOf({ maker, as, given }: PaymentsApp): Record<string, Door> {
  const paid = { title: 'Paid', surveyType: 'PAID' }
  const float = { reference: 'R', day: '2026-01-01', note: 'Bank slip' }
  return {
    survey: (amount, currency) => maker.call(surveys.create, { body: { ...paid, amount, currency } }),
    'top-up': (amount, currency) => maker.call(floats.ask, { body: { ...float, into: { amount, currency } } }),
    withdrawal: (amount, currency) => maker.call(floats.ask, { body: { ...float, from: { amount, currency } } }),
    limit: async (amount, currency) => {
      const administrator = as(await given.admin({ permissions: ['roles.grantPayments', 'payments.read'] }))
      const { version } = (await administrator.call(paymentPolicy.get, {})).data
      const limits = [{ kind: 'PAYMENT', currency, amount }]
      return administrator.call(paymentPolicy.set, { body: { version, limits, reason: 'Test' } })
    },
  }
}

test('a code that is no currency is refused at each door', async ({ app }) => {
  for (const [name, door] of Object.entries(doorsOf(app))) {
    for (const code of noCurrencies) {
      const refusal = await door('1', code).catch((error: { errors: { code: string }[] }) => error.errors)
      expect([name, code, refusal]).toEqual([name, code, [expect.objectContaining({ code: 'UNKNOWN_CURRENCY' })]])
    }
  }
})

test('an amount has at most the digits of its currency, at each door', async ({ app }) => {
  const { maker, given } = app
  const inOneSurvey: Record<string, Door> = {
    budget: async (amount, currency) => {
      const { id: surveyId } = await given.survey({ amount: '1', currency })
      return maker.call(surveyBudget.set, { params: { surveyId }, body: { amount, version: 0 } })
    },
    manual: async (amount, currency) => {
      const { id: locationId } = await given.survey({ amount: '1', currency })
      return maker.call(manualPayments.initiate, { body: { locationId, phoneNumber: '+258840300001', amount } })
    },
  }
  for (const [name, door] of Object.entries({ ...doorsOf(app), ...inOneSurvey })) {
    for (const [amount, currency, limit] of [
      ['1.5', 'JPY', 0],
      ['1.5', 'ISK', 0],
      ['1.005', 'MZN', 2],
      ['1.0005', 'KWD', 3],
    ] as const) {
      const refusal = await door(amount, currency).catch((error: { errors: object[] }) => error.errors)
      const problem = expect.objectContaining({
        code: 'CURRENCY_DIGITS',
        message: expect.stringContaining(String(limit)),
      })
      expect([name, currency, refusal]).toEqual([name, currency, [problem]])
    }
  }
  for (const [amount, currency] of [
    ['1500', 'JPY'],
    ['1500.00', 'JPY'],
    ['1.005', 'KWD'],
  ] as const)
    await inOneSurvey['manual']?.(amount, currency)
})

test('a row names the currency of its survey in capitals or not, or is refused', async ({ given, maker }) => {
  const { id: surveyId } = await given.survey({ amount: '1', currency: 'JPY' })
  const upload = (rows: string[]) =>
    maker.call(manualPayments.upload, {
      query: { surveyId, dryRun: 'true' },
      file: { name: 'p.csv', bytes: Buffer.from(['phone_number,amount,currency', ...rows].join('\n')) },
    })
  const wrong = ['+258840300011,5,XTS', '+258840300012,5,USD', '+258840300013,5.5,JPY']
  await expect(upload(wrong)).rejects.toMatchObject({
    data: {
      problems: [
        { row: 2, code: 'UNKNOWN_CURRENCY' },
        { row: 3, code: 'NOT_ALLOWED' },
        { row: 4, code: 'CURRENCY_DIGITS', limit: 0 },
      ],
    },
  })
  expect((await upload(['+258840300011,5,jpy'])).data).toMatchObject({ total: [{ amount: '5', currency: 'JPY' }] })
})

test('the database has the same currencies and digits, and takes no other currency', async ({ sql, given, maker }) => {
  const { rows } = await sql.app.query<{ code: string; digits: number }>('select code, digits from currency order by 1')
  expect(rows).toEqual(currencies.map((code) => ({ code, digits: minorDigits(code) })))
  const { surveyId } = await given.payments()
  const limit = `with made as (insert into payment_policy (version, changed_by, reason) values (1, ${maker.id}, 'r'))
      insert into payment_limit (version, kind, currency, amount_minor) values (1, 'RUN', 'ZZZ', 1)`
  const side = (name: string) =>
    `insert into funding (${name}_provider, ${name}_currency, ${name}_minor, reference, day, note, asked_by)
       values ('gsma', 'ZZZ', 1, 'R', '2026-01-01', 'n', ${maker.id})`
  const attacks = {
    survey: `update survey set currency = 'ZZZ' where id = ${surveyId}`,
    payable: `insert into payable (kind, name, survey_id, msisdn, amount_minor, currency, provider, facts_hash)
        values ('MANUAL', 'MAN-ZZZ', ${surveyId}, '+258840300021', 1, 'ZZZ', 'gsma',
          signed_facts('+258840300021', 1, 'ZZZ', 'gsma', null))`,
    account: `insert into account (kind, provider, currency) values ('FLOAT', 'gsma', 'ZZZ')`,
    into: side('into'),
    from: side('from'),
  }
  for (const [name, text] of Object.entries(attacks))
    expect([name, await codeOf(sql.app, text)]).toEqual([name, '23503'])
  expect(await codeOf(sql.app, limit)).toBe('23503')
  expect(await codeOf(sql.app, `insert into currency values ('ZZZ', 2)`)).toBe('42501')
})

async function codeOf(pool: PaymentsApp['sql']['app'], text: string): Promise<string | undefined> {
  const refused = await pool.query(text).then(
    () => undefined,
    (error: { code: string }) => error.code,
  )
  return refused
}
