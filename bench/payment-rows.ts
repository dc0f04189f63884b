/** Many payments, as the program leaves them after months of work. */
import type { Client } from 'pg'

/** Payments of one transaction on the trail. */
const perPart = 10_000

const tables = ['person', 'form', 'payable', 'payable_response', 'step', 'attempt', 'transfer', 'audit', 'payee_phone']

/** Nine of ten are paid; the others are at each step of their way. */
const mixed = `case when n % 100 < 90 then 'SUCCESSFUL' when n % 100 < 94 then 'ELIGIBLE' when n % 100 < 96 then 'INITIATED'
        when n % 100 < 98 then 'APPROVED' when n % 100 < 99 then 'PROCESSING' else 'FAILED' end`

/** Written as the program leaves them, by one statement a table. `WAITING`: all of them are to be sent now. */
export async function seedPayments(owner: Client, rows: number, as: 'MIXED' | 'WAITING' = 'MIXED'): Promise<void> {
  const status = as === 'MIXED' ? mixed : `'PROCESSING'`
  const due = as === 'MIXED' ? `'infinity'` : 'l.at'
  const run = async (text: string) => {
    const start = performance.now()
    await owner.query(text)
    const seconds = (performance.now() - start) / 1000
    if (seconds > 10) console.log(`${seconds.toFixed(0)} s: ${text.slice(0, 60)}`)
  }
  await run(`insert into role (name, role) select 'Bench ' || n, 'BENCH_' || n from generate_series(1, 3) n`)
  await run(`insert into person (username, name, admin_type, role_id)
    select lower(role), name, 'ADMIN', id from role where role like 'BENCH_%'`)
  await run(`with paid as (
      insert into survey (encoded_id, title, survey_type, amount_minor, currency, status, current_version)
      select 's' || md5(n::text), 'Bench ' || n, 'PAID', 500, 'MZN', 'PUBLISHED', 1 from generate_series(1, 20) n returning id)
    insert into survey_version (survey_id, number, content, checksum) select id, 1, '{"sections": []}', 'x' from paid`)
  await run(`set session_replication_role = replica`)
  await run(`set maintenance_work_mem = '1GB'`)
  // Many rows at once come faster without indexes; those of keys stay.
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of indexes) await run(`drop index ${name}`)
  await run(`create temporary table plan as select n, nextval('thing_id') as response, nextval('thing_id') as id,
      (select array_agg(id order by id) from survey)[1 + n / 7 % 20] as survey, '+2588' || lpad(n::text, 8, '0') as phone,
      ${status} as status,
      500 + n % 40 * 25 as amount, 1 + n / 5000 as batch, now() - make_interval(secs => (${rows} - n) * 10) as at
    from generate_series(1, ${rows}) n`)
  await run('analyze plan')
  await run(`insert into person (id, username, name, phone, admin_type, role_id) overriding system value
    select 1000000 + n, 'payee-' || n, 'Payee ' || md5(n::text), phone, 'PARTICIPANT', (select id from role where role = 'PARTICIPANT') from plan`)
  await run(`insert into form (id, survey_id, survey_version, participant_id, status, source, client_uuid, submitted_at)
    select response, survey, 1, 1000000 + n, 'APPROVED', 'API', n::text, at from plan`)
  await run(`insert into payable (id, survey_id, participant_id, msisdn, amount_minor, currency, provider, status, reason, facts_hash, created_at, updated_at)
    select id, survey, 1000000 + n, phone, amount, 'MZN', 'gsma', status, case status when 'FAILED' then 'PAYEE_NOT_FOUND' end, signed_facts(phone, amount, 'MZN', 'gsma', response::text), at, at from plan`)
  await run(`insert into payable_response (payable_id, survey_id, response_id) select id, survey, response from plan`)
  await run('analyze payable')
  await run(`insert into step (payable_id, round, step, actor_id, role, facts_hash, at)
    select p.id, 1, s.step, s.actor, 'BENCH_' || s.n, p.facts_hash, date_trunc('hour', p.updated_at)
    from payable p join (select v.step, v.n, person.id as actor
        from (values ('initiate', 1), ('approve', 2), ('authorize', 3)) v(step, n) join person on username = 'bench_' || v.n offset 0) s
      on s.n <= case p.status when 'ELIGIBLE' then 0 when 'INITIATED' then 1 when 'APPROVED' then 2 else 3 end`)
  await run(
    `insert into batch (id, created_by) overriding system value select distinct batch, (select id from person where username = 'bench_3') from plan`,
  )
  await run(`select setval(pg_get_serial_sequence('batch', 'id'), max(id)) from batch`)
  await run(`insert into attempt (payable_id, no, client_ref, batch_id, provider, msisdn, amount_minor, currency, state, sends, provider_ref, reason, paid_minor,
      paid_currency, next_at, requested_at, final_at)
    select p.id, 1, gen_random_uuid(), l.batch, 'gsma', msisdn, p.amount_minor, 'MZN', s.state, (s.state <> 'QUEUED')::int, case s.state when 'SUCCESSFUL' then 'P' || l.n end,
      case s.state when 'FAILED' then 'PAYEE_NOT_FOUND' end, case s.state when 'SUCCESSFUL' then p.amount_minor end, case s.state when 'SUCCESSFUL' then 'MZN' end, ${due}, l.at, case when s.state <> 'QUEUED' then l.at end
    from payable p join plan l on l.id = p.id
      join (values ('PROCESSING', 'QUEUED'), ('SUCCESSFUL', 'SUCCESSFUL'), ('FAILED', 'FAILED')) s(status, state) on s.status = p.status`)
  await run('analyze attempt')
  await run(`insert into account (kind, provider, currency) values ('FUNDER', 'gsma', 'MZN'), ('FLOAT', 'gsma', 'MZN')`)
  await run(
    `insert into account (kind, provider, currency, batch_id) select k, 'gsma', 'MZN', b.id from batch b, unnest('{HELD,RESERVED}'::text[]) k`,
  )
  await run(`insert into account (kind, provider, currency, survey_id) select 'SPENT', 'gsma', 'MZN', id from survey`)
  const own = {
    HELD: 'batch_id = a.batch_id',
    RESERVED: 'batch_id = a.batch_id',
    SPENT: 'survey_id = p.survey_id',
    FLOAT: 'provider = a.provider',
  }
  const between = (kind: string, from: keyof typeof own, to: keyof typeof own, state: string) =>
    run(`insert into transfer (kind, credit_account, debit_account, currency, amount_minor, payable_id, attempt_no, at)
    select '${kind}', f.id, t.id, 'MZN', a.amount_minor, a.payable_id, 1, a.requested_at from attempt a join payable p on p.id = a.payable_id
      join account f on f.kind = '${from}' and f.${own[from]} join account t on t.kind = '${to}' and t.${own[to]}
    where a.state ${state}`)
  await run('analyze account')
  await run(`insert into funding (into_provider, into_currency, into_minor, reference, day, note, asked_by, status, decided_by, decided_at)
    select 'gsma', 'MZN', ${rows} * 1475::numeric, 'bench', '2026-01-01', 'x', min(id), 'CONFIRMED', max(id), now() from person where username like 'bench_%'`)
  await run(`insert into transfer (kind, credit_account, debit_account, currency, amount_minor, funding_id)
    select 'topup', f.id, t.id, 'MZN', ${rows} * 1475::numeric, n.id from account f, account t, funding n where f.kind = 'FUNDER' and t.kind = 'FLOAT'`)
  await run(`insert into transfer (kind, credit_account, debit_account, currency, amount_minor)
    select 'hold', f.id, h.id, 'MZN', sum(a.amount_minor) from account f, account h join attempt a on a.batch_id = h.batch_id
    where f.kind = 'FLOAT' and h.kind = 'HELD' group by f.id, h.id`)
  await between('reserve', 'HELD', 'RESERVED', 'is not null')
  await between('settle', 'RESERVED', 'SPENT', `= 'SUCCESSFUL'`)
  await between('release', 'RESERVED', 'FLOAT', `= 'FAILED'`)
  await run(
    `update account a set debits = d.n from (select debit_account as id, sum(amount_minor) as n from transfer group by 1) d where d.id = a.id`,
  )
  await run(
    `update account a set credits = d.n from (select credit_account as id, sum(amount_minor) as n from transfer group by 1) d where d.id = a.id`,
  )
  await run(`insert into account_day
    select s.id, s.day, sum(s.debit), sum(s.credit), sum(sign(s.debit)), sum(sign(s.credit)) from (
      select debit_account as id, (at at time zone 'UTC')::date as day, amount_minor as debit, 0 as credit from transfer
      union all select credit_account, (at at time zone 'UTC')::date, 0, amount_minor from transfer) s
    join account a on a.id = s.id and a.batch_id is null group by 1, 2`)
  // Each transaction of a house writes few rows, so that each block of the sealed trail has some of them.
  const { rows: parts } = await owner.query<{ first: number; last: number }>(
    `select min(id) as first, max(id) as last from plan group by n / ${perPart} order by 1`,
  )
  for (const { first, last } of parts) {
    await run(`insert into audit (action, subject_type, subject_id, after, request_id)
      select 'payments.owe', 'payable', id::text, '{"status": "ELIGIBLE"}', 'bench' from payable
      where id between ${first} and ${last} order by id`)
    await run(`insert into audit (at, actor_id, action, subject_type, before, after, request_id)
      select s.at, s.actor_id, 'payments.' || s.step, 'payable', jsonb_build_object('status', 'BEFORE', 'ids', jsonb_agg(s.payable_id)),
        jsonb_build_object('status', n.status, 'count', count(*)), 'bench'
      from step s join (values (1, 'initiate', 'INITIATED'), (2, 'approve', 'APPROVED'), (3, 'authorize', 'PROCESSING')) n(n, step, status)
        using (step)
      where s.payable_id between ${first} and ${last}
      group by n.n, n.status, s.at, s.actor_id, s.step, s.payable_id / 10000 order by n.n, min(s.payable_id)`)
    await run(`insert into audit (action, subject_type, subject_id, before, after)
      select 'payments.settle', 'payable', id::text, '{"status": "PROCESSING"}', jsonb_build_object('status', status) from payable
      where status in ('SUCCESSFUL', 'FAILED') and id between ${first} and ${last}`)
  }
  await run(
    `insert into payable_counter select survey_id, status, currency, 1, count(*), sum(amount_minor) from payable group by 1, 2, 3`,
  )
  await run(`insert into payable_day select (created_at at time zone 'UTC')::date, survey_id, provider, status, currency, 1, count(*), sum(amount_minor)
    from payable group by 1, 2, 3, 4, 5`)
  await run(`insert into signer_counter (actor_id, survey_id, status, currency, slot, n, amount_minor)
    select s.actor_id, p.survey_id, p.status, p.currency, 0, count(*), sum(p.amount_minor)
    from payable p join step s on s.payable_id = p.id and s.round = p.round
    where p.status in ('INITIATED', 'APPROVED') group by 1, 2, 3, 4`)
  await run(`insert into payee_phone select distinct msisdn from payable on conflict do nothing`)
  for (const { made } of indexes) await run(made)
  await run(`set session_replication_role = origin`)
  await run('vacuum analyze')
}
