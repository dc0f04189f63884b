/** Money into the floats and out of them: by two people, once, with a document. */
import { expect } from 'vitest'
import { books } from '#contract/books.ts'
import { files } from '#contract/files.ts'
import { floats } from '#contract/floats.ts'
import { payments } from '#contract/payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

let counter = 0
const request = (more: object = {}) => ({
  into: { currency: 'MZN', amount: '2500.00' },
  reference: `BANK-${(counter += 1)}`,
  day: '2026-11-20',
  note: 'Deposit slip of the branch',
  ...more,
})

const side = (amount: string) => ({ currency: 'NAD', amount })

async function available({ maker }: PaymentsApp, currency: string): Promise<string | undefined> {
  const { list } = await maker.call(payments.balance)
  return list.find((row) => row.currency === currency)?.available.amount
}

test('a top-up opens the float and counts once another person confirms it', async ({ app }) => {
  const { maker, approver } = app
  const into = { currency: 'UGX', amount: 900_000 }
  const { data: asked } = await maker.call(floats.ask, { body: request({ into }) })
  expect(asked).toMatchObject({ kind: 'TOPUP', status: 'ASKED', from: null, refusals: { confirm: 'FUNDING_OWN' } })
  expect(await available(app, 'UGX')).toBeUndefined()
  const params = { id: asked.id }
  await expect(maker.call(floats.confirm, { params })).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  const { data: done } = await approver.call(floats.confirm, { params })
  expect(done).toMatchObject({ status: 'CONFIRMED', askedBy: { id: maker.id }, decidedBy: { id: approver.id } })
  expect(await available(app, 'UGX')).toBe('900000')
  await expect(approver.call(floats.confirm, { params })).rejects.toMatchObject({ code: 'FUNDING_DECIDED' })
  expect(await available(app, 'UGX')).toBe('900000')
})

test('an opening balance needs a document and a note, and comes once for each float', async ({ maker, approver }) => {
  const into = { currency: 'ETB', amount: '750.50' }
  const body = request({ into, counter: 'OPENING' })
  const file = { name: 'letter.pdf', bytes: Buffer.from('%PDF-1.4 letter') }
  await expect(maker.call(floats.ask, { body: { ...body, note: null } })).rejects.toMatchObject({
    errors: [
      { path: 'note', code: 'REQUIRED' },
      { path: 'document', code: 'REQUIRED' },
    ],
  })
  const out = request({ counter: 'OPENING', from: into, into: null })
  await expect(maker.call(floats.ask, { body: out, file })).rejects.toMatchObject({
    errors: [{ path: 'from', code: 'NOT_ALLOWED' }],
  })
  const { data } = await maker.call(floats.ask, { body, file })
  expect(data).toMatchObject({ kind: 'OPENING', status: 'ASKED', document: { name: 'letter.pdf' } })
  await expect(maker.call(floats.confirm, { params: { id: data.id } })).rejects.toMatchObject({ code: 'FUNDING_OWN' })
  await approver.call(floats.confirm, { params: { id: data.id } })
  const again = request({ into, counter: 'OPENING' })
  await expect(maker.call(floats.ask, { body: again, file })).rejects.toMatchObject({
    code: 'FUNDING_REPEATED',
    errors: [{ path: 'into', code: 'DUPLICATE' }],
  })
  const { list } = await maker.call(books.accounts)
  const balances = list.filter(({ currency }) => currency === 'ETB').map(({ kind, balance }) => [kind, balance.amount])
  expect(balances).toEqual([
    ['FLOAT', '750.50'],
    ['OPENING', '750.50'],
  ])
  const month = new Date().toISOString().slice(0, 7)
  const overview = await maker.call(books.month, { params: { month } })
  expect(overview.data.floats.find(({ currency }) => currency === 'ETB')).toMatchObject({
    opening: { amount: '750.50' },
    funded: { amount: '0.00' },
    closing: { amount: '750.50' },
  })
})

