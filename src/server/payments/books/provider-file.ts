/** Files of providers: read in a process of their own, and how their columns may be read. */
import type { ErrorCode } from '#domain/errors.ts'
import type { StatementCell } from '#domain/money/statement-file.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { runApart, usualBounds } from '../../excel/apart.ts'
import { keepFile } from '../../files/store.ts'
import type { SpooledFile } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import type { StatementJob } from './statement-rows.ts'

const child = new URL('./statement-rows.ts', import.meta.url)

/** So many rows are shown of a file whose columns are not named yet. */
const shownRows = 12

export async function readApart<T extends object>(
  file: SpooledFile | undefined,
  how: Omit<StatementJob, 'path'> = {},
): Promise<T> {
  if (!file) throw new AppError('FILE_MISSING')
  const job: StatementJob = { path: file.path, ...how }
  const answer = await runApart<T | { refusal: ErrorCode; row?: number }>(child, job, {
    ...usualBounds,
    heapMegabytes: 800,
  })
  if ('refusal' in answer)
    throw new AppError(answer.refusal, answer.row === undefined ? {} : { data: { row: answer.row } })
  return answer
}

/** Keeps a table of money as it came. Its lines are of people of all surveys: those who fund open it. */
export function keepTable(db: Db, { files }: Services, file: SpooledFile, createdBy: number): Promise<number> {
  const mime = 'application/octet-stream'
  return keepFile(db, files, { ...file, mime, createdBy, openTo: 'ALL', needs: ['payments.fund'] })
}

interface Headed {
  /** The row of the headings, as Excel counts. */
  headingRow: number
  columns: Partial<Record<string, string>>
}

/**
 * The first rows as texts, and the mapping `kept` with the last file of the provider where it fits, else a guess: another kind
 * of file of the same provider has other headings.
 */
export async function sampleOf<Mapping extends Headed>(
  file: SpooledFile | undefined,
  kept: Mapping | undefined,
  guess: (rows: readonly (readonly StatementCell[])[]) => Mapping,
): Promise<{ rows: string[][]; mapping: Mapping; isKept: boolean; delimiter: string | null }> {
  const { rows, delimiter } = await readApart<{ rows: StatementCell[][]; delimiter: string | null }>(file)
  if (rows.length === 0) throw new AppError('WORKBOOK_EMPTY')
  const texts = rows.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString() : String(cell ?? ''))))
  const headings = kept && texts[kept.headingRow - 1]?.map((text) => text.trim())
  const fits = kept && Object.values(kept.columns).every((name) => headings?.some((heading) => heading === name))
  const mapping = fits ? kept : guess(rows)
  return { rows: texts.slice(0, shownRows), mapping, isKept: fits === true, delimiter }
}
