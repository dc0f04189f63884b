/** The tables of a file of answers: the responses, then each section that repeats with a row for each repetition. */
import type { DownloadOrder } from '#contract/downloads.ts'
import { mergeRosters, type MergedRoster, repetitionsIn } from '#domain/answers/merged-rosters.ts'
import { type MergedQuestion, mergeVersions, type NumberedContent } from '#domain/answers/merged-versions.ts'
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
  rowsOf: (response: AnsweredRow) => FileRow[]
}

type Seen = (question: MergedQuestion) => boolean

/** Programs for statistics have the codes, and labels on them. */
export function fileTables(
  versions: readonly NumberedContent[],
  order: Choices & Pick<DownloadOrder, 'format'>,
  seen: Seen = () => true,
): FileTable[] {
  const rosters = mergeRosters(versions)
  const choices = /^(sav|dta)$/.test(order.format ?? '') ? { ...order, values: 'codes' as const } : order
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
  return [responses, ...rosters.map((roster) => rosterTable(roster, choices, seen))]
}

function rosterTable(roster: MergedRoster, choices: Choices, seen: Seen): FileTable {
  return {
    name: roster.name,
    columns: rosterColumns({ ...roster, questions: roster.questions.filter(seen) }, choices),
    rowsOf: (response) =>
      repetitionsIn(response.answers, roster).map((answers, index) => ({
        ...response,
        answers,
        repetition: index + 1,
      })),
  }
}

/** The rows of a table, in batches as the responses come. */
export async function* rowsIn({ rowsOf }: FileTable, batches: AsyncIterable<AnsweredRow[]>): AsyncGenerator<FileRow[]> {
  for await (const responses of batches) yield responses.flatMap(rowsOf)
}
