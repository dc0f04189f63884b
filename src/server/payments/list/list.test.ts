/** What staff see of payments: rows, counts, sums, filters, and what is hidden from whom. */
import { sql as condition } from 'kysely'
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { people } from '#contract/people.ts'
import { jobKinds } from '../../app.ts'
import { givenWorker, untilState } from '../../jobs/test/given-job.ts'
import { everyPermission, type Staff } from '../../test/given.ts'
import { readExport } from '../../test/read-export.ts'
import { test } from '../../test/with-payments.ts'
import { foldCounts } from '../../records/fold-counts.ts'
import { conditionsOfEach, paymentConditions } from './payment-filters.ts'

test('the list counts every status under its filters, with zeros and sums', async ({ given, maker }) => {
  const owed = await given.payments({ count: 3, amountMinor: 100 })
  const { surveyId } = owed
  await given.payments({ count: 2, status: 'INITIATED' })
  await maker.call(payments.bulkReject, { body: owed.ids.slice(2) })
  const answer = await maker.call(payments.list, { query: { surveyId, status: 'ELIGIBLE,INITIATED' } })
  expect(answer.data.map(({ id }) => id)).toEqual(owed.ids.slice(0, 2).toReversed())
  expect(answer).toMatchObject({ total: 2, pagination: { current: 1, pageSize: 10, total: 2 } })
  expect(answer.statusCounts).toEqual({
    ELIGIBLE: 2,
    INITIATED: 0,
    APPROVED: 0,
    PROCESSING: 0,
    SUCCESSFUL: 0,
    FAILED: 0,
    REJECTED: 1,
    CANCELLED: 0,
    REVERSING: 0,
    REVERSED: 0,
  })
  expect(answer.amounts.ELIGIBLE).toEqual([{ amount: '2.00', amountMinor: 200, currency: 'MZN' }])
  expect(answer.amounts.INITIATED).toEqual([])
  const searched = await maker.call(payments.list, { query: { surveyId, from: '2000-01-01' } })
  expect(searched.statusCounts).toEqual(answer.statusCounts)
  expect(searched.amounts).toEqual(answer.amounts)
})

test('the latest change comes first, and pages neither repeat nor miss a row', async ({ given, maker }) => {
  const { surveyId, ids } = await given.payments({ count: 25 })
  await maker.call(payments.bulkInitiate, { body: ids.slice(0, 3) })
  const page = async (n: number) => {
    const { data } = await maker.call(payments.list, { query: { surveyId, page: n, pageSize: 10 } })
    return data.map(({ id }) => id)
  }
  const seen = [...(await page(1)), ...(await page(2)), ...(await page(3)), ...(await page(4))]
  expect(seen).toEqual([...ids.slice(0, 3).toReversed(), ...ids.slice(3).toReversed()])
})

test('a row says which steps are open and why one is closed to this reader', async ({ given, as, maker, approver }) => {
  const [id = 0] = (await given.payments({ status: 'INITIATED', initiatedBy: maker.id })).ids
  const [noPhone = 0] = (await given.payments({ phones: [null] })).ids
  const reader = as(await given.admin({ permissions: ['payments.read', 'surveys.all'] }))
  const actions = async (who: typeof reader, of: number) => {
    const { data } = await who.call(payments.get, { params: { id: of } })
    return data.allowedActions.map(({ action, code }) => [action, code])
  }
  const [approve, reject] = ['approve', 'reject']
  expect(await actions(approver, id)).toEqual([
    [approve, null],
    [reject, null],
    ['correct', null],
    ['withdraw', 'FORBIDDEN'],
  ])
  expect(await actions(maker, id)).toEqual([
    [approve, 'SELF_ACTION'],
    [reject, null],
    ['correct', null],
    ['withdraw', null],
  ])
  expect((await actions(reader, id)).map(([, code]) => code)).toEqual(Array(4).fill('FORBIDDEN'))
  expect(await actions(maker, noPhone)).toEqual([
    ['initiate', 'NO_PHONE'],
    [reject, null],
    ['correct', null],
    ['withdraw', null],
  ])
  expect((await maker.call(payments.get, { params: { id: noPhone } })).data).toMatchObject({
    status: 'ELIGIBLE',
    reason: 'NO_PHONE',
    phone: null,
  })
})

