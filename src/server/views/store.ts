/** Looks and views in the database. */
import { sql } from 'kysely'
import type { ListLook, View } from '#contract/views.ts'
import { changing } from '../db/changing.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { found } from '../db/table-store.ts'

export interface Looks {
  looks: Record<string, ListLook>
  singleKeys: boolean
}

export async function getLooks(db: Db, personId: number): Promise<Looks> {
  const rows = await rowsOf<Looks>(db)`
    select single_keys as "singleKeys", coalesce((
        select jsonb_object_agg(list, look) from list_look where person_id = person.id
      ), '{}') as looks
    from person where id = ${personId}`
  return found({ rows })
}

/** An empty look takes the kept one away. */
export async function setLook(db: Db, personId: number, list: string, look: ListLook): Promise<void> {
  if (Object.keys(look).length === 0)
    await sql`delete from list_look where person_id = ${personId} and list = ${list}`.execute(db)
  else
    await sql`
      insert into list_look (person_id, list, look) values (${personId}, ${list}, ${JSON.stringify(look)}::jsonb)
      on conflict (person_id, list) do update set look = excluded.look`.execute(db)
}

export async function setSingleKeys(db: Db, personId: number, singleKeys: boolean): Promise<void> {
  await sql`update person set single_keys = ${singleKeys} where id = ${personId}`.execute(db)
}

function seenBy(personId: number) {
  return sql`
    select v.id, v.version, v.created_at as "createdAt", v.updated_at as "updatedAt", v.list, v.name, v.query, v.shared,
      coalesce(v.owner_id = ${personId}, false) as mine, owner.name as "ownerName"
    from list_view v left join person owner on owner.id = v.owner_id
    where (v.owner_id = ${personId} or v.shared)`
}

/** Mine first, then the shared ones of others. */
export async function listViews(db: Db, personId: number, list: string): Promise<View[]> {
  const rows = await rowsOf<View>(db)`
    ${seenBy(personId)} and v.list = ${list} order by mine desc, v.name, v.id`
  return rows
}

/** NOT_FOUND when there is none, or it is another's own. */
async function getView(db: Db, personId: number, id: number): Promise<View> {
  return await rowOf<View>(db)`${seenBy(personId)} and v.id = ${id}`
}

export async function lockView(db: Db, personId: number, id: number): Promise<View> {
  return await rowOf<View>(db)`${seenBy(personId)} and v.id = ${id} for no key update of v`
}

/** How many views the person has of the list; no other caller adds one for them until the transaction ends. */
export async function countViews(db: Db, personId: number, list: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('views of ' || ${personId}::bigint, 0))`.execute(db)
  const rows = await rowsOf<{ n: number }>(db)`
    select count(*) as n from list_view where owner_id = ${personId} and list = ${list}`
  return rows[0]?.n ?? 0
}

export type ViewFields = Pick<View, 'name' | 'query' | 'shared'>

export async function insertView(
  db: Db,
  ownerId: number,
  { list, name, query, shared }: ViewFields & { list: string },
): Promise<View> {
  const rows = await rowsOf<{ id: number }>(db)`
    insert into list_view (owner_id, list, name, query, shared)
    values (${ownerId}, ${list}, ${name}, ${query}, ${shared}) returning id`
  return getView(db, ownerId, found({ rows }).id)
}

export async function updateView(db: Db, ownerId: number, id: number, fields: ViewFields): Promise<View> {
  const { name, query, shared } = fields
  const { set, differs } = changing({ name, query, shared })
  await sql`update list_view set ${set} where id = ${id} and ${differs}`.execute(db)
  return getView(db, ownerId, id)
}

export async function removeView(db: Db, id: number): Promise<void> {
  await sql`delete from list_view where id = ${id}`.execute(db)
}
