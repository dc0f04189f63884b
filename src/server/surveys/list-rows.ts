/** The rows of a list that the product makes of its own records. */
import { type RawBuilder } from 'kysely'
import type { AnswerValue, Answers } from '#domain/answers/answer-values.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { mostListRows } from '#domain/surveys/list-table.ts'
import { type Db, rowsOf } from '../db/pool.ts'

export interface Row extends Record<string, string | number | boolean | null> {
  isOffered: boolean
}

export interface MadeRows {
  columns: readonly string[]
  /** Those that are offered come first. */
  rows: readonly Row[]
}

export async function readRows<Found = Row>(db: Db, query: RawBuilder<unknown>): Promise<Found[]> {
  const rows = await rowsOf<Found>(db)`${query} limit ${mostListRows}`
  return rows
}

/** The answer as a cell; blank where it is neither words nor a number. */
export function wordOf({ places }: MergedQuestion, answers: Answers): string {
  const value: AnswerValue | undefined = places.map(({ key }) => answers[key]).find((each) => each !== undefined)
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' || value === undefined ? '' : String(value)
}

/** Keeps a value as the newest one. Of more than `most` the one that was kept longest ago goes. */
export function keepNewest<Value>(
  kept: Map<string, Value>,
  { key, value, most }: { key: string; value: Value; most: number },
): void {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}
