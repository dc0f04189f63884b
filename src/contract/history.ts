/**
 * What was done to one record, for everybody who may read the record itself. The table says which call reads it: who may
 * make that call, and gets an answer for this record, gets its history. A new resource is a line in it; reference data has
 * none.
 */
import * as z from 'zod/mini'
import type { PermissionName } from '#domain/people/permissions.ts'
import { administrativeUnits } from './administrative-units.ts'
import { answers } from './answers.ts'
import { companies } from './companies.ts'
import { type Endpoint, endpoint, list, permissionsOf } from './endpoint.ts'
import { maxPageSize, intText } from './fields.ts'
import { Cursor, LogRow } from './logs.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { questions } from './questions.ts'
import { type Reference, referenceData } from './reference-data.ts'
import { responses } from './responses.ts'
import { roles } from './roles.ts'
import { sections } from './sections.ts'
import { sites } from './sites.ts'
import { skips } from './skips.ts'
import { surveys } from './surveys.ts'

type OfReference = { [R in Reference as R['subject']]: R['get'] }
const ofReference = Object.fromEntries(referenceData.map(({ subject, get }) => [subject, get])) as OfReference

/** By the trail's own word for the subject. A call without an id in its path shows all of its records to all its callers. */
export const historyRecords = {
  administrative_unit: administrativeUnits.get,
  answer: answers.get,
  company: companies.get,
  form: responses.get,
  payable: payments.get,
  person: people.get,
  question: questions.get,
  role: roles.list,
  section: sections.get,
  site: sites.get,
  skip: skips.get,
  survey: surveys.get,
  ...ofReference,
} satisfies Record<string, Endpoint>

export type HistorySubject = keyof typeof historyRecords

const subjects = Object.keys(historyRecords) as [HistorySubject, ...HistorySubject[]]
const readers = Object.values(historyRecords).flatMap(({ access }) => permissionsOf(access))
const access = [...new Set(readers)].sort() as [PermissionName, ...PermissionName[]]

/** An action in the trail, without its origin, which only readers of the trail may see. */
export const HistoryRow = z.pick(LogRow, {
  id: true,
  at: true,
  actor: true,
  action: true,
  before: true,
  after: true,
  changes: true,
  changedNames: true,
})
export type HistoryRow = z.output<typeof HistoryRow>

export const history = {
  list: endpoint({
    route: 'GET /history/{subjectType}/{subjectId}',
    access,
    summary: 'What was done to one record, newest first',
    params: z.strictObject({
      subjectType: z.enum(subjects),
      subjectId: z.string().check(z.minLength(1), z.maxLength(100)),
    }),
    query: z.strictObject({ pageSize: z.optional(intText(1, maxPageSize)), cursor: z.optional(Cursor) }),
    reply: list(HistoryRow, z.object({ nextCursor: z.nullable(z.string()) })),
  }),
}
