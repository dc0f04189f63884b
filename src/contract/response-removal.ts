/** Deletion of responses (product.md §5). */
import { endpoint, one } from './endpoint.ts'
import { BulkResult, idParams } from './fields.ts'
import { chosenRows } from './resource.ts'
import { responseList, ResponseRow } from './responses.ts'

export const responseRemoval = {
  remove: endpoint({
    method: 'DELETE',
    path: '/responses/{id}',
    access: 'responses.edit',
    transaction: 'write',
    summary: 'Delete a response',
    params: idParams,
    reply: one(ResponseRow),
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/responses/delete',
    access: 'responses.edit',
    transaction: 'write',
    summary: 'Delete several responses',
    body: chosenRows(responseList.filter),
    reply: one(BulkResult),
  }),
}
