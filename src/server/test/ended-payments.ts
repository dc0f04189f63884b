/** Authorized payments that a provider of the test's own words answers. */
import { transfersFor } from '#domain/money/ledger.ts'
import { book } from '../payments/books/books.ts'
import { decideFunding, insertFunding } from '../payments/funding/funding-store.ts'
import type {
  Bounded,
  PaymentProvider,
  ProviderPlace,
  SendResult,
  StatusResult,
} from '../payments/providers/provider.ts'
import { endStop } from '../payments/worker/stops.ts'
import { paymentWorker } from '../payments/worker/worker.ts'
import type { PaymentsApp, Person } from './with-payments.ts'

/** Means a reference of each payment's own. */
const anyReference = 'P'

export const paidAs = (amountMinor: number, more: object = {}): SendResult => ({
  kind: 'SUCCEEDED',
  providerRef: anyReference,
  amountMinor,
  currency: 'MZN',
  msisdn: undefined,
  ...more,
})
export const refusedWith = (code: string): SendResult => ({ kind: 'FAILED_DEFINITE', code })

/** Of the earlier tries of a payment, before a further one goes out. */
const stillUnpaid: StatusResult = { kind: 'FAILED_DEFINITE', code: 'requestDeclined' }

function own<T extends SendResult | StatusResult>(answer: T, clientRef: string): T {
  if (!('providerRef' in answer) || answer.providerRef !== anyReference) return answer
  return { ...answer, providerRef: `${anyReference}-${clientRef}` }
}

function told<T extends SendResult | StatusResult>(answer: T, { heard }: Bounded): T {
  heard?.({ question: 'GET /test', httpStatus: 200, text: JSON.stringify(answer) })
  return answer
}

/** What it pays has a reference of each order's own, as `paidAs` names none. */
export function ofOwnReferences(provider: PaymentProvider): PaymentProvider {
  return {
    ...provider,
    send: async (order) => told(own(await provider.send(order), order.clientRef), order),
    status: async (order) => told(own(await provider.status(order), order.clientRef), order),
  }
}

/** A worker whose provider answers each send and each question with these words. */
export function workerOf(
  { services }: PaymentsApp,
  answers: { send?: SendResult; status?: StatusResult },
  { name = 'gsma', place, namesOf }: { name?: string; place?: ProviderPlace } & Pick<PaymentProvider, 'namesOf'> = {},
) {
  const silent = { kind: 'UNKNOWN', reason: 'TIMEOUT' } as const
  const provider = ofOwnReferences({
    name,
    refusesDuplicates: true,
    ...(place && { place }),
    ...(namesOf && { namesOf }),
    send: async () => answers.send ?? silent,
    status: async () => answers.status ?? silent,
    balance: async () => silent,
  })
  const alarms: object[] = []
  const log = { error: (details: object) => void alarms.push(details) }
  return { alarms, ...paymentWorker({ database: services.database, provider, log, quietMs: 0 }) }
}

/** Lets the payments go, and has the provider answer them. */
export async function answered(app: PaymentsApp, ids: readonly number[], send: SendResult): Promise<void> {
  await app.letGo(ids)
  await answer(app, send)
}

/** The provider answers what is due. A trouble that this makes is over at once. */
export async function answer(app: PaymentsApp, send: SendResult, name = 'gsma'): Promise<void> {
  const worker = workerOf(app, { send, status: stillUnpaid }, { name })
  await worker.claim()
  await worker.idle()
  await endStop(app.services.database.db, { provider: name, kind: 'TROUBLE' })
}

/** Two people take what was paid on top of a payment out of the float, as the desk says. */
export async function bookSecond(
  { sql, services }: PaymentsApp,
  id: number,
  [first, second]: readonly [Person, Person],
): Promise<void> {
  const { rows } = await sql.owner.query<{
    reference: string
    provider: string
    currency: string
    amountMinor: number
  }>(
    `select i.provider_ref as reference, provider, currency, amount_minor as "amountMinor" from incident i
     join attempt a on a.payable_id = i.payable_id and a.no = i.attempt_no where i.payable_id = $1 and not is_settled(i)`,
    [id],
  )
  const [{ reference, ...from } = { reference: '', provider: '', currency: '', amountMinor: 0 }] = rows
  const asked = {
    from,
    into: undefined,
    counter: 'SUSPENSE' as const,
    reference,
    day: '2026-01-01',
    note: 'Given',
    fileId: undefined,
  }
  await services.database.db.transaction().execute(async (tx) => {
    const fundingId = await insertFunding(tx, { ...asked, askedBy: first.id })
    await decideFunding(tx, fundingId, { status: 'CONFIRMED', decidedBy: second.id })
    await book(tx, transfersFor({ event: 'FUNDED', funding: { id: fundingId, ...asked } }))
  })
}
