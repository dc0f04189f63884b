/** Deletion of responses (product.md §5). */
import { endpoint, one } from './endpoint.ts'
import { BulkResult } from './fields.ts'
import { chosenRows } from './resource.ts'
import { responseList, ResponseRow } from './responses.ts'

export const responseRemoval = {
  remove: endpoint({
    route: 'DELETE /responses/{id}',
    access: 'responses.edit',
    summary: 'Delete a response',
    reply: one(ResponseRow),
  }),
  removeMany: endpoint({
    route: 'POST /responses/delete',
    access: 'responses.edit',
    summary: 'Delete several responses',
    body: chosenRows(responseList.filter),
    reply: one(BulkResult),
  }),
}
