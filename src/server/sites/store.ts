import { type RawBuilder, sql } from 'kysely'
import { sites } from '#contract/sites.ts'
import type { Db } from '../db/pool.ts'
import { tableStore } from '../db/table-store.ts'

export const siteStore = tableStore('site', sites, {
  search: ['title', 'code', 'address'],
  derived: {
    siteCategoryTitle: sql`(select title from site_category c where c.id = site.site_category_id)`,
    companyTitle: sql`(select title from company c where c.id = site.company_id)`,
    administrativeUnitCode: sql`(select code from administrative_unit u where u.id = site.administrative_unit_id)`,
    administrativeUnitName: sql`(select name from administrative_unit u where u.id = site.administrative_unit_id)`,
    issueCategoryTitle: sql`(select title from issue_category c where c.id = site.issue_category_id)`,
  },
})

/** The tables that a site may refer to, by the field that does. */
const targets: Record<string, (id: number) => RawBuilder<unknown>> = {
  siteCategoryId: (id) => sql`select from site_category where id = ${id}`,
  companyId: (id) => sql`select from company where id = ${id}`,
  administrativeUnitId: (id) => sql`select from administrative_unit where id = ${id}`,
  issueCategoryId: (id) => sql`select from issue_category where id = ${id} and applies_to = 'SITE'`,
}

/** Fields that name a record which is not there, or one that does not fit. */
export async function unknownReferences(db: Db, fields: object): Promise<string[]> {
  const asked = Object.entries(fields).flatMap(([field, id]) => {
    const target = typeof id === 'number' ? targets[field]?.(id) : undefined
    return target ? [sql`select ${field}::text as field where not exists (${target})`] : []
  })
  if (asked.length === 0) return []
  const { rows } = await sql<{ field: string }>`${sql.join(asked, sql` union all `)}`.execute(db)
  return rows.map((row) => row.field)
}
