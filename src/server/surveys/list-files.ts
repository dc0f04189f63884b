/** The lists that a content brings along in files, for all that judges or reads answers by it. */
import { listsOf, readListTable, withTables } from '#domain/surveys/list-table.ts'
import type { ListTable, SurveyFile } from '#domain/surveys/survey-files.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { NumberedContent } from '#domain/answers/merged-versions.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { madeList } from './made-lists.ts'
import { allVersions } from './version-store.ts'

/** By what identifies a file and its rows; those that were not used for long make room. */
const kept = new Map<string, ListTable>()
/** Of all lists in memory; one row takes some hundred bytes. */
const mostRows = 400_000
/** Contents of versions are shared objects: each is made whole once, as long as one of its tables is kept. */
const wholes = new WeakMap<ListTable, WeakMap<SurveyContent, SurveyContent>>()

/** The content with the options that are in its files; itself where it needs none. */
export async function withLists(db: Db, content: SurveyContent): Promise<SurveyContent> {
  const needed = listsOf(content)
  if (needed.length === 0) return content
  const tables = await tablesOf(
    db,
    (content.files ?? []).filter(({ name }) => needed.includes(name)),
  )
  const [first] = tables.values()
  if (!first) return withTables(content, tables)
  const known = wholes.get(first) ?? new WeakMap<SurveyContent, SurveyContent>()
  wholes.set(first, known)
  const before = known.get(content)
  const isSame = before && [...tables].every(([name, table]) => before.tables?.get(name) === table)
  const whole = isSame ? before : withTables(content, tables)
  known.set(content, whole)
  return whole
}

/** Every published version in its newest revision, whole. */
export async function versionsWithLists(db: Db, surveyId: number): Promise<NumberedContent[]> {
  const whole: NumberedContent[] = []
  for (const { number, content } of await allVersions(db, surveyId))
    whole.push({ number, content: await withLists(db, content) })
  return whole
}

/** Those of them that are lists, by name. */
async function tablesOf(db: Db, files: readonly SurveyFile[]): Promise<Map<string, ListTable>> {
  const unread = files.filter((file) => !file.source && !kept.has(keyOf(file))).map(({ id }) => id)
  const rows = await rowsOf<{ id: number; text: string }>(db)`
    select id, list_text as text from survey_file where id = any(${unread}) and list_text is not null`
  const read = new Map(rows.map(({ id, text }) => [id, readListTable(text)]))
  const tables = new Map<string, ListTable>()
  for (const file of files) {
    if (file.source) tables.set(file.name, (await madeList(db, file)).table)
    if (file.source) continue
    const table = kept.get(keyOf(file)) ?? read.get(file.id)
    if (!table || !('rows' in table)) continue
    tables.set(file.name, table)
    kept.delete(keyOf(file))
    kept.set(keyOf(file), table)
  }
  makeRoom(new Set(tables.values()))
  return tables
}

function keyOf({ id, md5 }: SurveyFile): string {
  return `${id} ${md5}`
}

function makeRoom(inUse: ReadonlySet<ListTable>): void {
  let total = [...kept.values()].reduce((sum, { rows }) => sum + rows.length, 0)
  for (const [key, table] of kept) {
    if (total <= mostRows || inUse.has(table)) return
    kept.delete(key)
    total -= table.rows.length
  }
}
