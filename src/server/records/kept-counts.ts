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
  /** Work side by side is kept apart by slots, unless locks do it. */
  slots: boolean
  /** Rows of other tables are looked up: a plan for one row must not meet a hundred thousand. */
  looksUp?: boolean
  /** A row that comes or goes counts for nothing: only its changes do. */
  movesAlone?: boolean
  /** No row of the table is ever changed or deleted. */
  grows?: boolean
}

const each = { n: '1' }
const money = { n: '1', amount_minor: 'r.amount_minor' }
const utcDay = (moment: string) => `(${moment} at time zone 'UTC')::date`
/** These columns of `r`, as they are. */
const own = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, `r.${column}`]))
const stored = `r.status <> 'DRAFT'`

export const keptCounts: readonly KeptCount[] = [
  {
    name: 'survey_counter',
    of: 'form',
    where: stored,
    keys: { ...own('survey_id', 'survey_version', 'status'), day: utcDay('r.submitted_at'), ...own('is_pilot') },
    sums: each,
    slots: true,
  },
  {
    name: 'survey_total',
    of: 'form',
    where: stored,
    keys: own('survey_id', 'survey_version', 'status', 'is_pilot'),
    sums: each,
    slots: true,
  },
  {
    name: 'survey_flag_counter',
    of: 'form',
    beside: ', unnest(r.flags) flag',
    where: stored,
    keys: { ...own('survey_id', 'is_pilot'), flag: 'flag' },
    sums: each,
    slots: true,
  },
  { name: 'task_counter', of: 'task', keys: own('survey_id', 'status'), sums: each, slots: true },
  { name: 'payable_counter', of: 'payable', keys: own('survey_id', 'status', 'currency'), sums: money, slots: true },
  {
    name: 'payable_day',
    of: 'payable',
    keys: { day: utcDay('r.created_at'), ...own('survey_id', 'provider', 'status', 'currency') },
    sums: money,
    slots: true,
  },
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
    slots: true,
    looksUp: true,
    movesAlone: true,
  },
  {
    name: 'row_counter',
    of: 'person',
    keys: { name: `'person:' || r.admin_type || ':' || r.status` },
    sums: each,
    slots: true,
  },
  {
    name: 'name_beginning',
    of: 'person',
    beside: ', beginnings(r.name_words) b',
    where: `r.admin_type = 'PARTICIPANT'`,
    keys: { beginning: 'b.beginning' },
    sums: { starting: 'b.starting', other: 'b.other' },
    slots: true,
  },
  {
    // The accounts of batches have no statement. Accounts are locked by then, so that no two statements meet.
    name: 'account_day',
    of: 'transfer',
    beside: `cross join lateral (values (r.debit_account, r.amount_minor, 0, 1, 0), (r.credit_account, 0, r.amount_minor, 0, 1))
        side (id, debits, credits, debit_lines, credit_lines)`,
    keys: { account_id: 'side.id', day: utcDay('r.at') },
    sums: {
      debits: 'side.debits',
      credits: 'side.credits',
      debit_lines: 'side.debit_lines',
      credit_lines: 'side.credit_lines',
    },
    having: '(select a.batch_id from account a where a.id = side.id) is null',
    slots: false,
    looksUp: true,
    grows: true,
  },
]

/** Its slots of past days are put together. */
export function isByDay({ keys, slots }: KeptCount): boolean {
  return slots && 'day' in keys
}
