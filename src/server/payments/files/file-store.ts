/** The files of payments, as they are stored and read. */
import { type RawBuilder, sql } from 'kysely'
import { type FileAct, fileActs, type FileLine, maxFileLines, type PaymentFileRow } from '#contract/payment-files.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { type FilePayment, type PaymentFileMapping, shortReferenceOf } from '#domain/money/payment-file.ts'
import { sum } from '#domain/money/money.ts'
import { jsonMoment } from '../../db/json-moment.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import { inScope } from '../../scope.ts'
import { type PaymentViewer, shownPhone } from '../row-parts.ts'

export interface Queue {
  provider: string
  currency: string
}

/** On `attempt a`: it waits for a file of its provider. */
const waits = sql`a.state = 'QUEUED' and not a.is_outside and exists (select from payable p where p.id = a.payable_id and p.status = 'PROCESSING')`

export async function waitingQueues(db: Db) {
  const rows = await rowsOf<Queue & { title: string; count: number; total: string }>(db)`
    select a.provider, r.title, a.currency, count(*)::int as count, sum(a.amount_minor)::text as total
    from attempt a join provider r on r.name = a.provider and r.kind = 'FILE'
    where ${waits} and not exists (select from payment_file_line l join payment_file f on f.id = l.payment_file_id
      where l.attempt_id = a.id and f.status = 'ASKED') group by 1, 2, 3 order by 1, 3`
  return rows.map(({ total, currency, ...row }) => ({ ...row, sum: sum(BigInt(total), currency) }))
}

/** NOT_FOUND unless the provider is paid by files. */
export async function mappingOf(db: Db, { provider }: Queue): Promise<PaymentFileMapping | undefined> {
  found(await sql`select from provider where name = ${provider} and kind = 'FILE'`.execute(db))
  const rows = await rowsOf<{ mapping: PaymentFileMapping }>(db)`
    select mapping from payment_file where provider = ${provider} order by id desc limit 1`
  return rows[0]?.mapping
}

type LinePayment = FilePayment & { attemptId: number; paymentId: number; state: string }

const facts = sql`a.id as "attemptId", a.payable_id as "paymentId", a.state, a.client_ref as reference, a.msisdn as phone,
  a.amount_minor as "amountMinor", a.currency, coalesce(m.recipient_name, who.name) as name, s.title as survey,
  coalesce(m.reason_text, m.reason) as note`
const around = sql`join payable p on p.id = a.payable_id join survey s on s.id = p.survey_id
  left join person who on who.id = p.participant_id left join manual_payment m on m.payable_id = p.id`

/** Those that wait for a file, the longest first; of the next file, whose number is not known yet. */
export async function waitingPayments(db: Db, { provider, currency }: Queue): Promise<LinePayment[]> {
  const rows = await rowsOf<Omit<LinePayment, 'line' | 'shortReference'>>(db)`
    select ${facts} from attempt a ${around}
    where a.provider = ${provider} and a.currency = ${currency} and ${waits} order by a.id limit ${maxFileLines}`
  return rows.map((row, place) => ({ ...row, line: place + 1, shortReference: shortReferenceOf(0, place + 1) }))
}

/** The payments of a file, in the order of its lines. */
export async function filePayments(
  db: Db,
  id: number,
  { pageSize, offset, where }: { pageSize?: number; offset?: number; where?: RawBuilder<unknown> | undefined } = {},
): Promise<LinePayment[]> {
  const rows = await rowsOf<Omit<LinePayment, 'shortReference'>>(db)`
    select l.no as line, ${facts} from payment_file_line l join attempt a on a.id = l.attempt_id ${around}
    where l.payment_file_id = ${id} and ${where ?? sql`true`} order by l.no
    limit ${pageSize ?? null} offset ${offset ?? 0}`
  return rows.map((row) => ({ ...row, shortReference: shortReferenceOf(id, row.line) }))
}

export async function insertFileOf(
  db: Db,
  { provider, currency }: Queue,
  asked: { mapping: PaymentFileMapping; payments: readonly LinePayment[]; askedBy: number },
): Promise<number> {
  const { mapping, payments, askedBy } = asked
  const total = payments.reduce((all, { amountMinor }) => all + BigInt(amountMinor), 0n)
  const { id } = await rowOf<{ id: number }>(db)`
      insert into payment_file (provider, currency, mapping, lines, sum_minor, asked_by)
      values (${provider}, ${currency}, ${JSON.stringify(mapping)}::jsonb, ${payments.length}, ${String(total)}::bigint, ${askedBy})
      returning id`
  await sql`
    insert into payment_file_line (payment_file_id, no, attempt_id)
    select ${id}::bigint, no, attempt from unnest(${payments.map(({ attemptId }) => attemptId)}::bigint[]) with ordinality as l (attempt, no)`.execute(
    db,
  )
  return id
}

