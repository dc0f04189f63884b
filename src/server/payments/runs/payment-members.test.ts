/** The payments of a selection and of a run as the list shows them: what is signed, and what became of each. */
import { expect } from 'vitest'
import { paymentRuns, paymentSelections } from '#contract/payment-runs.ts'
import { payments } from '#contract/payments.ts'
import { wordIn } from '#words/texts.ts'
import { type Person, test } from '../../test/with-payments.ts'

type Chosen = NonNullable<Parameters<Person['call']>[1]>['body']

async function select(person: Person, body: Chosen) {
  return (await person.call(paymentSelections.make, { body: body as never })).data
}

async function listed(person: Person, query: Record<string, string>) {
  const { list, total } = await person.call(payments.list, { query: { sort: '-amount', ...query } })
  return { total, rows: list.map(({ paymentId, inRun }) => [paymentId, inRun?.outcome, inRun?.code]) }
}

test('the list shows the payments of a selection, and why the step leaves one out', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 3, phones: ['+258841000101', null, '+258841000103'] })
  const [first, second, third] = ids
  const { id } = await select(app.maker, { step: 'initiate', ids })
  const selectionId = String(id)
  await app.sql.owner.query(
    `update person set phone = '+258847654399' where id = (select participant_id from payable where id = $1)`,
    [third],
  )
  const { total, rows } = await listed(app.maker, { selectionId })
  expect(total).toBe(3)
  expect(new Set(rows)).toEqual(
    new Set([
      [first, 'OPEN', null],
      [second, 'REFUSED', 'NO_PHONE'],
      [third, 'REFUSED', 'STALE_FACTS'],
    ]),
  )
  const outcomes = async (outcome: string) =>
    new Set((await listed(app.maker, { selectionId, outcome })).rows.map(([payment]) => payment))
  expect(await outcomes('OPEN')).toEqual(new Set([first]))
  expect(await outcomes('REFUSED')).toEqual(new Set([second, third]))
  expect(await outcomes('NO_PHONE')).toEqual(new Set([second]))
  expect(await outcomes('DONE')).toEqual(new Set())
})

test('the list shows a selection to its maker alone', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2 })
  const { id } = await select(app.maker, { step: 'initiate', ids })
  const selectionId = String(id)
  expect((await listed(app.approver, { selectionId })).total).toBe(0)
  await expect(listed(app.approver, { selectionId, outcome: 'REFUSED' })).rejects.toMatchObject({ status: 404 })
  expect((await listed(app.maker, { outcome: 'REFUSED' })).total).toBe(0)
})

test('a part of a selection is chosen by what its list is narrowed to', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2, phones: ['+258841000111', null] })
  const { id } = await select(app.maker, { step: 'initiate', ids })
  const filter = { selectionId: String(id), outcome: 'OPEN' }
  expect(await select(app.maker, { step: 'initiate', filter })).toMatchObject({
    count: 1,
    willing: { count: 1 },
    source: { by: 'FILTER', filter },
  })
})

test('a selection’s list leaves out payments whose float is too short', async ({ app }) => {
  const made = await app.given.payments({ count: 2, status: 'APPROVED', amountMinor: 500, currency: 'RWF' })
  const paid = await app.given.payments({ count: 1, status: 'APPROVED', amountMinor: 900, currency: 'MWK' })
  await app.given.float({ amountMinor: 900, currency: 'RWF' })
  await app.given.float({ amountMinor: 900, currency: 'MWK' })
  const { id } = await select(app.authorizer, { step: 'authorize', ids: [...made.ids, ...paid.ids] })
  const short = { selectionId: String(id), outcome: 'INSUFFICIENT_FUNDS' }
  expect((await listed(app.authorizer, short)).total).toBe(2)
  const { rows } = await listed(app.authorizer, { selectionId: String(id), currency: '=MWK' })
  expect(rows).toEqual([[paid.ids[0], 'OPEN', null]])
})

test('the list shows what a run did to each of its payments', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 3, phones: ['+258841000121', null, '+258841000123'] })
  const [first, second, third] = ids
  const { id } = await select(app.maker, { step: 'initiate', ids })
  await app.maker.call(payments.bulkInitiate, { body: { ids: [third] } })
  const { data } = await app.maker.call(paymentSelections.start, { params: { id }, body: {} })
  const runId = String(data.runId)
  const { rows } = await listed(app.approver, { runId })
  expect(new Set(rows)).toEqual(
    new Set([
      [first, 'DONE', null],
      [second, 'REFUSED', 'NO_PHONE'],
      [third, 'SKIPPED', 'ALREADY_DONE'],
    ]),
  )
  const total = async (outcome: string) => (await listed(app.approver, { runId, outcome })).total
  expect([await total('DONE'), await total('REFUSED'), await total('SKIPPED')]).toEqual([1, 1, 1])
  expect([await total('OPEN'), await total('NO_PHONE'), await total('NOT_FOUND')]).toEqual([0, 1, 0])
})

const word = (key: string) => wordIn('pt-br', `payments.${key}`)

test('a run’s result file names payee, outcome, reason, and selects the same payments', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2, phones: ['+258841000131', null] })
  const { id } = await select(app.maker, { step: 'initiate', ids })
  const { data } = await app.maker.call(paymentSelections.start, { params: { id }, body: {} })
  const file = { params: { id: data.runId ?? 0 }, query: { lang: 'pt-br' as const } }
  const { bytes } = await app.maker.raw(paymentRuns.file, file)
  const [, done = '', refused = ''] = bytes.toString('utf8').trim().split('\r\n')
  expect(done).toMatch(/^\d+,Payee .*131,.*,MZN,/)
  expect(done).toContain(`,MZN,${word('run.result.DONE')},,,${word('status.INITIATED')},,`)
  const said = ['MZN', word('run.result.REFUSED'), word('refusal.NO_PHONE'), 'NO_PHONE'].join(',')
  expect(refused.replaceAll('"', '')).toContain(`,${said},`)
  const reader = app.as(await app.given.admin({ permissions: ['payments.read', 'surveys.all'] }))
  const masked = (await reader.raw(paymentRuns.file, file)).bytes.toString('utf8')
  expect(masked).not.toContain('258841000131')
  const again = { name: 'run.csv', bytes, type: 'text/csv' }
  const sent = await app.approver.call(paymentSelections.upload, { query: { step: 'approve' }, file: again })
  expect(sent.data).toMatchObject({ count: 2, willing: { count: 1 } })
})
