/** What became of payments, by our books and by those of the provider laid beside each other. */
import { setTimeout as wait } from 'node:timers/promises'
import { payments } from '#contract/payments.ts'
import type { PaymentsApp } from '#server/test/with-payments.ts'
import { type Account, type Books, careful, isLong, price } from './given.ts'
import { faultOf } from './provider/faults.ts'

export interface End {
  id: number
  provider: Account
  phone: string
  status: string
  reason: string | null
  /** Of the latest try. */
  state: string
  /** References of its tries, and how often they were sent by our books. */
  refs: string[]
  sends: number
  /** A person has to look at it, and is told why. */
  onDesk: boolean
}

export async function endsOf({ sql }: PaymentsApp, ids: readonly number[]): Promise<End[]> {
  const { rows } = await sql.owner.query<End>(
    `select p.id::int as id, p.provider, p.msisdn as phone, p.status, a.reason, a.state,
       array_agg(b.client_ref::text) as refs, sum(b.sends)::int as sends,
       p.status = 'PROCESSING' and a.next_at = 'infinity' and a.reason is not null as "onDesk"
     from payable p join attempt b on b.payable_id = p.id
       join lateral (select * from attempt l where l.payable_id = p.id order by no desc limit 1) a on true
     where p.id = any($1) group by p.id, a.reason, a.state, a.next_at order by p.id`,
    [ids],
  )
  return rows
}

/** Still under way: nobody has to look at it yet. */
const isOpen = ({ status, onDesk }: End) => status === 'PROCESSING' && !onDesk

/** Of each reference, the payouts of the provider. */
function paidOf({ movements }: Books): Map<string, number[]> {
  const paid = new Map<string, number[]>()
  for (const { kind, reference, cents } of movements)
    if (kind === 'PAYOUT') paid.set(reference, [...(paid.get(reference) ?? []), -cents])
  return paid
}

/** What must never be, counted; each with the payments. */
export function wrongOf(ends: readonly End[], books: Books): Record<string, number[]> {
  const paid = paidOf(books)
  const sent = new Map(books.sendings)
  const payouts = ({ refs }: End) => refs.flatMap((ref) => paid.get(ref) ?? [])
  const of = (is: (end: End) => boolean) => ends.filter(is).map(({ id }) => id)
  return {
    paidTwice: of((end) => payouts(end).length > 1),
    bookedAndUnpaid: of((end) => end.status === 'SUCCESSFUL' && payouts(end).length === 0),
    bookedOtherwise: of((end) => end.status === 'SUCCESSFUL' && payouts(end).some((cents) => cents !== price)),
    // A failure that is paid later is the provider's own word.
    failedAndPaid: of(
      (end) => end.status === 'FAILED' && payouts(end).length > 0 && faultOf(end.phone) !== 'failed-paid',
    ),
    // Where it may pay again, only a person sends again.
    resentUnasked: of(
      (end) =>
        !careful.includes(end.provider) && end.refs.some((ref) => (sent.get(ref) ?? 0) > 1) && !wasTurnedAway(end),
    ),
    sentUnwritten: of(({ refs, sends }) => refs.reduce((sum, ref) => sum + (sent.get(ref) ?? 0), 0) > sends),
  }
}

/** Told to come back: it was not taken on, so it may be sent again without a person. */
const wasTurnedAway = ({ phone }: End) => faultOf(phone) === 'busy'

/** `{ SUCCESSFUL: 80, 'PROCESSING NOT_SEEN': 2 }`, with those on the desk by their reason. */
export function counted(ends: readonly End[]): Record<string, number> {
  return tally(ends.map(({ status, reason }) => (status === 'PROCESSING' ? `${status} ${reason}` : status)))
}

export function tally(words: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Map.groupBy(words, (word) => word)
      .entries()
      .map(([word, all]) => [word, all.length]),
  )
}

/** Each of those on the desk is an incident of its payment; those in a file wait for its answer. */
export async function withoutIncident({ approver }: PaymentsApp, ends: readonly End[]): Promise<number[]> {
  const silent: number[] = []
  for (const { id } of ends.filter((end) => end.onDesk && end.reason !== 'IN_FILE')) {
    const { data } = await approver.call(payments.get, { params: { id } })
    if (!data.incidents.some(({ isOpen: waits }) => waits)) silent.push(id)
  }
  return silent
}

/** Seconds until all of them are final or on the desk. */
export async function untilQuiet(app: PaymentsApp, ids: readonly number[], seconds: number): Promise<number> {
  const start = performance.now()
  for (;;) {
    const open = (await endsOf(app, ids)).filter(isOpen)
    const took = (performance.now() - start) / 1000
    if (open.length === 0) return took
    if (took > seconds) throw new Error(`${open.length} are open after ${took} s: ${JSON.stringify(open.slice(0, 5))}`)
    // A provider in trouble is tried once a minute, and so is what it turned away. A lease is shorter.
    if (!isLong) {
      await app.sql.owner.query('update provider_probe set due_at = now()')
      await app.sql.owner.query(
        `update attempt set next_at = now() where state = 'QUEUED' and next_at > now() + interval '5 s' and next_at < 'infinity'`,
      )
    }
    await wait(200)
  }
}
