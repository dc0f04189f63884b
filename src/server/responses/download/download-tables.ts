/** The tables of a file of answers: the responses, then each section that repeats with a row for each repetition. */
import type { DownloadOrder } from '#contract/downloads.ts'
import { mergeRosters, type MergedRoster, repetitionsIn } from '#domain/answers/merged-rosters.ts'
import { type MergedQuestion, mergeVersions, type NumberedContent } from '#domain/answers/merged-versions.ts'
import { formLayout } from '#domain/surveys/form-layout.ts'
import type { AnsweredRow } from './answers-store.ts'
import {
  type Choices,
  consentColumns,
  countColumn,
  type FileColumn,
  fileColumns,
  type FileRow,
  rosterColumns,
} from './download-columns.ts'
import { sheetNames } from './template.ts'

export interface FileTable {
  /** Of its sheet, or of its file beside others. */
  name: string
  columns: FileColumn[]
  /** Columns that do not tell who answered as they would: left out, or coarser (without-names.ts). */
  treated?: { column: FileColumn; treatment: 'leftOut' | 'rounded' | 'toTheDay' | 'renamed' }[]
  rowsOf: (response: AnsweredRow) => FileRow[]
}

type Seen = (question: MergedQuestion) => boolean

/** Programs for statistics have the codes, and labels on them. */
export function fileTables(
  versions: readonly NumberedContent[],
  order: Choices & Pick<DownloadOrder, 'format' | 'headings'>,
  seen: Seen = () => true,
): FileTable[] {
  const rosters = mergeRosters(versions)
  const choices = /^(sav|dta)$/.test(order.format ?? '')
    ? { ...order, values: 'codes' as const, explains: true }
    : order
  const columns = fileColumns(mergeVersions(versions).filter(seen), choices)
  const responses: FileTable = {
    name: sheetNames.responses,
    columns: [
      ...columns,
      ...rosters.map((roster) => countColumn(roster, choices)),
      ...consentColumns(versions, choices),
    ],
    rowsOf: (response) => [response],
  }
  const tables = [responses, ...rosters.map((roster) => rosterTable(roster, choices, seen))]
  if (order.headings !== 'paths') return tables
  const paths = pathsOf(versions)
  return tables.map((table) => withPaths(table, paths))
}

/** By the codes of questions, as the newest version that has them. */
function pathsOf(versions: readonly NumberedContent[]): ReadonlyMap<string, string> {
  const ordered = versions.toSorted((a, b) => a.number - b.number)
  const fields = ordered.flatMap(({ content }) => [...formLayout(content.sections).fields])
  return new Map(fields.map(([code, { path }]) => [code, path]))
}

/** What follows a code, as the name of an option, follows its path. */
function withPaths({ columns, ...table }: FileTable, paths: ReadonlyMap<string, string>): FileTable {
  const named = columns.map((column): FileColumn => {
    const code = column.question?.question.code ?? ''
    return column.question ? { ...column, path: `${paths.get(code) ?? code}${column.code.slice(code.length)}` } : column
  })
  return { ...table, columns: named }
}

function rosterTable(roster: MergedRoster, choices: Choices, seen: Seen): FileTable {
  return {
    name: roster.name,
    columns: rosterColumns({ ...roster, questions: roster.questions.filter(seen) }, choices),
    rowsOf: (response) => repetitionsIn(response.answers, roster).map((row) => ({ ...response, ...row })),
  }
}

/** The rows of a table, in batches as the responses come. */
export async function* rowsIn({ rowsOf }: FileTable, batches: AsyncIterable<AnsweredRow[]>): AsyncGenerator<FileRow[]> {
  for await (const responses of batches) yield responses.flatMap(rowsOf)
}
