/**
 * What must be true of payments at every moment (payments.md §4). Each rule finds what breaks it; tests run them all after
 * each test.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { verifyAudit } from '../../logs/verify-audit.ts'
import { keptCounts } from '../../records/kept-counts.ts'
import { wrongOf } from '../../records/wrong-counts.ts'
import { outcomesUnlike } from './simulator-books.ts'

const breaches: Readonly<Record<string, string>> = {
  'I1 an account is the sum of its transfers': `
    select a.name from account a
    left join (select debit_account as id, sum(amount_minor) as n from transfer group by 1) d using (id)
    left join (select credit_account as id, sum(amount_minor) as n from transfer group by 1) c using (id)
    where a.debits <> coalesce(d.n, 0) or a.credits <> coalesce(c.n, 0)`,
  'I1 the days of an account add up to it': `
    select a.name from account a left join (
      select account_id as id, sum(debits) as debits, sum(credits) as credits from account_day group by 1
    ) d using (id)
    where a.batch_id is null and (a.debits <> coalesce(d.debits, 0) or a.credits <> coalesce(d.credits, 0))`,
  'I2 debits equal credits in every currency': `
    select currency from account group by currency having sum(debits) <> sum(credits)`,
  'I3 no account without overdraft is below zero': `
    select name from account
    where no_overdraft and case normal_side when 'DEBIT' then debits - credits else credits - debits end < 0`,
  'I4 a response is in one live payable at most': `
    select response_id from payable_response where released_at is null group by response_id having count(*) > 1`,
  'I4 a set has the responses that it says, each approved while nobody has approved the set': `
    select p.id from payable p left join (payable_response l join form f on f.survey_id = l.survey_id and f.id = l.response_id)
      on l.payable_id = p.id and l.released_at is null
    where p.kind = 'GROUPED' and p.status not in ('CANCELLED', 'REVERSED')
    group by p.id
    having count(l.response_id) <> p.set_size
      or p.status in ('ELIGIBLE', 'INITIATED') and bool_or(f.status <> 'APPROVED')`,
  'I5 the money of a payable is where its status says': `
    select p.id, p.status from payable p left join (
      select payable_id, sum(amount_minor) filter (where kind = 'reserve') as reserved,
        sum(case when kind in ('settle', 'late', 'lateOnCredit') then amount_minor
          when kind in ('reverse', 'tryout') then -amount_minor end) as spent,
        sum(amount_minor) filter (where kind in ('settle', 'release', 'unreserve', 'recall')) as used
      from transfer group by payable_id
    ) t on t.payable_id = p.id left join attempt a on a.payable_id = p.id and a.state = 'SUCCESSFUL'
    where case when p.status in ('SUCCESSFUL', 'REVERSING') then a.amount_minor else 0 end is distinct from coalesce(spent, 0)
      or case p.status when 'PROCESSING' then p.amount_minor else 0 end <> coalesce(reserved, 0) - coalesce(used, 0)`,
  'I6 what is reserved is what is on its way': `
    select a.name from account a left join (
      select batch_id, provider, currency, sum(amount_minor) as n from attempt
      where state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN') group by 1, 2, 3
    ) l using (batch_id, provider, currency)
    where a.kind = 'RESERVED' and a.debits - a.credits <> coalesce(l.n, 0)`,
  'I7 the last change on the trail is the status': `
    select p.id, p.status from payable p join (
      select subject_id as payable_id, id, after ->> 'status' as status from audit
        where subject_type = 'payable' and after ? 'status' and subject_id is not null
      union all select e.id, a.id, a.after ->> 'status' from audit a, jsonb_array_elements_text(a.before -> 'ids') e (id)
        where a.subject_type = 'payable' and a.subject_id is null and a.before ? 'ids'
    ) change on change.payable_id = p.id::text
    group by p.id having max(change.id) is distinct from max(change.id) filter (where change.status = p.status)`,
  'I8 one person has one duty in a round': `
    select payable_id from step join payment_step using (step) where duty is not null
    group by payable_id, round, actor_id having count(distinct duty) > 1`,
  'I8 a payment that waits for a signature has none under facts that changed': `
    select p.id from payable p cross join lateral (select s.facts_hash from step s
      where s.payable_id = p.id and s.round = p.round and s.step = 'initiate' offset 0) s
    where p.status in ('INITIATED', 'APPROVED') and s.facts_hash <> p.facts_hash`,
  'I10 what may hold up a payment is known': `
    select p.id from payable p join person payee on payee.id = p.participant_id
    where p.status in ('INITIATED', 'APPROVED', 'FAILED') and p.phone_from = 'PARTICIPANT' and payee.pays_to is distinct from p.msisdn
      and not exists (select from doubtful_payable d where d.payable_id = p.id)
    union all
    select p.id from payable p join payable_response l on l.payable_id = p.id and l.released_at is null
      join form f on f.survey_id = l.survey_id and f.id = l.response_id and f.status <> 'APPROVED'
    where p.status in ('ELIGIBLE', 'REJECTED') and not exists (select from doubtful_payable d where d.payable_id = p.id)`,
  'I11 what is paid was stated by the provider or found by two people, once for each payment': `
    select payable_id, no from attempt a where state = 'SUCCESSFUL' and case when resolved
      then not coalesce(found_by_two(payable_id, no, 'PAID', 'PAID'), false) and not exists (
        select from finding f where f.payable_id = a.payable_id and f.attempt_no = a.no and f.outcome = 'REVERSE')
      else provider_ref is null or paid_minor <> amount_minor or paid_currency <> currency end
    union all select payable_id, max(no) from attempt where state = 'SUCCESSFUL' group by 1 having count(*) > 1`,
  'I12 nothing is held once a run is closed': `
    select name from account a where kind = 'HELD' and debits <> credits and not exists (
      select from payment_run r join job j on j.id = r.job_id where r.batch_id = a.batch_id and j.state in ('WAITING', 'RUNNING'))`,
  'I13 two people signed each movement that belongs to no payment, to the last unit': `
    select t.id from transfer t left join funding f on f.id = t.funding_id and f.status = 'CONFIRMED'
      and f.decided_by <> f.asked_by
      and t.amount_minor = case when t.kind in ('opening', 'topup', 'surplus') then f.into_minor else f.from_minor end
    where t.payable_id is null and t.kind not in ('hold', 'unhold') and f.id is null`,
}

export interface Rule {
  rule: string
  /** The first rows that break it. */
  find: (db: Db) => Promise<unknown[]>
}