export async function insertAct(
  db: Db,
  act: { id: number; act: FileAct; personId: number; fileId: number | null },
): Promise<void> {
  await sql`insert into payment_file_act (payment_file_id, act, person_id, file_id)
    values (${act.id}, ${act.act}, ${act.personId}, ${act.fileId})`.execute(db)
}

type FileRecord = Omit<PaymentFileRow, 'sum' | 'refusals'> & {
  total: string
  mapping: PaymentFileMapping
}
export type KeptFile = PaymentFileRow & { mapping: PaymentFileMapping }

const person = (of: string) => sql`json_build_object('id', ${sql.ref(`${of}.id`)}, 'name', ${sql.ref(`${of}.name`)})`

export async function findFiles(
  db: Db,
  where: RawBuilder<unknown>,
  { actor, pageSize = 1, offset = 0 }: { actor: Actor; pageSize?: number; offset?: number },
): Promise<KeptFile[]> {
  const rows = await rowsOf<FileRecord>(db)`
    select f.id, f.provider, r.title, f.currency, f.status, f.lines, f.sum_minor::text as total, f.mapping, n.paid, n.failed, n.waiting,
      ${person('asker')} as "askedBy", f.asked_at as "askedAt",
      (select coalesce(json_agg(json_build_object('act', c.act, 'person', ${person('p')}, 'at', ${jsonMoment(sql`c.at`)}) order by c.at), '[]')
        from payment_file_act c join person p on p.id = c.person_id where c.payment_file_id = f.id) as acts,
      (select json_build_object('id', k.id, 'name', k.name, 'sha256', encode(k.sha256, 'hex'))
        from payment_file_act c join file k on k.id = c.file_id where c.payment_file_id = f.id) as file,
      (select coalesce(json_agg(json_build_object('id', t.id, 'file', ${person('k')}, 'takenBy', ${person('p')},
          'takenAt', ${jsonMoment(sql`t.taken_at`)}) order by t.id), '[]')
        from payment_result t join file k on k.id = t.file_id join person p on p.id = t.taken_by where t.payment_file_id = f.id) as results
    from payment_file f join provider r on r.name = f.provider join person asker on asker.id = f.asked_by
      cross join lateral (select count(*) filter (where a.state = 'SUCCESSFUL')::int as paid, count(*) filter (where a.state = 'FAILED')::int as failed,
          count(*) filter (where a.state in ('QUEUED', 'SENDING', 'UNKNOWN'))::int as waiting
        from payment_file_line l join attempt a on a.id = l.attempt_id where l.payment_file_id = f.id) n
    where ${where} order by f.id desc limit ${pageSize} offset ${offset}`
  return rows.map(({ total, ...row }) => ({
    ...row,
    sum: sum(BigInt(total), row.currency),
    refusals: refusalsOf(row, actor),
  }))
}

export async function getFile(db: Db, id: number, actor: Actor): Promise<KeptFile> {
  return found({ rows: await findFiles(db, sql`f.id = ${id}`, { actor }) })
}

interface Actor {
  id: number
  permissions: ReadonlySet<string>
}

/** As the database refuses it. */
function refusalsOf(
  { status, askedBy, acts }: Pick<PaymentFileRow, 'status' | 'askedBy' | 'acts'>,
  { id, permissions }: Actor,
): PaymentFileRow['refusals'] {
  const askedBack = acts.find(({ act }) => act === 'ASK_BACK')
  const refusalOf = (act: FileAct): ErrorCode | null => {
    if (!permissions.has('payments.authorize')) return 'FORBIDDEN'
    const isFirst = act === 'RELEASE' || act === 'REFUSE'
    if (status !== (isFirst ? 'ASKED' : 'RELEASED') || (act === 'ASK_BACK' && askedBack)) return 'FUNDING_DECIDED'
    const isOwn =
      act === 'RELEASE' ? askedBy.id === id : act === 'TAKE_BACK' && (!askedBack || askedBack.person.id === id)
    return isOwn ? 'FUNDING_OWN' : null
  }
  return Object.fromEntries(fileActs.map((act) => [act, refusalOf(act)])) as PaymentFileRow['refusals']
}

/** The payments of a file that this reader sees. */
export async function shownLines(
  db: Db,
  id: number,
  { reader, pageSize, offset }: { reader: PaymentViewer; pageSize: number; offset: number },
): Promise<FileLine[]> {
  const where = inScope(reader.scope, sql`p.survey_id`)
  return (await filePayments(db, id, { pageSize, offset, where })).map((row) => ({
    no: row.line,
    paymentId: row.paymentId,
    reference: row.reference,
    shortReference: row.shortReference,
    name: row.name,
    phone: shownPhone(row.phone, reader),
    amount: sum(BigInt(row.amountMinor), row.currency),
    state: row.state,
  }))
}
