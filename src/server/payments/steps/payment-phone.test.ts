/** People who are paid at another number than they are called at, or through a provider of their own. */
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { people } from '#contract/people.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

const rowOf = async ({ maker }: PaymentsApp, id: number) =>
  (await maker.call(payments.get, { params: { id: String(id) } })).data

/** A payment, and the call that changes its payee. */
async function givenPayee(app: PaymentsApp, status: 'ELIGIBLE' | 'APPROVED' = 'ELIGIBLE') {
  const { ids } = await app.given.payments({ status, initiatedBy: app.maker.id, approvedBy: app.approver.id })
  const id = ids[0] ?? 0
  const payee = (await rowOf(app, id)).participant?.id ?? 0
  const change = async (body: object) => (await app.maker.call(people.update, { params: { id: payee }, body })).data
  return { id, change }
}

test('an unsigned payment follows the payment phone and the provider of its payee', async ({ app }) => {
  await app.sql.owner.query(`
      insert into provider (name, title, kind, prefixes, enabled) values ('handed', 'Handed over', 'FILE', '{+35987}', true)`)
  const { id, change } = await givenPayee(app)
  const { phone } = await rowOf(app, id)
  expect(await change({ paymentPhone: '+258 84 777 0001' })).toMatchObject({ phone, paymentPhone: '+258847770001' })
  expect(await rowOf(app, id)).toMatchObject({ phone: '+258847770001', provider: 'gsma', route: { isOwn: false } })
  await change({ paymentProvider: 'handed' })
  expect(await rowOf(app, id)).toMatchObject({ provider: 'handed', hold: null, route: { isOwn: true } })
  await change({ paymentPhone: null, paymentProvider: null })
  expect(await rowOf(app, id)).toMatchObject({ phone, provider: 'gsma' })
  await expect(change({ paymentPhone: '12' })).rejects.toMatchObject({ errors: [{ path: 'paymentPhone' }] })
  await expect(change({ paymentProvider: 'nowhere' })).rejects.toMatchObject({ code: 'UNKNOWN_REFERENCE' })
})

test('another payment phone after the approval holds the payment until all sign again', async ({ app }) => {
  const { id, change } = await givenPayee(app, 'APPROVED')
  await app.given.float({ provider: 'gsma', amountMinor: 50_000 })
  await change({ paymentPhone: '+258847770002' })
  expect((await app.authorizer.call(payments.bulkAuthorize, { body: [id] })).data.results).toMatchObject([
    { code: 'PHONE_CHANGED' },
  ])
  const trail = await app.sql.owner.query(
    `select after -> 'personal' as personal from audit where action = 'people.update' order by id desc limit 1`,
  )
  expect(trail.rows).toEqual([{ personal: ['paymentPhone'] }])
  await change({ paymentPhone: null })
  expect((await app.authorizer.call(payments.bulkAuthorize, { body: [id] })).data.succeeded).toBe(1)
})

test('staff have no payment phone', async ({ given, as }) => {
  const keeper = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const { id } = await given.admin()
  const changed = keeper.call(people.update, { params: { id }, body: { paymentPhone: '+258847770003' } })
  await expect(changed).rejects.toMatchObject({ errors: [{ path: 'paymentPhone', code: 'NOT_ALLOWED' }] })
})
