/** Attacks on single rows: rights that the app must not have, rows that belong to nothing, rows twice, values that are none. */
import type { Attack } from './attack.ts'

/** What the app's role may do with the tables of payments, by hand; UPDATE as far as the named columns go, DELETE of rows. */
const rights: Record<string, string> = {
  account: 'INSERT kind provider currency batch_id survey_id',
  account_day: '',
  attempt:
    'INSERT | UPDATE state fence next_at sends turned_away polls provider_ref reason sent_at final_at paid_minor paid_currency paid_msisdn resolved poll_limit',
  attempt_move: '',
  batch: 'INSERT',
  books_check: 'INSERT',
  closed_day: 'INSERT',
  currency: '',
  database_life: '',
  desk_act: 'INSERT',
  doubtful_payable: '',
  dropped_response: 'INSERT',
  finding: 'INSERT',
  house_key: '',
  funding: 'INSERT | UPDATE status decided_by decided_at decision_text',
  incident: 'INSERT',
  limit_change: 'INSERT | UPDATE status decided_by',
  leftover: 'INSERT survey_id choice participants responses decided_by',
  let_through: '',
  manual_payment: 'INSERT',
  paid_before: 'INSERT',
  paid_before_list: 'INSERT | UPDATE status decided_by',
  payable:
    'INSERT | UPDATE status reason reason_text round version updated_at msisdn amount_minor phone_from provider facts_hash',
  payable_counter: '',
  payable_day: '',
  payable_move: '',
  payable_response: 'INSERT',
  payable_signature: '',
  payee_phone: '',
  payment_file: 'INSERT',
  payment_file_act: 'INSERT',
  payment_file_line: 'INSERT',
  payment_limit: 'INSERT',
  payment_policy: 'INSERT',
  payment_result: 'INSERT',
  payment_run: 'INSERT | UPDATE batch_id missing name stopped_at',
  payment_sample: 'INSERT',
  payment_selection: 'INSERT | DELETE',
  payment_selection_part: 'INSERT',
  payment_step: '',
  payment_stop: 'INSERT provider kind reason details began_by | UPDATE ended_at',
  payment_stop_confirmation: 'INSERT stop_id person_id choice',
  payment_stop_kind: '',
  payment_upload: 'INSERT',
  provider_event: 'INSERT',
  provider_balance: 'INSERT | UPDATE amount_minor at asked_at',
  provider:
    'INSERT name title kind dialect base_url account_id currencies prefixes priority refuses_duplicates tells_balance per_second lease_seconds visibility_seconds ' +
    '| UPDATE title base_url account_id currencies prefixes priority refuses_duplicates tells_balance per_second lease_seconds visibility_seconds enabled version updated_at',
  provider_credential: 'INSERT | DELETE',
  provider_probe: 'INSERT | UPDATE due_at',
  sampled_payment: '',
  set_payee: 'INSERT | UPDATE survey_id',
  signer_counter: '',
  statement: 'INSERT',
  statement_line: 'INSERT',
  step: 'INSERT',
  survey_budget: 'INSERT | UPDATE amount_minor currency changed_by change_id',
  transfer: 'INSERT',
  transfer_kind: '',
}

/** What the app writes in no new row: moments, and what a worker writes later. */
const unwritten: Record<string, string> = {
  attempt:
    'requested_at sent_at final_at next_at fence sends turned_away polls poll_limit provider_ref reason paid_minor paid_currency paid_msisdn resolved',
  batch: 'created_at',
  books_check: 'at',
  closed_day: 'closed_at',
  desk_act: 'at',
  finding: 'at',
  funding: 'asked_at decided_at',
  incident: 'at',
  limit_change: 'asked_at decided_at',
  paid_before_list: 'asked_at decided_at',
  payable: 'created_at updated_at',
  payable_response: 'released_at',
  payment_file: 'asked_at status',
  payment_file_act: 'at',
  payment_policy: 'changed_at',
  payment_result: 'taken_at',
  payment_sample: 'people seed drawn_at',
  payment_selection: 'made_at',
  payment_upload: 'created_at',
  provider_event: 'at',
  statement: 'imported_at',
  step: 'at',
  survey_budget: 'version updated_at',
  transfer: 'at',
}

