/** The names of an action's subjects: from their own table while they exist, otherwise as the action says. */
import { sql } from 'kysely'
import type { LogRow } from '#contract/logs.ts'
import { referenceData } from '#contract/reference-data.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { fixed } from '../db/fixed.ts'
import { runNamed } from '../db/named.ts'
import { snake } from '../db/names.ts'
import type { Db } from '../db/pool.ts'
import type { Actor } from '../http/context.ts'
import type { Deed } from './log-row.ts'

interface Named {
  /** Of the table that is called like the subject. */
  column: 'name' | 'title'
  /** A reader of the trail may not read everything else. */
  needs: readonly PermissionName[]
}

const named: Readonly<Record<string, Named>> = {
  person: { column: 'name', needs: ['users.read', 'admins.read'] },
  role: { column: 'name', needs: ['roles.read'] },
  administrative_unit: { column: 'name', needs: ['units.read'] },
  company: { column: 'title', needs: ['companies.read'] },
  site: { column: 'title', needs: ['sites.read'] },
  survey: { column: 'title', needs: ['surveys.read', 'surveys.all'] },
  ...Object.fromEntries(
    referenceData.map(({ subject, read }) => [subject, { column: 'title', needs: [read] } as const]),
  ),
}

/** Of a row `a` of the trail: the name of its subject now, for readers who may see it (`withNames`). */
export const subjectName = fixed(
  sql`case a.subject_type ${sql.join(
    Object.entries(named).map(
      ([type, { column }]) => sql`when ${sql.lit(type)} then (select ${sql.ref(column)}::text from ${sql.table(type)}
      where id = case when a.subject_id ~ '^[1-9][0-9]{0,14}$' then a.subject_id::bigint end)`,
    ),
    sql` `,
  )} end`,
)

/** Fields that call a record by another word than its table. */
const calledPerson = ['participantId', 'assigneeId', 'ownerId', 'personId', 'createdBy']

function typeOf(field: string): string | undefined {
  if (calledPerson.includes(field)) return 'person'
  const type = field.endsWith('Id') ? snake(field.slice(0, -2)) : ''
  return Object.hasOwn(named, type) ? type : undefined
}

interface Ref {
  type: string
  id: string
}

type Seen = Pick<Deed, 'subjectType' | 'subjectName' | 'before' | 'after'> & Pick<LogRow, 'changes'>

/** With the names of subjects as the reader may see them, and of the records that changes name by their ids. */
export async function withNames<Row extends Seen>(
  db: Db,
  rows: readonly Row[],
  actor: Pick<Actor, 'permissions'>,
): Promise<(Row & Pick<LogRow, 'subjectName' | 'changedNames'>)[]> {
  const names = await namesOf(db, rows.flatMap(changedRefs), actor)
  return rows.map((row) => {
    const changed = changedRefs(row).flatMap(({ field, type, id }) => {
      const name = names.get(`${type} ${id}`)
      return name === undefined ? [] : [[`${field} ${id}`, name]]
    })
    const now = isSeen(row.subjectType, actor) ? row.subjectName : null
    return {
      ...row,
      subjectName: now ?? nameInDeed(row),
      changedNames: Object.fromEntries(changed) as Record<string, string>,
    }
  })
}

function changedRefs({ changes }: Seen): (Ref & { field: string })[] {
  return changes.flatMap(({ field, before, after }) => {
    const type = typeOf(field)
    const ids = [before, after].filter((id) => typeof id === 'number')
    return type === undefined ? [] : ids.map((id) => ({ field, type, id: String(id) }))
  })
}

function isSeen(type: string, { permissions }: Pick<Actor, 'permissions'>): boolean {
  return named[type]?.needs.every((permission) => permissions.has(permission)) ?? false
}

/** By `site 7`, in one statement for all of them. */
async function namesOf(
  db: Db,
  refs: readonly Ref[],
  actor: Pick<Actor, 'permissions'>,
): Promise<ReadonlyMap<string, string>> {
  const parts = [...Map.groupBy(refs, ({ type }) => type)].flatMap(([type, some]) => {
    const found = named[type]
    if (!found || !isSeen(type, actor)) return []
    const ids = some.flatMap(({ id }) => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []))
    return sql`select ${type}::text as type, id::text, ${sql.ref(found.column)}::text as name
      from ${sql.table(type)} where id = any(${ids}::bigint[])`
  })
  if (parts.length === 0) return new Map()
  const all = sql<Ref & { name: string }>`${sql.join(parts, sql` union all `)}`
  const rows = await runNamed(db, all)
  return new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]))
}

function nameInDeed({ before, after }: Seen): string | null {
  return nameIn(after) ?? nameIn(before) ?? null
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { title, name, text } = value as { title?: unknown; name?: unknown; text?: unknown }
  return [title, name, text].map(plain).find((word) => word !== undefined)
}

/** A text in several languages goes by its first. */
function plain(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  return Object.values(value).find((word): word is string => typeof word === 'string')
}
