/** The desk: what is wrong with money, whose it is, and who closed it (contract/desk.ts). */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { desk, deskList, type DeskRow } from '#contract/desk.ts'
import { pageOf } from '#contract/fields.ts'
import { closeRefusal, type DeskKind, deskKinds, deskRights, deskRules } from '#domain/money/desk.ts'
import { toDecimal } from '#domain/money/money.ts'
import { problem } from '#domain/problems.ts'
import { filterConditions } from '../../db/filter-sql.ts'
import { snake } from '../../db/names.ts'
import type { Page } from '../../db/page.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { mapWhole, readWhole } from '../../db/read-whole.ts'
import { allOf, found } from '../../db/table-store.ts'
import { AppError, refuse } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { type ExportedList, exportRoute } from '../../records/export-records.ts'
import { inScope, type Onlooker, scopeOf } from '../../scope.ts'
import { type PaymentViewer, viewerOf } from '../row-parts.ts'
import { deskItems } from './desk-items.ts'

type Query = Partial<z.output<typeof deskList.query>>

interface DeskRecord extends Pick<
  DeskRow,
  'key' | 'at' | 'provider' | 'currency' | 'paymentId' | 'placeId' | 'details' | 'owner' | 'closings'
> {
  kind: DeskKind
  minor: string | null
}

const columns = sql`d.kind, d.key, d.at, d.provider, d.amount_minor::text as minor, d.currency, d.payable_id as "paymentId",
  d.place_id as "placeId", d.details, d.closings,
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as owner`
const from = sql`from ${deskItems} left join person o on o.id = d.owner_id`

/** On the rows `d`, of the surveys that the viewer sees. */
function seenBy({ scope }: Pick<PaymentViewer, 'scope'>): RawBuilder<unknown> {
  const seen = inScope(scope, sql`d.survey_id`)
  return seen ? sql`(d.payable_id is null or ${seen})` : sql`true`
}

function conditions(query: Query, viewer: Pick<PaymentViewer, 'scope'>): RawBuilder<unknown> {
  const { state = 'OPEN' } = query
  const derived = Object.fromEntries(Object.keys(deskList.filters).map((key) => [key, sql.ref(`d.${snake(key)}`)]))
  return (
    allOf([
      sql`d.is_closed = ${state === 'CLOSED'}`,
      seenBy(viewer),
      ...filterConditions(
        { filters: deskList.filters, derived: { ...derived, paymentId: sql`d.payable_id` }, searched: [], aliases: {} },
        query,
      ),
    ]) ?? sql`true`
  )
}

/** The heaviest kinds first, of each the oldest. */
function orderOf({ sort = 'kind' }: Query): RawBuilder<unknown> {
  const key = sort.replace('-', '')
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const by =
    key === 'kind'
      ? sql`array_position(${[...deskKinds]}::text[], d.kind)`
      : sql.ref(key === 'at' ? 'd.at' : 'd.amount_minor')
  return sql`${by} ${direction}, d.at, d.key`
}

function asSeen({ minor, ...row }: DeskRecord, viewer: PaymentViewer): DeskRow {
  const { next, people } = deskRules[row.kind]
  const closedBy = row.closings.map(({ id }) => id)
  return {
    ...row,
    amount: minor === null || row.currency === null ? null : toDecimal(BigInt(minor), row.currency),
    next,
    people,
    refusal: closeRefusal(row.kind, closedBy, viewer) ?? null,
  }
}

async function countRows(db: Db, where: RawBuilder<unknown>): Promise<number> {
  return (await rowOf<{ n: number }>(db)`select count(*)::int as n from ${deskItems} where ${where}`).n
}

async function listDesk(db: Db, query: Query, viewer: PaymentViewer): Promise<Page<DeskRow>> {
  const where = conditions(query, viewer)
  const { pageSize, offset } = pageOf(query)
  const rows = await rowsOf<DeskRecord>(db)`
    select ${columns} ${from} where ${where} order by ${orderOf(query)} limit ${pageSize} offset ${offset}`
  return { rows: rows.map((row) => asSeen(row, viewer)), total: await countRows(db, where) }
}

