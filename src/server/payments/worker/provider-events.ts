/** What providers answered about payments: kept word for word, without credentials and phones, as evidence of the outcome. */
import { sql } from 'kysely'
import type { ProviderEvent as EventRow } from '#contract/payment-rows.ts'
import { maskPhone } from '#domain/people/phone.ts'
import { type Page, type Place, readPage } from '../../db/page.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Services } from '../../services.ts'
import type { Heard, ProviderAnswer, StatusResult } from '../providers/provider.ts'

const maxBytes = 4096

/** What an answer meant. */
type Reading = StatusResult | { kind: 'NAME_AGREES' | 'NAME_DIFFERS' }

export interface ProviderEvent extends ProviderAnswer {
  paymentId: number
  attemptNo: number
  isCut: boolean
  reading?: Reading['kind']
  paidRef?: string
  /** The file whose line it is. */
  resultId?: number
}

export type Evidence = ReturnType<typeof evidenceOf>

/** The answers to questions about one payment, as they come. */
export function evidenceOf({ paymentId, msisdn }: { paymentId: number; msisdn: string }) {
  const events: ProviderEvent[] = []
  return {
    events,
    /** The last answer to a question is the one that decided what it means. */
    async by<Result extends Reading>(attemptNo: number, ask: (heard: Heard) => Promise<Result>): Promise<Result> {
      let last: ProviderEvent | undefined
      const result = await ask((answer) => {
        last = {
          ...answer,
          ...keptText(answer.text, msisdn),
          question: keptText(answer.question, msisdn).text,
          paymentId,
          attemptNo,
        }
        events.push(last)
      })
      if (last) last.reading = result.kind
      if (last && result.kind === 'SUCCEEDED') last.paidRef = result.providerRef
      return result
    },
  }
}

/** Names of fields whose values are about a person, or let one in. */
const hidden = /("[^"]*(?:name|birth|email|address|idnumber|token|secret|password)"\s*:\s*")(?:[^"\\]|\\.)*/gi
const phones = [
  /("[^"]*(?:phone|msisdn)[^"]*"\s*:\s*")([^"]*)/gi,
  /("key"\s*:\s*"msisdn"\s*,\s*"value"\s*:\s*")([^"]*)/gi,
  /("value"\s*:\s*")([^"]*)(?="\s*,\s*"key"\s*:\s*"msisdn")/gi,
]

/** `msisdn`: of the payee, which is hidden wherever it is written; at home without the code of its country. */
export function keptText(text: string, msisdn: string): { text: string; isCut: boolean } {
  // A number may not be known as a phone by its beginning.
  const looked = text.length > 2 * maxBytes ? text.slice(0, 2 * maxBytes).replace(/[+\d]+$/, '') : text
  const masked = phones.reduce(
    (left, pattern) => left.replace(pattern, (_, before: string, phone: string) => before + maskPhone(phone)),
    looked.replaceAll('\0', '').replace(hidden, '$1•••'),
  )
  const bytes = Buffer.from(
    masked
      .replace(/\+[1-9]\d{7,14}/g, maskPhone)
      .replace(new RegExp(`\\d{0,6}${msisdn.slice(-8)}(?!\\d)`, 'g'), maskPhone),
  )
  if (bytes.length <= maxBytes) return { text: bytes.toString(), isCut: looked !== text }
  // A character that was cut through goes whole.
  return { text: bytes.toString('utf8', 0, maxBytes - 3).replace(/\ufffd+$/, ''), isCut: true }
}

/** In the transaction of what they prove. */
export async function keepEvents(db: Db, events: readonly ProviderEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into provider_event (payable_id, attempt_no, question, http_status, answer, is_cut, reading, paid_ref, result_id)
    select "paymentId", "attemptNo", question, "httpStatus", text, "isCut", reading, "paidRef", "resultId"
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e("paymentId" bigint, "attemptNo" int, question text,
      "httpStatus" int, text text, "isCut" boolean, reading text, "paidRef" text, "resultId" bigint)`.execute(db)
}

/** The latest first. */
export async function eventsOf(db: Db, paymentId: number, place: Place): Promise<Page<EventRow>> {
  const where = sql`payable_id = ${paymentId}`
  const counted = await rowsOf<{ n: number }>(db)`select count(*) as n from provider_event where ${where}`
  return readPage<EventRow>(
    db,
    {
      table: 'provider_event',
      order: { by: sql`id`, descending: true },
      columns: sql`id, attempt_no as "attemptNo", at, question, http_status as "httpStatus", answer, is_cut as "isCut", reading`,
      where,
    },
    { ...place, total: counted[0]?.n ?? 0 },
  )
}

/** Those of whole months that the house keeps no longer. */
export async function forgetAnswers({ database: { db }, settings }: Services): Promise<void> {
  const forget = sql<{ gone: number }>`select forget_answers(${settings.answerMonths}) as gone`
  while ((await forget.execute(db)).rows[0]?.gone) continue
}
