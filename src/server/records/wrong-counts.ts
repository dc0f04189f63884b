/**
 * Compares the kept counts with what they count. Each comparison is one statement, so that both sides are of one moment
 * while others write.
 */
import { sql } from 'kysely'
import { type Db, rowsOf } from '../db/pool.ts'
import { counted, placesOf } from './count-laws.ts'
import { type KeptCount, keptCounts } from './kept-counts.ts'

/** Counts that are wrong: how many, and the first of them. */
export interface CounterAlarm {
  counter: string
  wrong: number
  first: WrongCount[]
}

interface WrongCount {
  /** Which of the counts: survey, version, status and the like. */
  of: string
  kept: string
  true: string
}

/** The kept count and the real count, each as (of, n). */
interface Comparison {
  counter: string
  kept: string
  there: string
}

/** Both sides of one sum of a kept count. */
function comparisonsOf(count: KeptCount): Comparison[] {
  const { name, of, keys, sums, having } = count
  const columns = Object.keys(keys)
  // The totals of other tables are among those of people.
  const own = name === 'row_counter' ? `where name like '${of}:%'` : ''
  return Object.entries(sums).map(([sum, value]) => ({
    counter: Object.keys(sums)[0] === sum ? name : `${name}.${sum}`,
    kept: `select concat_ws(' ', ${columns.join(', ')}) as of, ${sum} as n from ${name} ${own}`,
    there: `select concat_ws(' ', ${columns.join(', ')}) as of, n from (
      select ${columns.map((column) => `${keys[column]} as ${column}`).join(', ')}, sum(${value}) as n
      from ${counted(count, `${of} r`)} group by ${placesOf(keys)}${having ? ` having ${having}` : ''}) one`,
  }))
}

const participants: Comparison = {
  counter: 'survey.participant_count',
  kept: `select id::text as of, participant_count as n from survey`,
  there: `select survey_id::text as of, count(distinct participant_id) + count(*) filter (where participant_id is null) as n
    from form where not is_pilot and status <> 'DRAFT' group by 1`,
}

/** The tables whose total is kept by triggers alone (`keep_count`). */
async function totals(db: Db): Promise<Comparison[]> {
  const rows = await rowsOf<{ name: string }>(db)`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where tgname = 'count_insert' and proname = 'count_rows' order by 1`
  return rows.map(({ name }) => ({
    counter: name,
    kept: `select name as of, n from row_counter where name = '${name}'`,
    there: `select '${name}' as of, count(*) as n from ${name}`,
  }))
}

const mostShown = 5

/** The kept counts that differ from the truth; none when all is well. */
export async function wrongCounts(db: Db): Promise<CounterAlarm[]> {
  const comparisons = [participants, ...(await totals(db))]
  return [...(await wrongOf(db, keptCounts)), ...(await compared(db, comparisons))]
}

/** The same of some of those that are data. */
export async function wrongOf(db: Db, counts: readonly KeptCount[]): Promise<CounterAlarm[]> {
  return await compared(db, counts.flatMap(comparisonsOf))
}

async function compared(db: Db, comparisons: readonly Comparison[]): Promise<CounterAlarm[]> {
  const alarms = new Map<string, CounterAlarm>()
  for (const comparison of comparisons) {
    const { counter, wrong, first } = await differences(db, comparison)
    const { wrong: before, first: shown } = alarms.get(counter) ?? { wrong: 0, first: [] }
    if (wrong > 0)
      alarms.set(counter, { counter, wrong: before + wrong, first: [...shown, ...first].slice(0, mostShown) })
  }
  return [...alarms.values()]
}

async function differences(db: Db, { counter, kept, there }: Comparison): Promise<CounterAlarm> {
  const rows = await rowsOf<WrongCount & { wrong: number }>(db)`
    select of, coalesce(kept, 0)::text as kept, coalesce(there, 0)::text as "true", count(*) over () as wrong
    from (select of, sum(n) as kept from (${sql.raw(kept)}) one group by 1) kept
      full join (select of, sum(n) as there from (${sql.raw(there)}) one group by 1) there using (of)
    where coalesce(kept, 0) <> coalesce(there, 0) order by of limit ${mostShown}`
  return { counter, wrong: rows[0]?.wrong ?? 0, first: rows.map(({ wrong: _, ...each }) => each) }
}
