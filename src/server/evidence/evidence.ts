/** All that shows why a payment was made and that it was paid, for an auditor: one archive, which its reader may see all of. */
import { createHash } from 'node:crypto'
import { payments } from '#contract/payments.ts'
import { meaningOf } from '#domain/answers/answer-keys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { toDecimal } from '#domain/money/money.ts'
import type { ResponseDetail } from '#contract/responses.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { type OutEntry, zipChunks } from '../excel/zip-writer.ts'
import { type Actor, on } from '../http/context.ts'
import { getPaymentDetail } from '../payments/list/payment-list.ts'
import { readRef } from '../payments/payment-refs.ts'
import { viewerOf } from '../payments/row-parts.ts'
import { eventsOf } from '../payments/worker/provider-events.ts'
import { responseDetail } from '../responses/review/detail.ts'
import { timelineOf } from '../responses/review/timeline.ts'
import type { Services } from '../services.ts'
import { pageOfParts, type Row } from './evidence-page.ts'

/** More answers of a provider than a payment ever has. */
const mostEvents = 10_000
/** Documents above this, all in all, are named with their checksums only. */
const mostDocumentBytes = 20 * 2 ** 20

/** Every signature, of all rounds. */
async function stepsOf(db: Db, id: number): Promise<Row[]> {
  const rows = await rowsOf<Row>(db)`
    select s.at, s.round, s.step, s.level, p.name as "person", s.role, s.carried, encode(s.facts_hash, 'hex') as "factsHash"
    from step s join person p on p.id = s.actor_id where s.payable_id = ${id} order by s.round, s.at, s.level`
  return rows
}

async function ledgerOf(db: Db, id: number): Promise<Row[]> {
  const rows = await rowsOf<{ amount: number; currency: string }>(db)`
    select t.at, t.id as entry, t.kind, t.attempt_no as "attemptNo", c.name as "from", d.name as "to", t.amount_minor::bigint as amount, t.currency
    from transfer t join account c on c.id = t.credit_account join account d on d.id = t.debit_account
    where t.payable_id = ${id} order by t.id`
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount, row.currency) }))
}

/** Lines of statements, each with the file that it is in. */
async function statementsOf(db: Db, id: number): Promise<Row[]> {
  const rows = await rowsOf<{ theirs: number; ours: number; currency: string }>(db)`
    select l.at, l.attempt_no as "attemptNo", l.word, l.our_ref as "clientRef", l.provider_ref as "providerRef", l.change_minor as theirs, l.ours_minor as ours,
      s.currency, f.name as "file", l.row, encode(s.sha256, 'hex') as sha256, p.name as "person", s.imported_at as "takenAt"
    from statement_line l join statement s on s.id = l.statement_id join file f on f.id = s.file_id join person p on p.id = s.imported_by
    where l.payable_id = ${id} order by l.id`
  return rows.map((row) => ({
    ...row,
    theirs: toDecimal(row.theirs, row.currency),
    ours: toDecimal(row.ours, row.currency),
  }))
}

/** Each hand that a file for the provider went through, and each answer to it that was taken in. */
async function filesOf(db: Db, id: number): Promise<Row[]> {
  const rows = await rowsOf<Row>(db)`
    select each.at, a.no as "attemptNo", f.id as "fileNumber", l.no as line, each.act, p.name as "person", k.name as file, encode(k.sha256, 'hex') as sha256
    from attempt a join payment_file_line l on l.attempt_id = a.id join payment_file f on f.id = l.payment_file_id
      cross join lateral (select f.asked_at as at, 'ASK' as act, f.asked_by as person_id, null::bigint as file_id
        union all select c.at, c.act, c.person_id, c.file_id from payment_file_act c where c.payment_file_id = f.id
        union all select r.taken_at, 'ANSWER', r.taken_by, r.file_id from payment_result r where r.payment_file_id = f.id) each
      join person p on p.id = each.person_id left join file k on k.id = each.file_id
    where a.payable_id = ${id} order by each.at`
  return rows
}

interface Document {
  file: string
  bytes: number
  sha256: string
  /** In the archive; null where it is too large for it. */
  path: string | null
}

/** What people attached to what they established. */
async function documentsOf(db: Db, ids: readonly number[]): Promise<Document[]> {
  const rows = await rowsOf<Document>(db)`
    select name as file, bytes, encode(sha256, 'hex') as sha256, case when sum(bytes) over (order by id) <= ${mostDocumentBytes}
      then 'documents/' || id || '-' || regexp_replace(name, '[^[:alnum:].-]+', '_', 'g') end as path
    from file where id = any(${ids}::bigint[]) order by id`
  return rows
}

/** What was answered, in words. Answers that the reader may not see are not among them, and are counted. */
function answersOf({ sections, answers }: ResponseDetail, lang: string): Row[] {
  const content = { sections }
  return Object.entries(answers).map(([key, value]) => {
    const { question, isOther = false } = meaningOf(content, key) ?? {}
    const label = (code: unknown) => {
      const option = isOther ? undefined : question?.answers.find((each) => each.code === code)
      return option ? plainIn(option.text, lang) : typeof code === 'string' ? code : JSON.stringify(code)
    }
    const said = Array.isArray(value) ? value.map(label).join('; ') : label(value)
    return { question: question ? plainIn(question.text, lang) : key, key, answer: said }
  })
}