test('without the right to see phones, they are masked and not searched', async ({ given, as, maker }) => {
  const phone = '+258867654321'
  const { surveyId, ids } = await given.payments({ phones: [phone], status: 'APPROVED' })
  await given.float({ amountMinor: 50_000 })
  await maker.call(payments.bulkAuthorize, { body: ids })
  const blind = as(await given.admin({ permissions: everyPermission.filter((name) => name !== 'payments.viewPhone') }))
  const shown = async (who: typeof blind) => {
    const { data } = await who.call(payments.get, { params: { id: ids[0] ?? 0 } })
    const transactions = await who.call(payments.transactions)
    return [data.phone, data.attempts[0]?.phone, transactions.data[0]?.phone]
  }
  expect(await shown(maker)).toEqual([phone, phone, phone])
  const masked = '+258•••••••21'
  expect(await shown(blind)).toEqual([masked, masked, masked])
  const found = async (who: typeof blind) =>
    (await who.call(payments.list, { query: { surveyId, q: '867654321' } })).total
  expect([await found(maker), await found(blind)]).toEqual([1, 0])
})

test('a search finds a payment by name, phone, id, response and reference only', async ({ given, maker, sql }) => {
  const { surveyId, ids, responseIds } = await given.payments({
    phones: ['+258869998877', '+258869998866'],
    status: 'APPROVED',
  })
  await given.float({ amountMinor: 100_000 })
  await maker.call(payments.bulkAuthorize, { body: ids })
  const [id = 0] = ids
  await sql.owner.query(`update person set name = 'Zé das Couves' where phone = '+258869998877'`)
  const { data } = await maker.call(payments.get, { params: { id } })
  for (const q of [
    'ze das',
    '+258 86 999 8877',
    '9998877',
    '0869 998 877',
    id,
    responseIds[0],
    data.attempts[0]?.clientRef,
  ]) {
    const { list } = await maker.call(payments.list, { query: { surveyId, q } })
    // The number of one payment may be that of another one's response.
    const found = list.filter((row) => row.id === id || typeof q !== 'number')
    expect([q, found.map((row) => row.id)]).toEqual([q, [id]])
  }
  const found = await maker.call(people.participants, { query: { q: '086 999 88 77' } })
  expect(found.list).toMatchObject([{ phone: '+258869998877' }])
  for (const q of ['%', '_', 'nobody', '00000000', 'a0ad3f9e-5d58-4ee2-8f3c-2f3f3f0d7f7a']) {
    expect([q, (await maker.call(payments.list, { query: { surveyId, q } })).total]).toEqual([q, 0])
  }
})

test('a payment tells by itself that a search finds it, as the indexes do', async ({ given, maker, sql, services }) => {
  const { ids, responseIds } = await given.payments({ phones: ['+258869990011', '+258869990022', null] })
  await sql.owner.query(`update person set name = 'Zé 100% das Couves' where phone = '+258869990011'`)
  await given.payments({ count: 2, status: 'APPROVED' })
  const { rows: attempts } = await sql.owner.query<{ ref: string }>(`select client_ref as ref from attempt`)
  const blind = everyPermission.filter((name) => name !== 'payments.viewPhone')
  const words = ['ze 100%', '%', 'a', '+258869990011', '258869990022', '99900', String(ids[2]), String(responseIds[1])]
  for (const permissions of [everyPermission, blind])
    for (const q of [...words, 'MAN-1', ...attempts.map(({ ref }) => ref)]) {
      const viewer = {
        id: maker.id,
        phone: undefined,
        permissions: new Set<string>(permissions),
        scope: 'ALL' as const,
      }
      const found = [paymentConditions, conditionsOfEach].map(async (conditions) => {
        const where = conditions({ q }, viewer) ?? condition`true`
        const { rows } = await condition<{ id: number }>`select id from payable p where ${where} order by id`.execute(
          services.database.db,
        )
        return rows
      })
      const [byIndex, byRow] = await Promise.all(found)
      expect([q, byRow]).toEqual([q, byIndex])
    }
})