test('A request above the ceiling of its currency is refused with the ceiling', async ({ maker }) => {
  for (const [currency, amount, limit] of [
    ['MZN', '1' + '0'.repeat(29), 'MZN 10000000000.00'],
    ['MZN', '10000000000.01', 'MZN 10000000000.00'],
    ['UGX', '1000000000001', 'UGX 1000000000000'],
  ] as const)
    await expect(maker.call(floats.ask, { body: request({ into: { currency, amount } }) })).rejects.toMatchObject({
      errors: [{ path: 'into.amount', code: 'FUNDING_TOO_HIGH', limit }],
    })
  const most = request({ into: { currency: 'MZN', amount: '10000000000.00' } })
  expect((await maker.call(floats.ask, { body: most })).data.status).toBe('ASKED')
})

test('two people who confirm one request at the same moment book it once', async ({ app }) => {
  const { maker, approver, authorizer } = app
  const { data } = await maker.call(floats.ask, { body: request({ into: { currency: 'KES', amount: '10' } }) })
  const both = [approver, authorizer].map((person) => person.call(floats.confirm, { params: { id: data.id } }))
  expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await available(app, 'KES')).toBe('10.00')
})

test('a refused request books nothing, keeps its reason, and frees its reference', async ({ maker, approver }) => {
  const body = request()
  const { data } = await maker.call(floats.ask, { body })
  await expect(approver.call(floats.ask, { body })).rejects.toMatchObject({
    code: 'FUNDING_REPEATED',
    errors: [{ path: 'reference', code: 'DUPLICATE' }],
  })
  const refuse = { params: { id: data.id }, body: { reason: 'The slip is of last year.' } }
  expect((await approver.call(floats.refuse, refuse)).data).toMatchObject({
    status: 'REFUSED',
    decisionText: 'The slip is of last year.',
  })
  await expect(approver.call(floats.confirm, { params: { id: data.id } })).rejects.toMatchObject({
    code: 'FUNDING_DECIDED',
  })
  expect((await maker.call(floats.ask, { body })).data.status).toBe('ASKED')
})

test('withdrawals leave a float, transfers enter another, neither beyond the balance', async ({ app }) => {
  const { maker, approver, given } = app
  await given.float({ currency: 'ZAR', amountMinor: 100_000 })
  const move = async (sides: object) => {
    const { data } = await maker.call(floats.ask, { body: request({ into: null, ...sides }) })
    return approver.call(floats.confirm, { params: { id: data.id } })
  }
  await move({ from: { currency: 'ZAR', amount: '250' } })
  expect(await available(app, 'ZAR')).toBe('750.00')
  const sides = { from: { currency: 'ZAR', amount: '700' }, into: { currency: 'BWP', amount: '500' } }
  expect((await move(sides)).data.kind).toBe('TRANSFER')
  expect(await available(app, 'ZAR')).toBe('50.00')
  expect(await available(app, 'BWP')).toBe('500.00')
  await expect(move({ from: { currency: 'ZAR', amount: '50.01' } })).rejects.toMatchObject({
    code: 'INSUFFICIENT_FUNDS',
  })
  expect(await available(app, 'ZAR')).toBe('50.00')
})