interface Asking {
  paymentId: number
  actor: Actor
  lang: string
}

async function responsesOf(db: Db, ids: readonly number[], { actor, lang }: Asking) {
  if (!actor.permissions.has('responses.read')) return []
  const found = []
  for (const id of ids) {
    const detail = await responseDetail(db, actor, id)
    const { surveyId, surveyVersion, status, source, submittedAt, receivedAt, reviewedAt, reviewedBy } = detail
    const moments = await timelineOf(db, { surveyId, id, steps: 'HIDDEN' })
    const facts = { responseId: id, surveyVersion, status, source, submittedAt, receivedAt, reviewedAt, reviewedBy }
    const decisions = moments.filter(({ event }) => !event.startsWith('PAYMENT'))
    found.push({
      facts: { ...facts, hidden: detail.hiddenQuestions.length },
      answers: answersOf(detail, lang),
      decisions,
    })
  }
  return found
}

function without(row: object, ...names: string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}

/** The parts in the order in which an auditor asks for them. */
async function gather(db: Db, asking: Asking) {
  const { paymentId, actor } = asking
  const detail = await getPaymentDetail(db, paymentId, await viewerOf(db, actor))
  const { rows: events } = await eventsOf(db, paymentId, { pageSize: mostEvents, offset: 0 })
  const responses = await responsesOf(db, detail.responseIds, asking)
  const ofResponses = (name: 'answers' | 'decisions') =>
    responses.flatMap(({ facts, [name]: rows }) => rows.map((row): Row => ({ responseId: facts.responseId, ...row })))
  const payment = {
    ...without(
      detail,
      'steps',
      'attempts',
      'findings',
      'incidents',
      'allowedActions',
      'nobodyFor',
      'amountMinor',
      'inRun',
    ),
    participant: detail.participant?.name,
    upload: detail.upload?.name,
    responseIds: detail.responseIds.join(', '),
    route: [detail.route.title, detail.route.prefix].filter(Boolean).join(' '),
    others: detail.others.map(({ id }) => id).join(', '),
  }
  return {
    payment: [payment],
    response: responses.map(({ facts }) => facts),
    answers: ofResponses('answers'),
    decisions: ofResponses('decisions'),
    steps: await stepsOf(db, paymentId),
    attempts: detail.attempts.map((row) =>
      without(row, 'participant', 'amountMinor', 'surveyTitle', 'recipientName', 'surveyId', 'paymentId'),
    ),
    files: await filesOf(db, paymentId),
    events: events.toReversed().map((row) => without(row, 'id')),
    statements: await statementsOf(db, paymentId),
    ledger: await ledgerOf(db, paymentId),
    findings: detail.findings.map((row) => ({ ...without(row, 'actorId'), file: row.file?.name })),
    documents: await documentsOf(
      db,
      detail.findings.flatMap(({ file }) => file?.id ?? []),
    ),
    incidents: detail.incidents.map((row) => ({ ...row })),
  }
}

export const evidenceRoutes = [
  on(payments.proof, async ({ db, params, query: { lang = 'en' }, actor, services, audit }) => {
    const paymentId = await readRef(db, params.id)
    const parts = await gather(db, { paymentId, actor, lang })
    const made = { paymentId: params.id, madeAt: new Date().toISOString(), madeBy: actor.username, ...parts }
    const files = [
      { name: 'evidence.json', bytes: Buffer.from(`${JSON.stringify(made, null, 2)}\n`) },
      { name: 'evidence.html', bytes: Buffer.from(pageOfParts(made, lang)) },
    ]
    const attached = parts.documents.flatMap(({ path, sha256 }) => (path === null ? [] : [{ name: path, sha256 }]))
    const made256 = files.map(({ name, bytes }) => ({ name, sha256: createHash('sha256').update(bytes).digest('hex') }))
    const sums = [...made256, ...attached].map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    const all = [...files, { name: 'SHA256SUMS', bytes: Buffer.from(sums.join('')) }]
    audit({
      action: 'payments.proof',
      subjectType: 'payable',
      subjectId: paymentId,
      after: { sha256: sums.map((line) => line.trim()) },
    })
    const bytes = zipChunks(entriesOf(all, attached, services.files))
    return { name: `payment-${params.id}.zip`, mime: 'application/zip', disposition: 'attachment' as const, bytes }
  }),
]

async function* entriesOf(
  files: readonly { name: string; bytes: Buffer }[],
  attached: readonly { name: string; sha256: string }[],
  store: Services['files'],
): AsyncGenerator<OutEntry> {
  for (const { name, bytes } of files) yield { name, chunks: [bytes] }
  for (const { name, sha256 } of attached)
    yield { name, chunks: await store.read(Buffer.from(sha256, 'hex')), level: 0 }
}
