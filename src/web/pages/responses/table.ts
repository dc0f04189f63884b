import type { responses, ResponseRow } from '#contract/responses.ts'
import type { Answered } from '#contract/endpoint.ts'
import type { ListTable } from '../../list/use-list-table.ts'

/** The list of responses with its counts, as its parts take it. */
export type ResponseTable = ListTable<ResponseRow, Answered<typeof responses.list>>