test('what waits for me is what I may take the next step on', async ({ given, as, maker, sql }) => {
  await sql.owner.query(`update person set phone = '+258867770009' where id = $1`, [maker.id])
  const mine = await given.payments({ status: 'INITIATED', initiatedBy: maker.id })
  const others = await given.payments({ status: 'INITIATED' })
  const owed = await given.payments({ phones: ['+258867770001', null, '+258867770009'] })
  const approver = as(await given.admin({ permissions: ['payments.read', 'payments.approve', 'surveys.all'] }))
  const waiting = async (who: typeof approver, surveyIds: number[]) => {
    const { list } = await who.call(payments.list, { query: { waitingForMe: 'true', pageSize: 100 } })
    return list.filter((row) => surveyIds.includes(row.surveyId)).map(({ id }) => id)
  }
  const surveyIds = [mine, others, owed].map(({ surveyId }) => surveyId)
  expect(await waiting(approver, surveyIds)).toEqual([...others.ids, ...mine.ids])
  expect(await waiting(maker, surveyIds)).toEqual([owed.ids[0], ...others.ids])
  const total = async (waitingForMe?: string) => (await maker.call(payments.list, { query: { waitingForMe } })).total
  expect((await total('true')) + (await total('false'))).toBe(await total())
  await sql.owner.query(
    `update person set phone = '+258867770044' where id = (select participant_id from payable where id = $1)`,
    [others.ids[0]],
  )
  expect(await waiting(approver, surveyIds)).not.toContain(others.ids[0])
  // The one is told by the kept counts, the other one by a look at each payment.
  for (const who of [maker, approver]) {
    const [kept, counted] = [{}, { from: '2000-01-01' }].map((more) =>
      who.call(payments.list, { query: { waitingForMe: 'true', ...more } }),
    )
    const { statusCounts, amounts } = (await counted) ?? {}
    expect(await kept).toMatchObject({ statusCounts, amounts })
  }
})

test('transactions are filtered by state, provider and day', async ({ given, maker }) => {
  const { ids } = await given.payments({ count: 2, status: 'APPROVED' })
  await given.float({ amountMinor: 100_000 })
  await maker.call(payments.bulkAuthorize, { body: ids })
  const total = async (query: Record<string, string>) => (await maker.call(payments.transactions, { query })).total
  const all = await total({})
  expect(all).toBeGreaterThanOrEqual(2)
  const today = new Date().toISOString().slice(0, 10)
  expect(await total({ status: 'QUEUED', provider: 'gsma', from: today, to: today })).toBe(all)
  expect(await total({ status: 'FAILED,SUCCESSFUL' })).toBe(0)
  expect(await total({ provider: 'other' })).toBe(0)
  expect(await total({ to: '2000-01-01' })).toBe(0)
  expect((await maker.call(payments.transactions, { query: { page: 99 } })).data).toEqual([])
})

