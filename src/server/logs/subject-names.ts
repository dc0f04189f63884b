/** The names of an action's subjects: from their own table while they exist, otherwise as the action says. */
import { sql } from 'kysely'
import { referenceData } from '#contract/reference-data.ts'
import type { PermissionName } from '#domain/permissions.ts'
import { runNamed } from '../db/named.ts'
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

type Subject = Pick<Deed, 'subjectType' | 'subjectId' | 'before' | 'after'>

/** One statement for all of them. */
export async function subjectNames(
  db: Db,
  deeds: readonly Subject[],
  { permissions }: Pick<Actor, 'permissions'>,
): Promise<(deed: Subject) => string | null> {
  const idsByType = Map.groupBy(deeds, ({ subjectType }) => subjectType)
  const parts = [...idsByType].flatMap(([type, some]) => {
    const found = named[type]
    if (!found?.needs.every((permission) => permissions.has(permission))) return []
    const ids = some.flatMap(({ subjectId }) => (/^[1-9]\d{0,14}$/.test(subjectId ?? '') ? [Number(subjectId)] : []))
    return sql`select ${type}::text as type, id::text, ${sql.ref(found.column)}::text as name
      from ${sql.table(type)} where id = any(${ids}::bigint[])`
  })
  if (parts.length === 0) return nameInDeed
  const all = sql<{ type: string; id: string; name: string }>`${sql.join(parts, sql` union all `)}`
  const rows = await runNamed(db, all)
  const names = new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]))
  return (deed) => names.get(`${deed.subjectType} ${deed.subjectId}`) ?? nameInDeed(deed)
}

function nameInDeed({ before, after }: Subject): string | null {
  return nameIn(after) ?? nameIn(before) ?? null
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { title, name } = value as { title?: unknown; name?: unknown }
  return [title, name].find((word) => typeof word === 'string')
}