/** The columns of each table as the database has them, for copies of rows. */
export type Columns = ReadonlyMap<string, readonly { name: string; isKey: boolean }[]>

export const columnsOf = `
  select c.relname as "table", json_agg(json_build_object('name', a.attname, 'isKey', a.attidentity <> '' or a.attname = 'client_ref')
    order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname`

function insertOnly(table: string): string[] | undefined {
  const words = /^INSERT ([^|]*)/.exec(rights[table] ?? '')?.[1]?.trim()
  return words ? words.split(' ') : undefined
}

function mayWrite(table: string, name: string): boolean {
  return insertOnly(table)?.includes(name) ?? !(unwritten[table] ?? '').split(' ').includes(name)
}

/** What makes a copy a row of its own, and which rows are copied. */
const fresh: Record<string, Record<string, string>> = {
  form: { id: `nextval('thing_id')`, client_uuid: 'gen_random_uuid()::text', once_key: 'null' },
  funding: { reference: 'gen_random_uuid()::text' },
  manual_payment: { payable_id: `(select min(id) from payable where kind = 'INDIVIDUAL')`, reference: 'null' },
  paid_before: { row: '9' },
  paid_before_list: { sha256: `'x'` },
  payable: { id: `nextval('thing_id')`, name: `'MAN-' || currval('thing_id')` },
  payment_file_act: { payment_file_id: `(select id from payment_file where status = 'ASKED')` },
  payment_file_line: { no: '9' },
  payment_policy: { version: '2' },
  payment_result: { sha256: `'x'` },
  payment_run: {
    job_id: `(select max(id) from job j where not exists (select from payment_run r where r.job_id = j.id))`,
    selection_id: 'null',
  },
  payment_selection_part: { first_id: '2' },
  payment_upload: { sha256: `'x'` },
  statement: { sha256: `'x'` },
  statement_line: { identity: 'gen_random_uuid()' },
  provider: { name: `'copy'` },
  provider_credential: { name: `'copy'` },
  step: { level: '9' },
}
const copied: Record<string, string> = {
  funding: `status = 'ASKED'`,
  paid_before_list: `status = 'ASKED'`,
  payable: `kind = 'MANUAL'`,
  payment_file: `status = 'ANSWERED'`,
  transfer: `kind = 'settle'`,
}

/** A copy of a row with some values changed, under a key of its own. */
function copyOf(
  columns: Columns,
  table: string,
  changed: Record<string, string>,
  where = copied[table] ?? 'true',
): string {
  const changes = { ...fresh[table], ...changed }
  const names = (columns.get(table) ?? [])
    .filter(({ name, isKey }) => (!isKey || name in changes) && mayWrite(table, name))
    .map(({ name }) => name)
  const values = names.map((name) => changes[name] ?? `t.${name}`)
  return `insert into ${table} (${names.join(', ')}) overriding system value
    select ${values.join(', ')} from ${table} t where ${where} limit 1`
}

function again(columns: Columns, table: string): string {
  const names = (columns.get(table) ?? [])
    .map(({ name }) => name)
    .filter((name) => mayWrite(table, name) || insertOnly(table))
  return `insert into ${table} (${names.join(', ')}) overriding system value select ${names.join(', ')} from ${table} limit 1`
}

export function attacksOnRights(columns: Columns): Attack[] {
  const emptied = ['form'].map((table): Attack => [`${table} emptied`, `truncate ${table}`])
  return emptied.concat(attacksOnTables(columns))
}

