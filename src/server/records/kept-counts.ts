/**
 * The kept counts, as data: which rows are counted where, and by which keys. Their triggers (`count-laws.ts`) and the nightly
 * comparison (`check-counts.ts`) follow from it.
 */
export interface KeptCount {
  /** The table of the counts. */
  name: string
  /** The table that is counted, `r` in SQL. */
  of: string
  /** Items of FROM beside `r`, where a row is counted several times. */
  beside?: string
  where?: string
  /** Columns of the counts, and where each comes from. */
  keys: Readonly<Record<string, string>>
  sums: Readonly<Record<string, string>>
  /** Of a group. */
  having?: string
  /** Locks keep parallel work apart; else slots do. */
  isLocked?: true
  /** Rows of other tables are looked up: a plan for one row must not meet a hundred thousand. */
  looksUp?: true
  /** A row that comes or goes counts for nothing: only its changes do. */
  movesAlone?: true
  /** No row of the table is ever changed or deleted. */
  grows?: true
}

const n = { n: '1' }
const money = { n: '1', amount_minor: 'r.amount_minor' }
const utcDay = (moment: string) => `(${moment} at time zone 'UTC')::date`
/** These columns of `r`, as they are. */
const own = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, `r.${column}`]))

const responses = { of: 'form', where: `r.status <> 'DRAFT'`, sums: n }
const ofVersion = own('survey_id', 'survey_version', 'status')
const ofDay = { day: utcDay('r.created_at'), ...own('survey_id', 'provider', 'status', 'currency') }
const sides = ['debits', 'credits', 'debit_lines', 'credit_lines']

export const keptCounts: readonly KeptCount[] = [
  { ...responses, name: 'survey_counter', keys: { ...ofVersion, day: utcDay('r.submitted_at'), ...own('is_pilot') } },
  { ...responses, name: 'survey_total', keys: { ...ofVersion, ...own('is_pilot') } },
  {
    ...responses,
    name: 'survey_flag_counter',
    beside: ', unnest(r.flags) flag',
    keys: { ...own('survey_id', 'is_pilot'), flag: 'flag' },
  },
  { name: 'task_counter', of: 'task', keys: own('survey_id', 'status'), sums: n },
  { name: 'payable_counter', of: 'payable', keys: own('survey_id', 'status', 'currency'), sums: money },
  { name: 'payable_day', of: 'payable', keys: ofDay, sums: money },
  {
    // Each person once for a payment, in its round, by another duty than that of its next step.
    name: 'signer_counter',
    of: 'payable',
    beside: `cross join lateral (select s.actor_id from step s where s.payable_id = r.id and s.round = r.round
        and s.step = any(case r.status when 'INITIATED' then array(select step from payment_step where duty = 'initiate')
          else array(select step from payment_step where duty in ('initiate', 'approve')) end) group by s.actor_id) s`,
    where: `r.status in ('INITIATED', 'APPROVED')`,
    keys: { actor_id: 's.actor_id', ...own('survey_id', 'status', 'currency') },
    sums: money,
    looksUp: true,
    movesAlone: true,
  },
  { name: 'row_counter', of: 'person', keys: { name: `'person:' || r.admin_type || ':' || r.status` }, sums: n },
  {
    name: 'name_beginning',
    of: 'person',
    beside: ', beginnings(r.name_words) b',
    where: `r.admin_type = 'PARTICIPANT'`,
    keys: { beginning: 'b.beginning' },
    sums: { starting: 'b.starting', other: 'b.other' },
  },
  {
    // The accounts of batches have no statement. Accounts are locked by then, so that no two statements meet.
    name: 'account_day',
    of: 'transfer',
    beside: `cross join lateral (values (r.debit_account, r.amount_minor, 0, 1, 0), (r.credit_account, 0, r.amount_minor, 0, 1))
        side (id, ${sides.join(', ')})`,
    keys: { account_id: 'side.id', day: utcDay('r.at') },
    sums: Object.fromEntries(sides.map((column) => [column, `side.${column}`])),
    having: '(select a.batch_id from account a where a.id = side.id) is null',
    isLocked: true,
    looksUp: true,
    grows: true,
  },
]

/** Its slots of past days are put together. */
export function isByDay({ keys, isLocked }: KeptCount): boolean {
  return !isLocked && 'day' in keys
}
