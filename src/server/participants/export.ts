/** Participants as a file, streamed as they are read: the memory it takes does not grow with their number. */
import { xlsxMime } from '#contract/forms.ts'
import { participantColumns, people } from '#contract/people.ts'
import { maskPhone } from '#domain/phone.ts'
import { phonesFor } from '../access/person-view.ts'
import { csvChunks, csvMime } from '../excel/csv.ts'
import { streamWorkbook } from '../excel/stream-workbook.ts'
import { on } from '../http/context.ts'
import { exportOnlyColumns } from './import-table.ts'
import { type ExportRow, exportRows } from './store.ts'

const columns = [...participantColumns, ...exportOnlyColumns]

export const exportRoute = on(people.exportParticipants, async ({ db, query, write, audit }) => {
  const { q, status, format = 'xlsx' } = query
  const phones = await write((_, actor) => {
    const seen = phonesFor(actor)
    audit({
      action: 'people.export',
      subjectType: 'person',
      after: { searched: Boolean(q?.trim()), status, format, phones: seen },
    })
    return Promise.resolve(seen)
  })
  const rows = cellsOf(exportRows(db, { text: q, status, phones }), phones)
  const disposition = 'attachment' as const
  switch (format) {
    case 'xlsx':
      return {
        name: 'participants.xlsx',
        mime: xlsxMime,
        disposition,
        bytes: streamWorkbook('participants', columns, rows),
      }
    case 'csv':
      return { name: 'participants.csv', mime: csvMime, disposition, bytes: csvChunks(columns, rows) }
  }
})

async function* cellsOf(
  batches: AsyncIterable<ExportRow[]>,
  phones: 'FULL' | 'MASKED',
): AsyncGenerator<(string | null)[][]> {
  for await (const rows of batches)
    yield rows.map((row) => {
      const phone = row.phone !== null && phones === 'MASKED' ? maskPhone(row.phone) : row.phone
      const cells: Record<string, string | null> = {
        ...row,
        phone,
        id: String(row.id),
        createdAt: row.createdAt.toISOString(),
      }
      return columns.map((column) => cells[column] ?? null)
    })
}
