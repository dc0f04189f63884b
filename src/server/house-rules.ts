/**
 * The rows of the database that repeat a rule of `domain/`: they are written from it at each start, so that triggers refuse
 * what the program refuses.
 */
import { sql } from 'kysely'
import { attemptMoves } from '#domain/money/payment.ts'
import { lawfulSurveyMoves } from '#domain/surveys/survey-life.ts'
import { currencies } from '#domain/money/currencies.ts'
import { transferKinds } from '#domain/money/ledger.ts'
import { locales } from '#domain/text/locale.ts'
import { minorDigits } from '#domain/money/money.ts'
import { lawfulMoves, lawfulSteps, signatures } from '#domain/money/payment-ways.ts'
import { stopKinds } from '#domain/money/payment-stops.ts'
import { questionTypes } from '#domain/surveys/question-types.ts'
import { surveyStatuses } from '#domain/surveys/survey.ts'
import type { Db } from './db/pool.ts'

interface RuleTable {
  name: string
  /** Of all of its columns. */
  types: Record<string, string>
  rows: readonly Record<string, unknown>[]
}

const ruleTables: readonly RuleTable[] = [
  { name: 'locale', types: { code: 'text' }, rows: locales.map((code) => ({ code })) },
  {
    name: 'currency',
    types: { code: 'text', digits: 'int' },
    rows: currencies.map((code) => ({ code, digits: minorDigits(code) })),
  },
  {
    name: 'payment_step',
    types: { step: 'text', permission: 'text', duty: 'text' },
    rows: lawfulSteps(),
  },
  {
    name: 'payable_move',
    types: { from_status: 'text', to_status: 'text', step: 'text', next_round: 'boolean' },
    rows: lawfulMoves().map(({ from, to, action, round }) => {
      return { from_status: from, to_status: to, step: action, next_round: round === 'NEXT' }
    }),
  },
  {
    name: 'attempt_move',
    types: { from_state: 'text', to_state: 'text' },
    rows: Object.entries(attemptMoves).flatMap(([from, states]) =>
      states.map((to) => ({ from_state: from, to_state: to })),
    ),
  },
  {
    name: 'survey_move',
    types: { from_status: 'text', to_status: 'text' },
    rows: lawfulSurveyMoves().map(({ from, to }) => ({ from_status: from, to_status: to })),
  },
  {
    name: 'payment_stop_kind',
    types: { kind: 'text', people: 'int', asks: 'boolean' },
    rows: Object.entries(stopKinds).map(([kind, { people, asks }]) => ({ kind, people, asks })),
  },
  { name: 'survey_status', types: { status: 'text' }, rows: surveyStatuses.map((status) => ({ status })) },
  { name: 'question_type', types: { type: 'text' }, rows: questionTypes.map((type) => ({ type })) },
  { name: 'payable_signature', types: { status: 'text', step: 'text' }, rows: signatures() },
  {
    name: 'transfer_kind',
    types: { kind: 'text', from_kind: 'text', to_kind: 'text', attempt_state: 'text' },
    rows: Object.entries(transferKinds).map(([kind, { from, to, state }]) => {
      return { kind, from_kind: from, to_kind: to, attempt_state: state }
    }),
  },
]

/** Rows that are no rule any more go, new ones come; equal ones stay untouched. */
export async function writeHouseRules(db: Db): Promise<void> {
  for (const { name, types, rows } of ruleTables) {
    const table = sql.table(name)
    const columns = Object.keys(types)
    const of = (alias: string) => sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))
    const typed = sql.raw(columns.map((column) => `${column} ${types[column]}`).join(', '))
    const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted(${typed})`
    const isWanted = sql`row(${of('kept')}) is not distinct from row(${of('wanted')})`
    await sql`delete from ${table} kept where not exists (select from ${wanted} where ${isWanted})`.execute(db)
    await sql`insert into ${table} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${of('wanted')} from ${wanted} where not exists (select from ${table} kept where ${isWanted})`.execute(db)
  }
}