test('unknown words are refused, and an absent payment is not found', async ({ maker }) => {
  for (const query of [
    { status: 'PAID' },
    { pageSize: 101 },
    { waitingForMe: 'yes' },
    { from: '1.1.2024' },
    { sort: 'id' },
  ])
    await expect(maker.call(payments.list, { query })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  for (const id of [999_999_999, 'MAN-1'])
    await expect(maker.call(payments.get, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(maker.call(payments.get, { params: { id: 'x' } })).rejects.toMatchObject({ code: 'BAD_ID' })
})

test('without an id in the path nothing is changed', async ({ maker, server }) => {
  const answer = await server.inject({
    method: 'PUT',
    url: '/api/v1/payments/locations/',
    headers: { authorization: `Bearer ${maker.token}`, 'content-type': 'application/json' },
    payload: { status: 'INITIATED' },
  })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'BAD_ID'])
})

test('the payments of one participant are listed, counted and summed alone', async ({ given, maker }) => {
  const { surveyId } = await given.payments({ count: 3, amountMinor: 100 })
  const all = await maker.call(payments.list, { query: { surveyId } })
  const participantId = all.list[0]?.participant?.id ?? 0
  const theirs = await maker.call(payments.list, { query: { participantId } })
  expect(theirs.list.every(({ participant }) => participant?.id === participantId)).toBe(true)
  expect([theirs.total, theirs.statusCounts.ELIGIBLE]).toEqual([theirs.list.length, theirs.list.length])
  expect(theirs.total).toBeLessThan(all.total)
})

test('an export has only what its reader sees: masked phones, and their surveys', async ({ app }) => {
  const { given, as, maker, sql } = app
  const { surveyId } = await given.payments({ phones: ['+258867654221'], amountMinor: 100_050 })
  await given.payments()
  const permissions = everyPermission.filter((name) => name !== 'payments.viewPhone' && name !== 'surveys.all')
  const reader = await given.admin({ permissions })
  await sql.owner.query('update survey set owner_id = $1 where id = $2', [reader.id, surveyId])
  givenWorker(app, jobKinds)
  const columns = ['phone', 'amount', 'status', 'surveyTitle'].map((key) => ({ key, title: key }))
  const exportedBy = async (staff: Staff, filter: object) => {
    const body = { format: 'CSV', locale: 'en', filter, columns }
    const { jobId } = (await as(staff).call(payments.export, { body })).data
    const [, ...rows] = await readExport(as(staff), (await untilState(app, staff, jobId, 'DONE')).file, 'CSV')
    return rows.map(([phone, amount, status]) => [phone, amount, status])
  }
  expect(await exportedBy(reader, {})).toEqual([['+258•••••••21', '1000.50', 'Eligible']])
  const filter = { surveyId: String(surveyId), amount: '1000.50..1001' }
  expect(await exportedBy(maker, filter)).toEqual([['+258867654221', '1000.50', 'Eligible']])
  expect(await exportedBy(maker, { ...filter, amount: '1000.51..' })).toEqual([])
})

test('filters narrow amounts in whole units of the currency, and payments by site', async ({ given, maker, sql }) => {
  const [shillings, dinars] = [{ currency: 'UGX' }, { currency: 'TND' }]
  const ids = [...(await given.payments({ ...shillings, amountMinor: 7001 })).ids]
  const { ids: ofSite, surveyId } = await given.payments({ ...dinars, amountMinor: 7_001_000 })
  const found = async (query: object) =>
    (await maker.call(payments.list, { query: { ...query, sort: 'createdAt' } })).list.map(({ paymentId }) => paymentId)
  expect(await found({ amount: '7001' })).toEqual([...ids, ...ofSite])
  const { rows } = await sql.owner.query<{ id: number }>(
    `with made as (insert into site (code, title, site_category_id) values ('DINARS', 'Site of dinars', $2) returning id)
       update survey set site_id = made.id from made where survey.id = $1 returning made.id`,
    [surveyId, (await given.siteCategory()).id],
  )
  const id = rows[0]?.id ?? 0
  expect(await found({ siteId: String(id) })).toEqual(ofSite)
  expect(await found({ siteId: String(id), status: 'ELIGIBLE', currency: '=tnd' })).toEqual(ofSite)
})

test('the kept counts of days, providers and currencies equal those of the rows', async ({
  given,
  maker,
  sql,
  services,
}) => {
  const { ids, surveyId } = await given.payments({ count: 4, amountMinor: 100 })
  await given.payments({ count: 2, currency: 'KES', status: 'INITIATED' })
  await sql.owner.query(`update payable set created_at = '2024-02-29T23:59:59.999Z' where id = $1`, [ids[0]])
  await sql.owner.query(`update payable set created_at = '2024-03-01T00:00:00Z' where id = any($1)`, [ids.slice(1, 3)])
  await maker.call(payments.bulkReject, { body: ids.slice(2) })
  // Each part of a count is still there when the parts of past days are put together.
  const slots = `select count(*)::int as n from payable_day where slot <> 0 and day < '2025-01-01'`
  await sql.owner.query(`update payable_day set slot = slot + 20`)
  await foldCounts(services)
  expect((await sql.owner.query(slots)).rows).toEqual([{ n: 0 }])
  const day = '2024-02-29'
  for (const [query, total] of [
    [{ from: day, to: day }, 1],
    [{ createdAt: `${day}..${day}` }, 1],
    [{ createdAt: `..${day}`, provider: 'gsm' }, 1],
    [{ from: '2024-03-01', to: '2024-12-31', status: 'REJECTED' }, 1],
    [{ createdAt: `2024-03-01..2024-03-02`, from: day }, 2],
    [{ createdAt: '~' }, 0],
    [{ createdAt: '!~', surveyId: String(surveyId) }, 4],
    [{ currency: '=mzn', surveyId: String(surveyId) }, 4],
    [{ currency: 'kes' }, 2],
    [{ provider: '~' }, 0],
    [{ siteId: '~', to: '2024-02-28' }, 0],
  ] as const) {
    const kept = await maker.call(payments.list, { query })
    // No count is kept of amounts: each row is looked at.
    const counted = await maker.call(payments.list, { query: { ...query, amount: '0..' } })
    const { statusCounts, amounts } = counted
    expect([query, kept.total, kept.list.length]).toEqual([query, total, total])
    expect(kept).toMatchObject({ statusCounts, amounts, list: counted.list })
  }
})
