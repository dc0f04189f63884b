/** The name behind a phone: a payment to another name is not sent until a person who signs no step lets it. */
import { expect } from 'vitest'
import { desk } from '#contract/desk.ts'
import { paymentProviders } from '#contract/payment-providers.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { paidAs, workerOf } from '../../test/ended-payments.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import type { NamesResult } from '../providers/provider.ts'

const price = 50_000

const rowOf = async ({ maker }: PaymentsApp, id: number) =>
  (await maker.call(payments.get, { params: { id: String(id) } })).data

/** The provider has these names, by phone, and pays what it is sent. Says for which phones it was asked. */
async function paidThere(app: PaymentsApp, names: Map<string, NamesResult>): Promise<string[]> {
  const asked: string[] = []
  const worker = workerOf(
    app,
    { send: paidAs(price), status: { kind: 'NOT_FOUND' } },
    {
      async namesOf({ msisdn, heard }) {
        asked.push(msisdn)
        const text = '{"name": {"fullName": "Told Name"}}'
        heard?.({ question: `GET /accounts/msisdn/${encodeURIComponent(msisdn)}/accountname`, httpStatus: 200, text })
        return names.get(msisdn) ?? { kind: 'NOT_FOUND' }
      },
    },
  )
  await worker.claim()
  await worker.idle()
  return asked
}

const named = (name: string): NamesResult => ({ kind: 'NAMED', names: [name] })

test('A payment to another name waits for a lift; agreeing, unknown and silent ones go', async ({ app }) => {
  const { given, maker, approver, authorizer, as, sql } = app
  await sql.owner.query(`update provider set tells_names = true where name = 'gsma'`)
  await given.float({ amountMinor: 10 * price })
  const { ids } = await given.payments({ count: 4 })
  const [own = 0, other = 0, unknown = 0, down = 0] = ids
  const rows = await Promise.all(ids.map((id) => rowOf(app, id)))
  const phones = rows.map(({ phone }) => phone ?? '')
  await app.letGo(ids)
  const told = new Map([
    [phones[0] ?? '', named((rows[0]?.participant?.name ?? '').toUpperCase())],
    [phones[1] ?? '', named('Rui Nhaca')],
    [phones[3] ?? '', { kind: 'UNKNOWN', reason: 'HTTP_503' } as const],
  ])
  expect((await paidThere(app, told)).toSorted()).toEqual(phones.toSorted())
  const found = async (id: number) => {
    const { status, reason, hold, nameCheck } = await rowOf(app, id)
    return [status, reason, hold, nameCheck].join(' ')
  }
  expect(await Promise.all([own, unknown, down].map(found))).toEqual([
    'SUCCESSFUL   AGREES',
    'SUCCESSFUL   NONE',
    'SUCCESSFUL   NONE',
  ])
  expect(await found(other)).toBe('FAILED NAME_DIFFERS NAME_DIFFERS DIFFERS')
  expect((await rowOf(app, other)).reasonText).toBe('Rui Nhaca')

  // The answer is kept, without the phone and the name.
  const events = (await maker.call(payments.events, { params: { id: String(other) } })).list
  expect(events).toMatchObject([{ reading: 'NAME_DIFFERS', answer: '{"name": {"fullName": "•••"}}' }])
  expect(events[0]?.question).not.toContain(phones[1]?.slice(-8))

  const again = () => maker.call(paymentWayCalls.retry, { params: { id: other }, body: {} })
  await expect(again()).rejects.toMatchObject({ code: 'NAME_DIFFERS' })
  const row = (await authorizer.call(desk.list, { query: { kind: 'NAME_DIFFERS' } })).list[0]
  const ours = rows[1]?.participant?.name
  expect(row).toMatchObject({ key: String(other), next: 'LIFT', details: { ours, told: 'Rui Nhaca' } })
  const body = { kind: 'NAME_DIFFERS' as const, key: String(other), reason: 'The phone of her brother.' }
  await expect(approver.call(desk.close, { body })).rejects.toMatchObject({ code: 'SELF_ACTION' })
  await as(await given.admin({ permissions: ['payments.approve', 'payments.read', 'surveys.all'] })).call(desk.close, {
    body,
  })
  expect(await found(other)).toBe('FAILED NAME_DIFFERS  LIFTED')
  await again()
  await authorizer.call(payments.bulkAuthorize, { body: [other] })
  expect(await paidThere(app, told)).toEqual([])
  expect(await found(other)).toBe('SUCCESSFUL   LIFTED')
})

test('A corrected phone is asked about again, and takes the hold away', async ({ app }) => {
  const { given, maker } = app
  await given.float({ amountMinor: 10 * price })
  const { ids } = await given.payments()
  const [id = 0] = ids
  const { phone, participant } = await rowOf(app, id)
  await app.letGo(ids)
  await paidThere(app, new Map([[phone ?? '', named('Rui Nhaca')]]))
  expect((await rowOf(app, id)).hold).toBe('NAME_DIFFERS')
  await maker.call(paymentWayCalls.correct, { params: { id }, body: { amount: '400' } })
  expect((await rowOf(app, id)).hold).toBe('NAME_DIFFERS')
  await maker.call(paymentWayCalls.correct, { params: { id }, body: { phone: '+258879990123', amount: '500' } })
  expect((await rowOf(app, id)).hold).toBeNull()
  await app.letGo(ids)
  expect(await paidThere(app, new Map([['+258879990123', named(participant?.name ?? '')]]))).toEqual(['+258879990123'])
  expect(await rowOf(app, id)).toMatchObject({ status: 'SUCCESSFUL', nameCheck: 'AGREES' })
})

test('Only a provider whose dialect asks for names is entered as one that tells them', async ({ app }) => {
  const admin = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  const enter = (name: string, more: object) =>
    admin.call(paymentProviders.create, { body: { name, title: name, tellsNames: true, ...more } })
  for (const more of [{ dialect: 'PAWAPAY' }, { kind: 'FILE' }])
    await expect(enter('none', more)).rejects.toMatchObject({ errors: [{ path: 'tellsNames', code: 'NOT_ALLOWED' }] })
  expect((await enter('telling', { dialect: 'GSMA' })).data.tellsNames).toBe(true)
})
