/** Who collects responses: people who are signed in, programs with a token, and the names that files tell. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowOf } from '../../db/pool.ts'
import type { Actor } from '../../http/context.ts'

export type Collector = { person: number } | { token: number }

/** Participants who answer themselves have none. */
export function collectorOf({ id, program }: Pick<Actor, 'id' | 'program'>): Collector | undefined {
  if (program?.participant) return undefined
  return program ? { token: program.tokenId } : { person: id }
}

/** Joined as `collecting` to `form`. */
export const collectorJoins = sql`
  left join collector collecting on collecting.id = form.collector_id
  left join person collecting_person on collecting_person.id = collecting.person_id`

export const collectorName = sql`coalesce(collecting_person.name, collecting.name)`

/** The collectors whose names fulfil a condition on `collectorName`, as a condition on `form`. */
export function collectedBy(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`form.collector_id = any(array(
    select collecting.id from collector collecting
      left join person collecting_person on collecting_person.id = collecting.person_id
    where ${condition}))`
}

/** The number of a collector, as an expression: null for one who is not noted yet. */
export function numberOf(collector: Collector | undefined): RawBuilder<number | null> {
  if (!collector) return sql`null::bigint`
  const key = 'person' in collector ? sql`person_id = ${collector.person}` : sql`token_id = ${collector.token}`
  return sql`(select id from collector where ${key})`
}

/** Notes a collector with the first response. */
export async function noteCollector(db: Db, collector: Collector | undefined): Promise<number | null> {
  if (!collector) return null
  await (
    'person' in collector
      ? sql`insert into collector (kind, person_id, name) select 'PERSON', id, left(name, 200) from person
          where id = ${collector.person} on conflict do nothing`
      : sql`insert into collector (kind, token_id, name) select 'TOKEN', id, name from survey_token
          where id = ${collector.token} on conflict do nothing`
  ).execute(db)
  return (await rowOf<{ id: number | null }>(db)`select ${numberOf(collector)} as id`).id
}

/** Notes the names that rows of a file tell; in their order, so that two files never wait for each other. */
export async function noteNames(db: Db, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into collector (kind, name) select distinct 'NAME', i.collector from ${rows}
    where i.collector is not null
      and not exists (select from collector known where known.kind = 'NAME' and known.name = i.collector)
    order by i.collector on conflict do nothing`.execute(db)
}
