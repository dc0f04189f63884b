import { type FieldProblem, problem } from '#domain/problems.ts'
import { mapCells, type Site, type SiteColumn, type SiteMap, sites, siteTemplateColumns } from '#contract/sites.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { type SiteFacts, siteProblems, siteStatuses } from '#domain/people/site.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import { phoneParser } from '../phones.ts'
import { importRoute } from './import.ts'
import { sql, type RawBuilder } from 'kysely'
import { xlsxMime } from '#contract/response-files.ts'
import { columnName } from '../excel/cell.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { neededColumns } from './import-table.ts'
import { allOf, type ListQuery, tableStore } from '../db/table-store.ts'

const siteStore = tableStore('site', sites, {
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
async function unknownReferences(db: Db, fields: object): Promise<string[]> {
  const asked = Object.entries(fields).flatMap(([field, id]) => {
    const target = typeof id === 'number' ? targets[field]?.(id) : undefined
    return target ? [sql`select ${field}::text as field where not exists (${target})`] : []
  })
  if (asked.length === 0) return []
  const rows = await rowsOf<{ field: string }>(db)`${sql.join(asked, sql` union all `)}`
  return rows.map((row) => row.field)
}

/** The most spots of a grid. Without this limit the planner expects more, and reads all sites for a few titles. */
const mostSpots = (mapCells.most + 2) ** 2

type Bounds = NonNullable<SiteMap['bounds']>
type Matching = ReturnType<typeof siteStore.matching>

/**
 * The sites in the `window`, in degrees; without a window all of them, which only then are looked at for their bounds. About
 * so many `cells` are side by side in it.
 */
async function siteMap(db: Db, filter: ListQuery, window: Bounds | undefined, cells = mapCells.most): Promise<SiteMap> {
  const matching = siteStore.matching(filter)
  if (window) return spotsIn(db, window, cells, matching)
  const bounds = await boundsOf(db, matching)
  return bounds ? { bounds, ...(await spotsIn(db, bounds, cells, matching)) } : { bounds: null, count: 0, spots: [] }
}

async function spotsIn(db: Db, window: Bounds, cells: number, matching: Matching): Promise<SiteMap> {
  const { south, west, north, east } = window
  const cell = cellOf(Math.max(north - south, east - west), cells)
  const inside = sql`latitude between ${south} and ${north} and longitude between ${west} and ${east}`
  const rows = await rowsOf<SiteMap['spots'][number]>(db)`
    with spot as materialized (
      select count(*)::int as count, avg(latitude) as latitude, avg(longitude) as longitude, min(id) as first
      from site where ${allOf([inside, matching])} group by floor(latitude / ${cell}), floor(longitude / ${cell})
    )
    select spot.latitude, spot.longitude, spot.count, site.id, site.title
    from (select * from spot limit ${mostSpots}) spot left join site on spot.count = 1 and site.id = spot.first`
  return { count: rows.reduce((sum, spot) => sum + spot.count, 0), spots: rows }
}

/** Powers of two, so that spots stay where they are while one pans. */
function cellOf(span: number, cells: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(span, 1e-4) / cells))
}

async function boundsOf(db: Db, matching: Matching): Promise<Bounds | undefined> {
  const rows = await rowsOf<Bounds | Record<keyof Bounds, null>>(db)`
    select min(latitude) as south, min(longitude) as west, max(latitude) as north, max(longitude) as east
    from site where ${allOf([sql`latitude is not null`, matching])}`
  const [bounds] = rows
  return bounds?.south === null ? undefined : bounds
}

/** A longer list helps no reader. */
const choicesListed = 1000

const templateRoute = on(sites.template, async ({ db }) => {
  const choices = await choicesOf(db)
  const names = Object.keys(choices) as (keyof typeof choices)[]
  const columns = siteTemplateColumns.map((name) => ({ width: 22, list: rangeOf(name, names, choices) }))
  const marked = siteTemplateColumns.flatMap((name, index) => (neededColumns.includes(name) ? [index] : []))
  const longest = Math.max(...names.map((name) => choices[name].length))
  const rows = Array.from({ length: longest }, (_, row) => names.map((name) => choices[name][row] ?? null))
  const bytes = await writeWorkbook({
    sheets: [
      { name: 'sites', columns, rows: [[...siteTemplateColumns]], headings: 1, marked },
      { name: 'choices', columns: names.map(() => ({ width: 30 })), rows: [names, ...rows], headings: 1 },
    ],
    names: {},
  })
  return { name: 'sites.xlsx', mime: xlsxMime, disposition: 'attachment' as const, bytes }
})

type Choices = Record<'siteCategory' | 'company' | 'issueCategory' | 'status', readonly string[]>

async function choicesOf(db: Db): Promise<Choices> {
  const titles = async (table: string, column: string, where = sql`true`) => {
    const rows = await rowsOf<{ word: string }>(db)`
      select ${sql.ref(column)} as word from ${sql.table(table)} where ${where}
      order by ${sql.ref(column)} limit ${choicesListed}`
    return rows.map((row) => row.word)
  }
  return {
    siteCategory: await titles('site_category', 'title'),
    company: await titles('company', 'title'),
    issueCategory: await titles('issue_category', 'code', sql`applies_to = 'SITE'`),
    status: siteStatuses,
  }
}

function rangeOf(column: SiteColumn, names: readonly (keyof Choices)[], choices: Choices): string | undefined {
  const at = names.findIndex((name) => name === column)
  const name = names[at]
  if (name === undefined || choices[name].length === 0) return undefined
  return `choices!$${columnName(at)}$2:$${columnName(at)}$${choices[name].length + 1}`
}

const crud = crudRoutes(sites, siteStore)

/** The fields to write, with the phone as E.164. Throws all of their problems at once. */
async function checkedFields<F extends SiteFacts>(
  db: Db,
  parsePhone: PhoneParser,
  changes: F,
  before?: Site,
): Promise<F> {
  const { contactPhone } = changes
  const { value: phone = null, problem: unfit } = contactPhone ? parsePhone(contactPhone) : {}
  // The one that is stored was good when it came.
  const facts: SiteFacts = { ...before, ...(changes as SiteFacts), contactPhone }
  const problems: FieldProblem[] = siteProblems(facts, () => unfit)
  const unknown = await unknownReferences(db, changes)
  problems.push(...unknown.map((field) => problem(field, 'UNKNOWN_REFERENCE')))
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problems })
  return contactPhone === undefined ? changes : { ...changes, contactPhone: phone }
}

const create = on(sites.create, async ({ db, body, audit, services }) => {
  const fields = await checkedFields(db, phoneParser(services.settings.phoneCountry), body)
  const after = await siteStore.insert(db, fields)
  audit({ action: 'sites.create', subjectType: 'site', subjectId: after.id, after })
  return after
})

const update = on(sites.update, async ({ db, params, body, audit, services }) => {
  const { version, ...changes } = body
  const before = await siteStore.lock(db, params.id, version)
  const fields = await checkedFields(db, phoneParser(services.settings.phoneCountry), changes, before)
  const after = await siteStore.update(db, before.id, fields)
  audit({ action: 'sites.update', subjectType: 'site', subjectId: before.id, before, after })
  return after
})

const map = on(sites.map, ({ db, query: { window, cells, ...filter } }) => siteMap(db, filter, window, cells))

export const siteRoutes = [
  map,
  templateRoute,
  importRoute,
  crud.list,
  crud.get,
  create,
  update,
  crud.remove,
  crud.removeMany,
  crud.export,
]