/** `simulatorFile`: the books of the simulator, where it is the one that pays. `provenBlock`: up to where the trail was proven. */
export function rulesOf({
  simulatorFile,
  provenBlock,
}: { simulatorFile?: string | undefined; provenBlock?: number } = {}): Rule[] {
  const inSql = Object.entries(breaches).map(([rule, query]) => {
    // Without `materialized` the plan is made for five rows that come soon: all rows are read, and none comes.
    const find = async (db: Db) =>
      (await sql`with breach as materialized (${sql.raw(query)}) select * from breach limit 5`.execute(db)).rows
    return { rule, find }
  })
  const sealed = {
    rule: 'I9 the sealed trail is as it was sealed',
    find: async (db: Db) =>
      [(await verifyAudit(db, { after: provenBlock ?? 0 })).broken].filter((row) => row !== undefined),
  }
  const counted = {
    rule: 'I10 the kept counts of payments are the real ones',
    find: (db: Db) =>
      wrongOf(
        db,
        keptCounts.filter(({ of }) => of === 'payable'),
      ),
  }
  const simulated = {
    rule: 'I11 the simulator paid what is SUCCESSFUL, and each reference once',
    find: (db: Db) => outcomesUnlike(db, simulatorFile ?? ''),
  }
  const rules = [...inSql, sealed, counted, ...(simulatorFile === undefined ? [] : [simulated])]
  const number = ({ rule }: Rule) => Number(/^I(\d+)/.exec(rule)?.[1])
  return rules.sort((a, b) => number(a) - number(b))
}

/** The rules that are broken now, with the first rows that show it. */
export async function brokenInvariants(db: Db): Promise<{ rule: string; rows: unknown[] }[]> {
  const broken: { rule: string; rows: unknown[] }[] = []
  for (const { rule, find } of rulesOf()) {
    const rows = await find(db)
    if (rows.length > 0) broken.push({ rule, rows })
  }
  return broken
}
