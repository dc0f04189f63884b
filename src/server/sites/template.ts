/** An empty workbook for sites: the columns, and the names that they accept. */
import { sql } from 'kysely'
import { xlsxMime } from '#contract/response-files.ts'
import { type SiteColumn, sites, siteTemplateColumns } from '#contract/sites.ts'
import { siteStatuses } from '#domain/people/site.ts'
import type { Db } from '../db/pool.ts'
import { columnName } from '../excel/cell.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { on } from '../http/context.ts'
import { columns as siteColumns } from './import-table.ts'

/** A longer list helps no reader. */
const choicesListed = 1000

export const templateRoute = on(sites.template, async ({ db }) => {
  const choices = await choicesOf(db)
  const names = Object.keys(choices) as (keyof typeof choices)[]
  const columns = siteTemplateColumns.map((name) => ({ width: 22, list: rangeOf(name, names, choices) }))
  const marked = siteTemplateColumns.flatMap((name, index) => (siteColumns[name].required ? [index] : []))
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
    const { rows } = await sql<{ word: string }>`
      select ${sql.ref(column)} as word from ${sql.table(table)} where ${where}
      order by ${sql.ref(column)} limit ${choicesListed}`.execute(db)
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