test('two people book fees and differences, apart from money that comes in or goes out', async ({ app }) => {
  const { maker, approver, given } = app
  await given.float({ currency: 'NAD', amountMinor: 100_000 })
  const move = async (sides: object) => {
    const { data } = await maker.call(floats.ask, { body: request({ into: null, ...sides }) })
    return (await approver.call(floats.confirm, { params: { id: data.id } })).data.kind
  }
  expect(await move({ from: side('12.50'), counter: 'FEES' })).toBe('FEE')
  expect(await move({ from: side('30'), counter: 'SUSPENSE' })).toBe('SHORTAGE')
  expect(await move({ into: side('5'), counter: 'SUSPENSE' })).toBe('SURPLUS')
  expect(await available(app, 'NAD')).toBe('962.50')
  const accounts = (await maker.call(books.accounts)).list.filter(({ currency }) => currency === 'NAD')
  expect(accounts.map(({ kind, balance }) => [kind, balance.amount])).toEqual([
    ['FLOAT', '962.50'],
    ['FUNDER', '1000.00'],
    ['FEES', '12.50'],
    ['SUSPENSE', '25.00'],
  ])
  const [float] = accounts
  const { list } = await maker.call(books.statement, { params: { id: float?.id ?? 0 } })
  expect(list.map((line) => [line.kind, line.balance.amount])).toEqual([
    ['topup', '1000.00'],
    ['fee', '987.50'],
    ['shortage', '957.50'],
    ['surplus', '962.50'],
  ])
  for (const [sides, problem] of [
    [
      { into: side('1'), counter: 'FEES' },
      { path: 'from', code: 'REQUIRED' },
    ],
    [{ from: side('1'), into: { currency: 'MZN', amount: '1' }, counter: 'SUSPENSE' }, { code: 'NOT_ALLOWED' }],
  ] as const)
    await expect(maker.call(floats.ask, { body: request(sides) })).rejects.toMatchObject({
      errors: [problem],
    })
})

test('a request names all that is wrong with it at once', async ({ maker }) => {
  const body = request({ into: { provider: 'nobody', currency: 'MZN', amount: '1.005' }, note: null })
  await expect(maker.call(floats.ask, { body })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [
      { path: 'into.provider', code: 'UNKNOWN_REFERENCE' },
      { path: 'into.amount', code: 'CURRENCY_DIGITS' },
      { path: 'note', code: 'REQUIRED' },
    ],
  })
  const same = { currency: 'MZN', amount: '1' }
  await expect(maker.call(floats.ask, { body: request({ from: same, into: same }) })).rejects.toMatchObject({
    errors: [{ path: 'into', code: 'DUPLICATE' }],
  })
  await expect(maker.call(floats.ask, { body: request({ into: null }) })).rejects.toMatchObject({
    errors: [{ path: 'into', code: 'REQUIRED' }],
  })
  const empty = request({ into: { currency: 'MZN', amount: 0 } })
  await expect(maker.call(floats.ask, { body: empty })).rejects.toMatchObject({
    errors: [{ path: 'into.amount', code: 'NOT_POSITIVE' }],
  })
})

test('a document is kept as it is for readers of payments, and must be what it says', async ({ maker, given, as }) => {
  const slip = { name: 'slip.pdf', bytes: Buffer.from('%PDF-1.7 slip') }
  const { data } = await maker.call(floats.ask, { body: request({ note: null }), file: slip })
  const id = data.document?.id ?? 0
  expect(data.document).toEqual({ id, name: 'slip.pdf' })
  expect((await maker.call(files.ticket, { params: { id } })).url).toMatch(/^\/api/)
  const other = as(await given.admin({ permissions: ['surveys.read'] }))
  await expect(other.call(files.ticket, { params: { id } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const page = { name: 'slip.pdf', bytes: Buffer.from('<html>') }
  await expect(maker.call(floats.ask, { body: request(), file: page })).rejects.toMatchObject({ code: 'FILE_TYPE' })
})

test('the list says how many other people may confirm, each request who decided', async ({ maker, sql }) => {
  const { data } = await maker.call(floats.ask, { body: request() })
  const { list, confirmers } = await maker.call(floats.list, { query: { status: 'ASKED' } })
  const { rows } = await sql.owner.query<{ n: number }>(
    `select count(*)::int as n from person a join role_permission rp on rp.role_id = a.role_id
         join permission p on p.id = rp.permission_id
       where a.status = 'ACTIVE' and p.name = 'payments.fund' and a.id <> $1`,
    [maker.id],
  )
  expect(list[0]).toMatchObject({ id: data.id, decidedBy: null, confirmers: rows[0]?.n })
  expect(confirmers).toBe(rows[0]?.n)
})

test('money that moved on a day to come is refused', async ({ maker }) => {
  const asked = maker.call(floats.ask, { body: { ...request(), day: '2999-01-01' } })
  await expect(asked).rejects.toMatchObject({ errors: [{ path: 'day', code: 'IN_FUTURE' }] })
})
