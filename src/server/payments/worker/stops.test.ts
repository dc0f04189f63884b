/** While a stop is open nothing is sent; what was sent is asked about. People of the house end it, two where it says so. */
import { expect } from 'vitest'
import { bell } from '#contract/bell.ts'
import { paymentStops } from '#contract/payment-stops.ts'
import { stopKinds } from '#domain/money/payment-stops.ts'
import { paidAs, workerOf } from '../../test/ended-payments.ts'
import { test } from '../../test/with-payments.ts'
import { beginStop, endStop } from './stops.ts'

const price = 50_000

test('a stop of one provider leaves the others; questions go out while its kind asks', async ({ app }) => {
  const { given, services } = app
  const { db } = services.database
  const { ids } = await given.payments()
  await given.float({ amountMinor: price })
  await app.letGo(ids)
  const pay = workerOf(app, { send: { kind: 'UNKNOWN', reason: 'TIMEOUT' }, status: paidAs(price) })
  await app.sql.owner.query(
    `insert into provider (name, title) values ('elsewhere', 'Elsewhere') on conflict do nothing`,
  )
  const elsewhere = { provider: 'elsewhere', kind: 'TROUBLE', reason: 'FLOAT_OUT' } as const
  await beginStop(db, elsewhere)
  expect(await pay.claim()).toBe(1)
  await pay.idle()
  await app.sql.owner.query('update attempt set next_at = now() where payable_id = any($1)', [ids])
  const trouble = { ...elsewhere, provider: 'gsma' }
  await beginStop(db, trouble)
  expect(await pay.claim()).toBe(0)
  expect([await endStop(db, trouble), await endStop(db, trouble), await endStop(db, elsewhere)]).toEqual([
    true,
    false,
    true,
  ])
  await beginStop(db, { provider: 'gsma', kind: 'NO_PROVIDER', reason: 'NOT_SET' })
  expect(await pay.claim()).toBe(1)
  await pay.idle()
  expect(await app.stand(ids)).toMatchObject([{ status: 'SUCCESSFUL' }])
  await endStop(db, { provider: 'gsma', kind: 'NO_PROVIDER' })
})

test('a restored database sends nothing until two people have confirmed its state', async ({ app }) => {
  const { approver, authorizer, given, server, services, stand } = app
  const { db } = services.database
  const { ids } = await given.payments()
  await given.float({ amountMinor: price })
  await app.letGo(ids)
  const stop = { provider: null, kind: 'RESTORED', reason: 'FELL_BACK', details: { known: 12, found: 7 } } as const
  expect([await beginStop(db, stop), await beginStop(db, stop)]).toEqual([true, false])
  // After a restore each first sending is asked about.
  const pay = workerOf(app, { send: paidAs(price), status: { kind: 'NOT_FOUND' } })
  expect(await pay.claim()).toBe(0)

  const { list } = await approver.call(paymentStops.list)
  expect(list).toMatchObject([{ ...stop, beganBy: null, people: 2, confirmations: [], refusal: null }])
  const { entries } = (await approver.call(bell.get)).data
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'desk', n: 1 }))
  expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready', stopped: ['RESTORED'] })

  const params = { id: list[0]?.id ?? 0 }
  const first = (await approver.call(paymentStops.confirm, { params })).data
  expect(first).toMatchObject({ endedAt: null, refusal: 'STOP_NEEDS_PEOPLE', confirmations: [{ id: approver.id }] })
  await expect(approver.call(paymentStops.confirm, { params })).rejects.toMatchObject({ code: 'STOP_NEEDS_PEOPLE' })
  expect(await pay.claim()).toBe(0)
  await authorizer.call(paymentStops.confirm, { params })
  await expect(app.maker.call(paymentStops.confirm, { params })).rejects.toMatchObject({ code: 'STOP_OVER' })
  expect(await pay.claim()).toBe(1)
  await pay.idle()
  expect(await stand(ids)).toMatchObject([{ status: 'SUCCESSFUL' }])
  expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready' })
})

test('the database has the kinds of the rule', async ({ sql }) => {
  const { rows } = await sql.app.query<{ kind: string; people: number; asks: boolean }>(
    'select * from payment_stop_kind',
  )
  expect(Object.fromEntries(rows.map(({ kind, ...rest }) => [kind, rest]))).toEqual(stopKinds)
})

test('a person pauses a provider with a reason, any person with the right resumes it', async ({ app }) => {
  const { approver, authorizer, given, as, stand } = app
  const { ids } = await given.payments()
  await given.float({ amountMinor: price })
  await app.letGo(ids)
  const body = { provider: 'gsma', note: 'Their portal shows wrong names' }
  const paused = (await approver.call(paymentStops.pause, { body })).data
  expect(paused).toMatchObject({
    kind: 'PAUSED',
    details: { note: body.note },
    beganBy: { id: approver.id },
    people: 1,
  })
  await expect(authorizer.call(paymentStops.pause, { body })).rejects.toMatchObject({ code: 'ALREADY_DONE' })
  const other = { body: { ...body, provider: 'nobody' } }
  await expect(authorizer.call(paymentStops.pause, other)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  const maker = as(await given.admin({ permissions: ['payments.read', 'payments.initiate'] }))
  await expect(maker.call(paymentStops.pause, { body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // A database that was restored before asks about each first sending.
  const pay = workerOf(app, { send: paidAs(price), status: { kind: 'NOT_FOUND' } })
  expect(await pay.claim()).toBe(0)
  await authorizer.call(paymentStops.confirm, { params: { id: paused.id } })
  expect(await pay.claim()).toBe(1)
  await pay.idle()
  expect(await stand(ids)).toMatchObject([{ status: 'SUCCESSFUL' }])
})
