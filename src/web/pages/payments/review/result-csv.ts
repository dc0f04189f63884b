/** The result of a bulk step as a file: one line per payment. Pure. */
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import { csvText } from '#domain/text/csv.ts'
import type { Pick, ReviewedAction } from '../review-state.ts'

interface Outcome {
  step: ReviewedAction
  result: BulkResult
  picks: readonly Pick[]
}

const columns = ['id', 'payment', 'amount', 'currency', 'step', 'code', 'outcome', 'from', 'to', 'batch'] as const

/** `outcomeOf`: the words for a code. */
export function resultCsv({ step, result, picks }: Outcome, outcomeOf: (code: string) => string): string {
  const byId = new Map(picks.map((pick) => [pick.id, pick]))
  const lines = result.results.map((row) => {
    const pick = byId.get(row.id)
    const words = [step, row.code, outcomeOf(row.code), row.from, row.to, result.batchId]
    return [row.id, pick?.label, pick?.amount, pick?.currency, ...words].map((cell) => String(cell ?? ''))
  })
  return csvText([columns, ...lines])
}

/** The failed payments that a person may try again; finished ones need nothing. */
export function retryable({ results }: BulkResult, picks: readonly Pick[]): Pick[] {
  const failed = new Set(results.filter(hasFailed).map(({ id }) => id))
  return picks.filter(({ id }) => failed.has(id))
}

function hasFailed({ ok, code }: BulkRow): boolean {
  return !ok && code !== 'ALREADY_DONE'
}
