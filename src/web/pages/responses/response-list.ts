import type { Answered } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import type { responses, ResponseRow } from '#contract/responses.ts'
import type { Column } from '../../list/columns.tsx'
import type { List } from '../../list/use-list.ts'

/** The list of responses with its counts, as its parts take it. */
export type ResponseList = List<ResponseRow, Answered<typeof responses.list>>

/** What the list of one survey has beyond the list of all. */
export interface AnswerTable {
  surveyId: number | undefined
  columns: readonly Column<ResponseRow>[]
  kinds: Filters
  sorts: readonly string[]
  /** The list, which takes the words of the answers' filters. */
  call: typeof responses.list
  asCallWords: (words: Readonly<Record<string, string>>) => Record<string, string>
  counts: { all: number; indexed: number }
}
