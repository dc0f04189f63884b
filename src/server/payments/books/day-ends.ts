/** The end of a day of a float: ours, the provider's, the lines that explain the difference, and the person who closes it. */
import { sql } from 'kysely'
import { type AccountRow, books } from '#contract/books.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { sum, toMinorSum } from '#domain/money/money.ts'
import { type StatementWord, statementWords } from '#domain/money/reconcile.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { on } from '../../http/context.ts'
import type { Onlooker } from '../../scope.ts'
import { isSettled, shownGroups } from './statement-lines.ts'
import { endsOf, lines, openAccount } from './statement.ts'

async function openFloat(db: Db, actor: Onlooker, id: number): Promise<AccountRow> {
  const account = await openAccount(db, actor, id)
  if (account.kind !== 'FLOAT') throw new AppError('NOT_FOUND')
  return account
}

/** `stated`: what the provider says that it holds, where a person read it; the sum of its lines otherwise. */
async function endOf(db: Db, account: AccountRow, { day, stated }: { day: string; stated?: bigint }) {
  const { provider, currency } = account
  const { closing: ours } = await endsOf(db, account, { to: day })
  const until = sql`l.statement_id = s.id and s.provider = ${provider} and s.currency = ${currency} and l.at < ${day}::date + 1`
  // Fees and adjustments answer lines; other requests do when they have the reference of one.
  const facts = await rowOf<{ sum: string; loose: string }>(db)`
      select (select coalesce(sum(l.change_minor), 0) from statement_line l, statement s where ${until})
          + (select coalesce(sum(t.amount_minor), 0) from funding f join transfer t on t.funding_id = f.id
            where f.counter = 'OPENING' and f.into_provider = ${provider} and f.into_currency = ${currency} and t.at < ${day}::date + 1) as sum,
        (select coalesce(sum(t.change), 0) from ${lines(account, { to: day }, undefined)} t left join funding f on f.id = t.funding_id
          where t.kind not in ('opening', 'fee', 'surplus', 'shortage')
            and not exists (select from statement_line l where l.payable_id = t.payable_id and l.attempt_no = t.attempt_no)
            and not exists (select from statement_line l where l.funding_id = t.funding_id)
            and (f.id is null or not exists (select from statement_line l, statement s where ${until}
              and lower(f.reference) in (lower(l.provider_ref), lower(l.our_ref))))) as loose`
  const open = await rowsOf<{ word: StatementWord; count: number; theirs: string; ours: string }>(db)`
    select l.word, count(*)::int as count, sum(l.change_minor) as theirs, sum(l.ours_minor) as ours from statement_line l, statement s
    where ${until} and not ${isSettled} group by 1 order by array_position(${[...statementWords]}::text[], l.word)`
  const closed = await rowsOf<{ by: { id: number; name: string }; at: string; day: string }>(db)`
    select json_build_object('id', p.id, 'name', p.name) as by, c.closed_at as at, c.day::text as day
    from closed_day c join person p on p.id = c.closed_by
    where c.provider = ${provider} and c.currency = ${currency} and c.day >= ${day}::date order by c.day limit 1`
  const theirs = stated ?? BigInt(facts.sum)
  const unexplained = theirs - BigInt(facts.sum) - BigInt(facts.loose)
  const groups = open.map((group) => ({ ...group, theirs: BigInt(group.theirs), ours: BigInt(group.ours) }))
  return {
    ours,
    theirs,
    unexplained,
    end: {
      day,
      ours: sum(ours, currency),
      theirs: sum(theirs, currency),
      difference: sum(theirs - ours, currency),
      unexplained: sum(unexplained, currency),
      open: shownGroups(groups, currency),
      closed: closed[0] ? { by: closed[0].by, at: closed[0].at } : null,
    },
  }
}

export const dayEndRoutes = [
  on(books.dayEnd, async ({ db, params, actor }) => {
    const account = await openFloat(db, actor, params.id)
    return (await endOf(db, account, { day: params.day })).end
  }),
  on(books.closeDay, async ({ db, params, body, actor, audit }) => {
    refuse(reauthRefusal(actor.sinceAuthenticatedMs))
    const account = await openFloat(db, actor, params.id)
    const { provider, currency } = account
    const { day } = params
    const stated = body.theirs === undefined ? undefined : toMinorSum(body.theirs, currency)
    const { ours, theirs, unexplained } = await endOf(db, account, { day, ...(stated !== undefined && { stated }) })
    if (unexplained !== 0n) throw new AppError('DAY_UNEXPLAINED')
    await sql`insert into closed_day (provider, currency, day, ours_minor, theirs_minor, closed_by)
      values (${provider}, ${currency}, ${day}, ${String(ours)}, ${String(theirs)}, ${actor.id}) on conflict do nothing`.execute(
      db,
    )
    const { end } = await endOf(db, account, { day, stated: theirs })
    audit({ action: 'payments.closeDay', subjectType: 'account', subjectId: account.id, after: end })
    return end
  }),
]
