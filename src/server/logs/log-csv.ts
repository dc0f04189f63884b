/** The trail as a file: one line per action, before and after as JSON. */
import { csvLine } from '../excel/csv.ts'
import { type Deed, rowSeen } from './log-row.ts'

const columns = [
  'id',
  'at',
  'actorId',
  'username',
  'name',
  'action',
  'subjectType',
  'subjectId',
  'before',
  'after',
  'address',
  'requestId',
]
const linesPerChunk = 500

export async function* trailCsv(rows: AsyncIterable<Deed>, phones: 'FULL' | 'MASKED'): AsyncGenerator<Uint8Array> {
  // Excel takes a CSV for UTF-8 only when it begins like this.
  let text = `\uFEFF${csvLine(columns)}`
  let lines = 0
  for await (const row of rows) {
    text += csvLine(cellsOf(rowSeen(row, phones)))
    lines += 1
    if (lines % linesPerChunk > 0) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

function cellsOf({ id, at, actor, action, subjectType, subjectId, before, after, address, requestId }: Deed) {
  return [
    String(id),
    new Date(at).toISOString(),
    actor && String(actor.id),
    actor?.username ?? null,
    actor?.name ?? null,
    action,
    subjectType,
    subjectId,
    before === null ? null : JSON.stringify(before),
    after === null ? null : JSON.stringify(after),
    address,
    requestId,
  ]
}
