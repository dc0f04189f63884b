/**
 * The history of a record has the same protection as the record. The call that reads the record is made first, for the
 * same person. A person who may not see it is refused in its words, and a missing record is the same 404.
 */
import type { Endpoint } from '#contract/endpoint.ts'
import { defaultPageSize } from '#contract/fields.ts'
import { history, historyRecords, type HistorySubject } from '#contract/history.ts'
import { seesPhones } from '#domain/people/phone.ts'
import { AppError } from '../errors.ts'
import { type Actor, type Context, on, type Route } from '../http/context.ts'
import { admissionRefusal } from '../http/session.ts'
import { rowSeen } from '../logs/log-row.ts'
import { listHistory } from '../logs/log-store.ts'
import { withNames } from '../logs/subject-names.ts'

/** `routes`: where the records are read. */
export function historyRoutes(routes: readonly Route[]): Route[] {
  return [
    on(history.list, async (context) => {
      const { db, params, query, actor } = context
      const { subjectType } = params
      const subjectId = await idOfVisible(routes, context, params)
      const window = { pageSize: query.pageSize ?? defaultPageSize, cursor: query.cursor }
      const { rows, ...page } = await listHistory(db, { subjectType, subjectId }, window)
      const seen = rows.map((row) => rowSeen(row, phonesOf(subjectType, actor)))
      return { rows: await withNames(db, seen, actor), ...page }
    }),
  ]
}

/** The record's id as the trail writes it, when the actor may see the record; throws what reading it throws. */
async function idOfVisible(
  routes: readonly Route[],
  context: Context<Endpoint>,
  { subjectType, subjectId }: { subjectType: HistorySubject; subjectId: string },
): Promise<string> {
  const record: Endpoint = historyRecords[subjectType]
  const refusal = admissionRefusal(record, context.actor)
  if (refusal) throw refusal
  const [, parameter] = /\{(\w+)\}/.exec(record.path) ?? []
  if (parameter === undefined) return subjectId
  const parsed = record.params.safeParse({ [parameter]: subjectId })
  const route = routes.find(({ endpoint }) => endpoint === record)
  if (!parsed.success || !route) throw new AppError('NOT_FOUND')
  const found = await route.handle({ ...context, params: parsed.data, query: {} })
  // The trail keeps a manual payment under its number, and its row goes by its name.
  const { id, paymentId = id } = found as { id: number | string; paymentId?: number }
  return String(paymentId)
}

/** As in the record's own answer: phones of payments are for those of the payments. */
function phonesOf(subjectType: HistorySubject, { permissions }: Actor): 'FULL' | 'MASKED' {
  const sees = subjectType === 'payable' ? permissions.has('payments.viewPhone') : seesPhones(permissions)
  return sees ? 'FULL' : 'MASKED'
}
