/** The lists that a content brings along in files, for all that judges answers by it. */
import { sql } from 'kysely'
import { listsOf, readListTable, withTables } from '#domain/surveys/list-table.ts'
import type { ListTable } from '#domain/surveys/survey-files.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { NumberedContent } from '#domain/answers/merged-versions.ts'
import type { Db } from '../db/pool.ts'

interface Kept {
  whole: SurveyContent
  rows: number
}

/** Contents of versions are shared objects, so each is made whole once; the oldest ones make room. */
const kept = new Map<SurveyContent, Kept>()
/** Of all lists in memory; one row takes some hundred bytes. */
const mostRows = 400_000

/** The content with the options that are in its files; itself where it needs none. */
export async function withLists(db: Db, content: SurveyContent): Promise<SurveyContent> {
  const needed = listsOf(content)
  if (needed.length === 0) return content
  const known = kept.get(content) ?? (await readLists(db, content, needed))
  kept.delete(content)
  kept.set(content, known)
  let total = [...kept.values()].reduce((sum, { rows }) => sum + rows, 0)
  for (const [oldest, { rows }] of kept) {
    if (total <= mostRows || oldest === content) break
    kept.delete(oldest)
    total -= rows
  }
  return known.whole
}

/** The same of all versions, which share the files that did not change. */
export async function versionsWithLists(db: Db, versions: readonly NumberedContent[]): Promise<NumberedContent[]> {
  const read = new Map<number, ListTable>()
  const whole: NumberedContent[] = []
  for (const { number, content } of versions)
    whole.push({ number, content: (await readLists(db, content, listsOf(content), read)).whole })
  return whole
}

async function readLists(
  db: Db,
  content: SurveyContent,
  needed: readonly string[],
  /** By the ids of their files. */
  read = new Map<number, ListTable>(),
): Promise<Kept> {
  const files = (content.files ?? []).filter(({ name }) => needed.includes(name))
  const unread = files.map(({ id }) => id).filter((id) => !read.has(id))
  const { rows } = await sql<{ id: number; text: string }>`
    select id, list_text as text from survey_file where id = any(${unread}) and list_text is not null`.execute(db)
  for (const { id, text } of rows) {
    const table = readListTable(text)
    if ('rows' in table) read.set(id, table)
  }
  const tables = new Map(
    files.flatMap(({ id, name }): [string, ListTable][] => {
      const table = read.get(id)
      return table ? [[name, table]] : []
    }),
  )
  const count = [...tables.values()].reduce((sum, table) => sum + table.rows.length, 0)
  return { whole: withTables(content, tables), rows: count }
}
