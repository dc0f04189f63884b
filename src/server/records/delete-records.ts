/** The deletion of more records of a resource than one call takes. */
import * as z from 'zod/mini'
import type { RecordSet } from './record-set.ts'
import { bulkKind } from '../jobs/kind.ts'

const DeletePayload = z.strictObject({ path: z.string() })

/** `recordsOf` finds the resource of a path. */
export function deleteRecords(recordsOf: (path: string) => RecordSet) {
  return bulkKind({
    name: 'records.delete',
    payload: DeletePayload,
    access: ({ path }) => recordsOf(path).resource.remove.access,
    batch: (work, ids, { path }) => recordsOf(path).remove(work, ids),
  })
}