/** Open rows that are this person's or have no owner: how many, and when the newest began. */
export async function countDeskFor(db: Db, onlooker: Onlooker): Promise<{ n: number; at: string | null }> {
  const where = conditions({}, { scope: await scopeOf(db, onlooker) })
  return await rowOf<{ n: number; at: string | null }>(db)`
      select count(*)::int as n, max(d.at) as at from ${deskItems}
      where ${where} and coalesce(d.owner_id, ${onlooker.id}) = ${onlooker.id}`
}

/** Staff who may own a row. */
async function deskPeople(db: Db): Promise<{ id: number; name: string }[]> {
  const rows = await rowsOf<{ id: number; name: string }>(db)`
    select a.id, a.name from person a where a.status = 'ACTIVE' and exists (select from role_permission rp
      join permission p on p.id = rp.permission_id where rp.role_id = a.role_id and p.name = any(${[...deskRights]}))
    order by a.name, a.id limit 500`
  return rows
}

type Which = Pick<DeskRow, 'kind' | 'key'>

/** As the caller sees it, open or closed; NOT_FOUND where its cause is gone. */
async function getRow(db: Db, { kind, key }: Which, viewer: PaymentViewer): Promise<DeskRow> {
  const row = await sql<DeskRecord>`
    select ${columns} ${from} where d.kind = ${kind} and d.key = ${key} and ${seenBy(viewer)}`.execute(db)
  return asSeen(found(row), viewer)
}

const exported: ExportedList = {
  path: 'desk',
  table: 'desk_act',
  row: deskList.file,
  export: desk.export,
  belongsTo: 'SURVEYS',
  whole: async ({ db, actor }, query, use) => {
    const viewer = await viewerOf(db, actor)
    const where = conditions(query, viewer)
    const rows = sql<DeskRecord>`select ${columns} ${from} where ${where} order by ${orderOf(query)}`
    return readWhole(db, { count: (tx) => countRows(tx, where), rows }, (whole) =>
      use(mapWhole(whole, (row) => asSeen(row, viewer))),
    )
  },
}

export const deskRoutes = [
  on(desk.list, async ({ db, query, actor }) => ({
    ...(await listDesk(db, query, await viewerOf(db, actor))),
    people: await deskPeople(db),
  })),
  exportRoute(exported),
  on(desk.give, async ({ db, body: { kind, key, ownerId }, actor, audit }) => {
    const viewer = await viewerOf(db, actor)
    await getRow(db, { kind, key }, viewer)
    if (ownerId !== null && !(await deskPeople(db)).some(({ id }) => id === ownerId))
      throw new AppError('VALIDATION_FAILED', { errors: [problem('ownerId', 'UNKNOWN_REFERENCE')] })
    await sql`insert into desk_act (kind, key, person_id, owner_id) values (${kind}, ${key}, ${actor.id}, ${ownerId})`.execute(
      db,
    )
    audit({ action: 'payments.giveDesk', subjectType: 'desk_act', after: { kind, key, ownerId } })
    return getRow(db, { kind, key }, viewer)
  }),
  on(desk.close, async ({ db, body: { kind, key, reason }, actor, audit }) => {
    const viewer = await viewerOf(db, actor)
    const { closings } = await getRow(db, { kind, key }, viewer)
    refuse(
      closeRefusal(
        kind,
        closings.map(({ id }) => id),
        viewer,
      ),
    )
    await sql`insert into desk_act (kind, key, person_id, reason) values (${kind}, ${key}, ${actor.id}, ${reason})`.execute(
      db,
    )
    audit({ action: 'payments.closeDesk', subjectType: 'desk_act', after: { kind, key, reason } })
    return getRow(db, { kind, key }, viewer)
  }),
]