function attacksOnTables(columns: Columns): Attack[] {
  return Object.entries(rights).flatMap(([table, may]) => {
    const granted = may.split('UPDATE ')[1]?.split(' ') ?? []
    const column = (columns.get(table) ?? []).find(({ name, isKey }) => !isKey && !granted.includes(name))?.name ?? 'id'
    const attacks: Attack[] = [
      [`${table} emptied`, `truncate ${table}`],
      [`a fact of ${table} changed`, `update ${table} set ${column} = ${column}`],
    ]
    if (!may.endsWith('DELETE')) attacks.push([`a row of ${table} deleted`, `delete from ${table}`])
    if (!may.startsWith('INSERT')) attacks.push([`a row of ${table} added`, again(columns, table)])
    if (insertOnly(table)) attacks.push([`${table} with a key of its own`, again(columns, table)])
    return attacks
  })
}

/** Tables whose rows are never changed, also by their owner. */
const neverChanged =
  'step finding payment_limit payment_upload manual_payment books_check transfer incident payment_policy payment_stop_confirmation database_life provider_event statement statement_line closed_day payment_file_line payment_file_act payment_result desk_act paid_before payment_sample'.split(
    ' ',
  )

/** Columns that name a row of another table. */
const references: Record<string, string> = {
  account: 'provider',
  attempt: 'payable_id',
  batch: 'created_by',
  closed_day: 'provider currency closed_by',
  desk_act: 'person_id owner_id',
  dropped_response: 'response_id',
  finding: 'actor_id attempt_no',
  form: 'collector_id issue_category_id participant_id reviewed_by survey_id',
  funding: 'asked_by decided_by file_id',
  incident: 'attempt_no',
  leftover: 'decided_by survey_id',
  limit_change: 'survey_id asked_by',
  manual_payment: 'payable_id survey_id location_id upload_id',
  paid_before: 'list_id currency',
  paid_before_list: 'survey_id file_id asked_by',
  payable: 'participant_id provider survey_id',
  payable_response: 'response_id',
  payment_file: 'provider currency asked_by',
  payment_file_act: 'payment_file_id person_id file_id',
  payment_file_line: 'payment_file_id attempt_id',
  payment_limit: 'version',
  payment_policy: 'changed_by',
  payment_result: 'payment_file_id file_id taken_by',
  payment_run: 'job_id selection_id',
  payment_stop: 'provider kind began_by',
  payment_stop_confirmation: 'stop_id person_id',
  payment_selection: 'made_by step',
  payment_selection_part: 'selection_id',
  payment_upload: 'created_by',
  provider_event: 'attempt_no',
  provider_credential: 'provider set_by',
  provider_balance: 'provider currency',
  provider_probe: 'provider',
  set_payee: 'survey_id',
  statement: 'provider currency file_id imported_by funding_id',
  statement_line: 'statement_id payable_id attempt_no funding_id',
  step: 'actor_id step payable_id',
  survey_budget: 'survey_id changed_by',
  transfer: 'credit_account debit_account attempt_no',
}
const once =
  'closed_day dropped_response form manual_payment paid_before paid_before_list payable payable_response payment_file_act payment_file_line payment_limit payment_policy payment_run ' +
  'payment_selection_part set_payee statement statement_line step survey_budget'

