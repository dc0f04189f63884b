/** What the database refuses by itself: SQL as the app's role, with the whole program bypassed. */
import type pg from 'pg'
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { paymentStatuses } from '#domain/money/payment.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

/** Runs SQL as the app's role in a transaction that is rolled back in the end. */
async function trying({ sql }: PaymentsApp, work: (query: Query) => Promise<void>): Promise<void> {
  const client = await sql.app.connect()
  try {
    await client.query('begin')
    await work((text, values) => client.query(text, values))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Each try starts from the same state, whatever the one before did. */
async function refused(query: Query, text: string, values: unknown[], as: object): Promise<void> {
  await query('savepoint before')
  await expect(query(text, values), text).rejects.toMatchObject(as)
  await query('rollback to savepoint before')
}

const unlawful = (message: string) => ({ code: 'CV001', message })
const notPermitted = { code: '42501' }

const step = `insert into step (payable_id, round, step, actor_id, role, facts_hash)
  select p.id, p.round, $2, $3, (select r.role from person a join role r on r.id = a.role_id where a.id = $3), p.facts_hash
  from payable p where p.id = $1`
const move = 'update payable set status = $2 where id = $1'
const batch = 'insert into batch (created_by) values ($1) returning id'
const attempt = `insert into attempt (payable_id, no, batch_id, provider, msisdn, amount_minor, currency)
  select id, $3, $2, provider, msisdn, amount_minor, currency from payable where id = $1`
const transfer = `insert into transfer (kind, credit_account, debit_account, currency, amount_minor, payable_id, attempt_no)
  values ($1, $2, $3, 'MZN', $4, $5, $6)`

test('no status is set without its steps, from wherever and to wherever', async ({ app }) => {
  const start = [
    ...(await app.given.payments()).ids,
    ...(await app.given.payments({ status: 'INITIATED' })).ids,
    ...(await app.given.payments({ status: 'APPROVED' })).ids,
  ]
  const [eligible = 0, initiated = 0, approved = 0] = start
  await trying(app, async (query) => {
    const free = new Map([
      [eligible, ['ELIGIBLE', 'CANCELLED']],
      [initiated, ['INITIATED', 'CANCELLED']],
      [approved, ['APPROVED']],
    ])
    for (const id of start) {
      for (const status of paymentStatuses.filter((name) => !free.get(id)?.includes(name)))
        await refused(query, move, [id, status], unlawful('ILLEGAL_TRANSITION'))
    }
    for (const status of paymentStatuses.filter((name) => name !== 'ELIGIBLE')) {
      const made = `insert into payable (survey_id, msisdn, amount_minor, currency, provider, facts_hash, status)
          select survey_id, msisdn, amount_minor, currency, provider, facts_hash, $2 from payable where id = $1`
      await refused(query, made, [eligible, status], unlawful('ILLEGAL_TRANSITION'))
    }
  })
})

test('an amount that no number holds exactly is refused, and so is none', async ({ app }) => {
  const { surveyId } = await app.given.payments()
  await trying(app, async (query) => {
    const made = `insert into payable (kind, name, survey_id, msisdn, amount_minor, currency, provider, facts_hash)
        values ('MANUAL', 'MAN-1', $1, '+258840000000', $2, 'MZN', 'gsma', '')`
    const set = 'update survey set amount_minor = $2 where id = $1'
    for (const amount of ['9007199254740992', '0', '-1']) {
      for (const text of [made, set]) await refused(query, text, [surveyId, amount], { code: '23514' })
    }
    await query(set, [surveyId, '9007199254740991'])
  })
})

test('a person takes one step, in order, and each needs its right, role and facts', async ({ app }) => {
  const { given, maker, approver, authorizer } = app
  const [eligible = 0] = (await given.payments()).ids
  const [initiated = 0] = (await given.payments({ status: 'INITIATED', initiatedBy: maker.id })).ids
  const people = { initiatedBy: maker.id, approvedBy: approver.id }
  const [approved = 0] = (await given.payments({ status: 'APPROVED', ...people })).ids
  const reader = await given.admin({ permissions: ['payments.read'] })
  await trying(app, async (query) => {
    await refused(query, step, [initiated, 'approve', maker.id], unlawful('SELF_ACTION'))
    await refused(query, step, [approved, 'authorize', maker.id], unlawful('SELF_ACTION'))
    await refused(query, step, [approved, 'authorize', approver.id], unlawful('SELF_ACTION'))
    await refused(query, step, [eligible, 'approve', approver.id], unlawful('ILLEGAL_TRANSITION'))
    await refused(query, step, [initiated, 'authorize', authorizer.id], unlawful('ILLEGAL_TRANSITION'))
    await refused(query, step, [approved, 'approve', authorizer.id], { constraint: 'step_once' })
    await refused(query, step, [eligible, 'initiate', reader.id], unlawful('FORBIDDEN'))
    const asAnother = step.replace('(select r.role', `'ADMINISTRATOR' || (select r.role`)
    await refused(query, asAnother, [eligible, 'initiate', maker.id], unlawful('FORBIDDEN'))
    const otherFacts = step.replace(/p\.facts_hash\s+from/, `sha256('other') from`)
    await refused(query, otherFacts, [eligible, 'initiate', maker.id], unlawful('STALE_FACTS'))
    const otherRound = step.replace('p.round', 'p.round + 1')
    await refused(query, otherRound, [eligible, 'initiate', maker.id], unlawful('ILLEGAL_TRANSITION'))
  })
})

test('what people sign cannot be changed under their signatures', async ({ app }) => {
  const [initiated = 0] = (await app.given.payments({ status: 'INITIATED' })).ids
  const other = await app.given.payments()
  const { surveyId, responseIds } = other
  await trying(app, async (query) => {
    for (const change of [`currency = 'USD'`, 'survey_id = 1', 'id = 1', 'participant_id = 1'])
      await refused(query, `update payable set ${change} where id = $1`, [initiated], notPermitted)
    for (const change of ['amount_minor = 1', `msisdn = '+258840000000'`, `phone_from = 'GIVEN'`, `facts_hash = ''`])
      await refused(query, `update payable set ${change} where id = $1`, [initiated], { code: 'CV001' })
    await refused(query, 'update payable set round = 2 where id = $1', [initiated], unlawful('ILLEGAL_TRANSITION'))
    const link = `insert into payable_response (payable_id, survey_id, response_id) values ($1, $2, $3)`
    await refused(query, link, [initiated, surveyId, responseIds[0]], { constraint: 'payable_response_live' })
    await query(move, [other.ids[0], 'CANCELLED'])
    await refused(query, link, [initiated, surveyId, responseIds[0]], unlawful('ILLEGAL_TRANSITION'))
  })
})

test('a response is in one live payable, and only a cancellation frees it', async ({ app }) => {
  const { surveyId, responseIds, ids } = await app.given.payments()
  const values = [surveyId, responseIds[0]]
  await trying(app, async (query) => {
    const second = `with made as (
          insert into payable (survey_id, participant_id, msisdn, amount_minor, currency, provider, facts_hash)
          select survey_id, participant_id, msisdn, amount_minor, currency, provider, facts_hash
          from payable where survey_id = $1 limit 1 returning id)
        insert into payable_response (payable_id, survey_id, response_id) select id, $1, $2 from made`
    await refused(query, second, values, { constraint: 'payable_response_live' })
    const release = 'update payable_response set released_at = now() where survey_id = $1 and response_id = $2'
    await refused(query, release, values, notPermitted)
    await refused(query, 'delete from payable_response where survey_id = $1 and response_id = $2', values, notPermitted)
    await refused(query, 'delete from form where survey_id = $1 and id = $2', values, { code: '23503' })
    await refused(query, 'delete from payable where id = $1', [ids[0]], notPermitted)
    await query(move, [ids[0], 'CANCELLED'])
    await query(second, values)
  })
})

test('an attempt needs an authorized payment and its facts, and is the only live one', async ({ app }) => {
  const { given, authorizer } = app
  const [initiated = 0] = (await given.payments({ status: 'INITIATED' })).ids
  const [approved = 0] = (await given.payments({ status: 'APPROVED' })).ids
  await trying(app, async (query) => {
    const made = (await query(batch, [authorizer.id])).rows[0] as { id: number }
    const illegal = unlawful('ILLEGAL_TRANSITION')
    await refused(query, attempt, [initiated, made.id, 1], illegal)
    await refused(query, attempt, [approved, made.id, 1], illegal)
    await query(step, [approved, 'authorize', authorizer.id])
    await refused(
      query,
      attempt.replace(' amount_minor, currency from', ' amount_minor + 1, currency from'),
      [approved, made.id, 1],
      illegal,
    )
    await refused(
      query,
      attempt.replace(' msisdn, amount_minor, currency from', ` '+258840000000', amount_minor, currency from`),
      [approved, made.id, 1],
      illegal,
    )
    const paid = attempt
      .replace('currency)', 'currency, state)')
      .replace(' from payable', `, 'SUCCESSFUL' from payable`)
    await refused(query, paid, [approved, made.id, 1], { constraint: 'attempt_ended' })
    await query(attempt, [approved, made.id, 1])
    await refused(query, attempt, [approved, made.id, 2], { constraint: 'attempt_live' })
    await refused(query, move, [approved, 'PROCESSING'], illegal)
    const state = 'update attempt set state = $2, final_at = $3 where payable_id = $1'
    for (const [end, at] of [['SUCCESSFUL', 'now'], ['FAILED', 'now'], ['SENT'], ['UNKNOWN'], ['RECALLED', 'now']])
      await refused(query, state, [approved, end, at ?? null], illegal)
    for (const change of ['client_ref = gen_random_uuid()', 'amount_minor = 1', `msisdn = '+258840000000'`, 'no = 2'])
      await refused(query, `update attempt set ${change} where payable_id = $1`, [approved], notPermitted)
  })
})

test('steps, transfers and accounts are never edited, not even by their owner', async ({ app }) => {
  const { ids } = await app.given.payments({ count: 2 })
  await app.given.float({ amountMinor: 100_000 })
  await app.letGo(ids)
  await trying(app, async (query) => {
    for (const attack of [
      `update step set actor_id = 1`,
      `delete from step`,
      `truncate step`,
      `update transfer set amount_minor = 1`,
      `delete from transfer`,
      `truncate transfer`,
      `update account set debits = 0`,
      `delete from account`,
      `insert into account (kind, provider, currency, debits) values ('FLOAT', 'x', 'MZN', 1)`,
      `update payable_counter set n = 0`,
      `insert into payable_counter values (1, 'ELIGIBLE', 'MZN', 1, 1, 1)`,
      `insert into payable_move values ('ELIGIBLE', 'SUCCESSFUL')`,
      `delete from payable_signature`,
      `update transfer_kind set to_kind = 'FLOAT'`,
      `delete from attempt`,
      `update batch set created_by = 1`,
    ])
      await refused(query, attack, [], notPermitted)
  })
  const ofOwner = ['update step set level = 2', 'truncate step']
  const deleted = ['transfer', 'payable', 'attempt', 'account'].map((table) => `delete from ${table}`)
  for (const attack of [...ofOwner, ...deleted])
    await expect(app.sql.owner.query(attack), attack).rejects.toMatchObject(notPermitted)
})

test('money moves once per attempt, whole, between right accounts, never below zero', async ({ app }) => {
  const { given, sql } = app
  const { ids } = await given.payments({ count: 2 })
  await given.float({ amountMinor: 100_000 })
  await app.letGo(ids)
  const [id] = ids
  const { rows } = await sql.owner.query<{ kind: string; id: number }>(
    `select a.kind, a.id from account a left join attempt t on t.batch_id = a.batch_id and t.payable_id = $1
       where a.currency = 'MZN' and (a.batch_id is null or t.id is not null)`,
    [id],
  )
  const account = (kind: string) => rows.find((row) => row.kind === kind)?.id
  const [funder, float, held, reserved] = ['FUNDER', 'FLOAT', 'HELD', 'RESERVED'].map(account)
  const illegal = unlawful('ILLEGAL_TRANSITION')
  await trying(app, async (query) => {
    await refused(query, transfer, ['reserve', held, reserved, 50_000, id, 1], { constraint: 'transfer_once' })
    await refused(query, transfer, ['release', reserved, float, 50_000, id, 1], illegal)
    await refused(query, transfer, ['settle', reserved, float, 50_000, id, 1], illegal)
    await refused(query, transfer, ['hold', funder, float, 1, null, null], illegal)
    await refused(query, transfer, ['hold', float, float, 1, null, null], { constraint: 'transfer_sides' })
    for (const amount of [-1, 0, 0.4, 'NaN'])
      await refused(query, transfer, ['hold', float, held, amount, null, null], { code: '23514' })
    await refused(query, transfer, ['topup', funder, float, 1, null, null], { constraint: 'transfer_funding' })
    const opened = `insert into account (kind, provider, currency, batch_id) values ('HELD', 'gsma', $1, $2) returning id`
    const made = (await query(batch, [app.maker.id])).rows[0] as { id: number }
    const own = (await query(opened, ['MZN', made.id])).rows[0] as { id: number }
    const other = (await query(opened, ['USD', made.id])).rows[0] as { id: number }
    await refused(query, transfer, ['hold', float, other.id, 1, null, null], illegal)
    const all = (await query('select (debits - credits)::bigint as n from account where id = $1', [float])).rows[0] as {
      n: number
    }
    await refused(query, transfer, ['hold', float, own.id, all.n + 1, null, null], {
      constraint: 'account_no_overdraft',
    })
    await query(`update attempt set state = 'SENDING', sends = 1 where payable_id = $1`, [id])
    await query(`update attempt set state = 'FAILED', reason = 'refused', final_at = now() where payable_id = $1`, [id])
    await refused(query, move, [id, 'FAILED'], illegal)
    await refused(query, transfer, ['release', reserved, float, 49_999, id, 1], illegal)
    await query(transfer, ['release', reserved, float, 50_000, id, 1])
    await refused(query, transfer, ['release', reserved, float, 50_000, id, 1], { constraint: 'transfer_once' })
    await refused(query, move, [id, 'SUCCESSFUL'], illegal)
    await query(move, [id, 'FAILED'])
  })
})

test('money does not change hands between batches or providers', async ({ app }) => {
  const { given, authorizer } = app
  const [id = 0] = (await given.payments({ status: 'APPROVED' })).ids
  await given.float({ amountMinor: 50_000 })
  await app.sql.owner.query(`insert into provider (name, title) values ('other', 'Other')`)
  const illegal = unlawful('ILLEGAL_TRANSITION')
  await trying(app, async (query) => {
    const newId = async (text: string, values: unknown[]) => ((await query(text, values)).rows[0] as { id: number }).id
    const opened = `insert into account (kind, provider, currency, batch_id) values ($1, $2, 'MZN', $3) returning id`
    const [own, other] = [await newId(batch, [authorizer.id]), await newId(batch, [authorizer.id])]
    const held = await newId(opened, ['HELD', 'gsma', own])
    const foreign = await newId(opened, ['HELD', 'other', own])
    const [reserved, theirs] = [
      await newId(opened, ['RESERVED', 'gsma', own]),
      await newId(opened, ['RESERVED', 'gsma', other]),
    ]
    const float = await newId(`select id from account where name = 'FLOAT:gsma:MZN'`, [])
    await query(step, [id, 'authorize', authorizer.id])
    await query(attempt, [id, own, 1])
    await refused(query, transfer, ['hold', float, foreign, 50_000, null, null], illegal)
    await query(transfer, ['hold', float, held, 50_000, null, null])
    await refused(query, transfer, ['reserve', held, theirs, 50_000, id, 1], illegal)
    await query(transfer, ['reserve', held, reserved, 50_000, id, 1])
  })
})

test('a temporary table of the same name does not stand in for the rules', async ({ app }) => {
  const [initiated = 0] = (await app.given.payments({ status: 'INITIATED', initiatedBy: app.maker.id })).ids
  await trying(app, async (query) => {
    await query(`create temporary table step as select * from public.step`)
    await query(
      `insert into pg_temp.step select payable_id, round, 'approve', 1, $2, '', facts_hash, now() from pg_temp.step where payable_id = $1`,
      [initiated, app.approver.id],
    )
    await refused(query, move, [initiated, 'APPROVED'], unlawful('ILLEGAL_TRANSITION'))
    const own = step.replace('into step', 'into public.step')
    await refused(query, own, [initiated, 'approve', app.maker.id], unlawful('SELF_ACTION'))
  })
})

test('a batch cannot hold money without payees, and a queued attempt cannot be dropped', async ({ app }) => {
  const { given, sql, maker } = app
  await given.float({ amountMinor: 5000 })
  const client = await sql.app.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>(batch, [maker.id])
    const id = rows[0]?.id
    await client.query(`insert into account (kind, provider, currency, batch_id) values ('HELD', 'gsma', 'MZN', $1)`, [
      id,
    ])
    await client.query(
      `insert into transfer (kind, credit_account, debit_account, currency, amount_minor)
         select 'hold', f.id, h.id, 'MZN', 5000 from account f, account h where f.name = 'FLOAT:gsma:MZN' and h.batch_id = $1`,
      [id],
    )
    await expect(client.query('commit')).rejects.toMatchObject(unlawful('ILLEGAL_TRANSITION'))
  } finally {
    await client.query('rollback')
    client.release()
  }
  const { ids } = await given.payments({ status: 'APPROVED' })
  await given.float({ amountMinor: 100_000 })
  await app.authorizer.call(payments.bulkAuthorize, { body: ids })
  await trying(app, async (query) => {
    const recall = `update attempt set state = 'RECALLED', final_at = now() where payable_id = any($1)`
    await refused(query, recall, [ids], unlawful('ILLEGAL_TRANSITION'))
  })
})
