import type { responses, ResponseRow } from '#contract/responses.ts'
import type { Answered } from '#contract/endpoint.ts'
import type { List } from '../../list/use-list.ts'

/** The list of responses with its counts, as its parts take it. */
export type ResponseList = List<ResponseRow, Answered<typeof responses.list>>