/** Values that mean nothing, each in a copy of a row that is as it should be. */
const nonsense: [table: string, changes: Record<string, string>, where?: string][] = [
  ['account', { currency: `'mzn'` }],
  ['account', { currency: `'XXX'` }],
  ['account', { kind: `'PURSE'` }],
  ['account', { batch_id: '(select max(id) from batch)' }, `kind = 'FLOAT'`],
  ['account', { batch_id: '-1' }, `kind = 'HELD'`],
  ['account', { survey_id: '-1' }, `kind = 'SPENT'`],
  ['account', {}, `kind = 'FLOAT'`],
  ['attempt', { no: '0' }],
  ['attempt', { state: `'LOST'` }],
  ['desk_act', { reason: `' '`, owner_id: 'null' }],
  ['desk_act', {}, 'reason is not null'],
  ['paid_before', { row: '1' }],
  ['paid_before', { msisdn: `'84'` }],
  ['paid_before', { amount_minor: '0' }],
  ['paid_before_list', { rows: '0' }],
  ['paid_before_list', { cost_code: `''`, survey_id: 'null' }],
  ['paid_before_list', { cost_code: `'C'` }],
  ['paid_before_list', { status: `'MAYBE'` }],
  ['finding', { document: `''` }],
  ['finding', { evidence: `''` }],
  ['finding', { outcome: `'MAYBE'` }],
  ['form', { accuracy: '-1' }],
  ['form', { fence: `'NEAR'` }],
  ['form', { fence_distance: '-1' }],
  ['form', { latitude: '91' }],
  ['form', { longitude: '181' }],
  ['form', { source: `'FAX'` }],
  ['form', { status: `'MAYBE'` }],
  ['form', { client_uuid: 't.client_uuid' }],
  ['form', { once_key: 't.once_key' }, 'once_key is not null'],
  ['funding', { counter: `'FEES'` }],
  ['funding', { counter: `'OPENING'`, file_id: '(select min(id) from file)', note: `' '` }],
  ['funding', { counter: `'SPENT'` }],
  ['funding', { decided_by: 'asked_by' }],
  ['funding', { note: 'null', file_id: 'null' }],
  ['funding', { from_provider: `'other'`, from_currency: `'usd'`, from_minor: '500' }],
  ['funding', { from_provider: `'other'`, from_currency: `'USD'`, from_minor: '-5' }],
  ['funding', { from_provider: `'Other'`, from_currency: `'USD'`, from_minor: '500' }],
  ['funding', { from_provider: `'other'`, from_currency: `'XXX'`, from_minor: '500' }],
  ['funding', { into_currency: `'mzn'` }],
  ['funding', { into_currency: `'XXX'` }],
  ['funding', { into_minor: '-5' }],
  ['funding', { into_provider: `'Gsma'` }],
  ['funding', { reference: `''` }],
  ['funding', { reference: 'upper(t.reference)' }],
  ['funding', { from_provider: 'into_provider', from_currency: 'into_currency', from_minor: 'into_minor' }],
  ['funding', { from_provider: `'other'`, from_currency: 'into_currency', from_minor: 'into_minor + 1' }],
  ['incident', { kind: `'ODD'` }],
  ['incident', {}],
  ['limit_change', { decided_by: 'asked_by' }],
  ['limit_change', { reason: `' '` }],
  ['limit_change', { reason: 'null' }, 'survey_id is null'],
  ['leftover', { responses: '0' }],
  ['leftover', { choice: `'LATER'` }],
  ['leftover', { participants: '0' }],
  ['manual_payment', { reference: `''` }],
  ['manual_payment', { reference: 'upper(t.reference)' }],
  ['payable', { currency: `'mzn'` }],
  ['payable', { currency: `'XXX'`, facts_hash: `signed_facts(t.msisdn, t.amount_minor, 'XXX', t.provider, null)` }],
  ['payable', { kind: `'OTHER'` }],
  ['payable', { msisdn: `'123'` }],
  ['payable', { name: 'null' }],
  ['payable', { name: `'1'` }],
  ['payable', { name: 't.name' }],
  ['payable', { phone_from: `'GUESSED'` }],
  ['payable', { provider: `'Gsma'` }],
  ['payable', { set_size: '2' }],
  ['payable', { set_size: '0', name: 'null' }, `kind = 'GROUPED'`],
  ['payable', { leftover_id: '-1', name: 'null' }, `kind = 'GROUPED'`],
  ['payment_file', { lines: '0' }],
  ['payment_file_act', { act: `'LATER'` }],
  ['payment_file_act', { file_id: 'null' }, `act = 'RELEASE'`],
  ['payment_file_line', { no: '0' }],
  ['payment_file_line', {}],
  ['payment_result', { sha256: 't.sha256' }],
  ['payment_limit', { currency: `'mzn'` }],
  ['payment_limit', { currency: `'XXX'` }],
  ['payment_limit', { kind: `'OTHER'` }],
  ['payment_limit', { role: `'ADMINISTRATOR'` }],
  ['payment_limit', { amount_minor: 'amount_minor + 1' }],
  ['payment_policy', { reason: `''` }],
  ['payment_policy', { version: '0' }],
  ['payment_run', { name: `''` }],
  ['payment_run', { selection_id: 't.selection_id' }, 'selection_id is not null'],
  ['payment_stop', { reason: `'why not'` }, `kind = 'NO_PROVIDER'`],
  ['payment_stop', { details: `'[]'` }, `kind = 'NO_PROVIDER'`],
  ['payment_stop', { began_by: '(select max(person_id) from payment_stop_confirmation)' }, `kind = 'NO_PROVIDER'`],
  ['payment_stop', {}, `kind = 'RESTORED'`],
  ['payment_selection', { size: '-1' }],
  ['payment_selection_part', { first_id: '2', versions: `'{}'` }],
  ['payment_upload', { rows: '0' }],
  ['provider_event', { question: `repeat('x', 401)` }],
  ['provider_event', { http_status: '99' }],
  ['provider_event', { answer: `repeat('x', 4097)` }],
  ['provider_event', { reading: `'MAYBE'` }, 'paid_ref is null'],
  ['provider_event', { reading: `'SUCCEEDED'` }, 'paid_ref is null'],
  ['provider_event', { http_status: '500' }, 'paid_ref is not null'],
  ['provider_event', { http_status: 'null' }, 'paid_ref is not null'],
  ['provider_event', { answer: `''` }, 'paid_ref is not null'],
  ['provider', { kind: `'SIMULATOR'` }],
  ['provider', { kind: `'LETTER'` }],
  ['provider', { name: 't.name' }],
  ['provider', { name: `'Gsma'` }],
  ['provider_credential', { name: 't.name' }],
  ['provider_balance', {}],
  ['provider_probe', {}],
  ['payment_upload', { sha256: 't.sha256' }],
  ['statement', { sha256: 't.sha256' }],
  ['statement', { rows: '0' }],
  ['statement', { last_at: `'2020-01-01'` }],
  ['statement_line', { row: '0' }],
  ['statement_line', { word: `'OTHER'`, ours_minor: '0' }],
  ['statement_line', { identity: 't.identity' }],
  ['statement_line', { ours_minor: '1' }],
  ['statement_line', { funding_id: '(select min(id) from funding)' }],
  ['step', { level: '0' }],
  ['survey_budget', { amount_minor: '0' }],
  ['transfer', { amount_minor: '0' }],
  ['transfer', { funding_id: '-1' }, `kind = 'topup'`],
  ['transfer', { credit_account: 'debit_account' }, `kind = 'hold'`],
  ['transfer', { attempt_no: 'null' }],
  ['transfer', {}],
  ['transfer', {}, `kind = 'hold'`],
  ['transfer', {}, `kind = 'topup'`],
]

const nothing = (name: string) => (['provider', 'step'].includes(name) ? `'nothing'` : '-1')

export function attacksOnRows(columns: Columns): Attack[] {
  const split = (table: string) => (references[table] ?? '').split(' ')
  return [
    ...neverChanged.flatMap((table): Attack[] => [
      [`${table} changed by its owner`, `update ${table} set ${columns.get(table)?.at(-1)?.name} = null`, 'owner'],
    ]),
    ...Object.keys(references).flatMap((table) =>
      split(table).map((name): Attack => {
        return [`a row of ${table} without ${name}`, copyOf(columns, table, { [name]: nothing(name) })]
      }),
    ),
    ...once.split(' ').map((table): Attack => [`a row of ${table} twice`, again(columns, table)]),
    ...nonsense.map(([table, changes, where]): Attack => {
      const said = Object.entries(changes).map((change) => change.join(' = '))
      return [
        `${table} with ${said.join(', ') || `the same facts (${where ?? 'all'})`}`,
        copyOf(columns, table, changes, where),
      ]
    }),
  ]
}
