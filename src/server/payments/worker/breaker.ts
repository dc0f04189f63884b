/**
 * Stops sending to a provider that is in trouble or does not let us pay (domain/money/provider-trouble.ts), and tries it once in a
 * while. The stop is in the database, so that all processes heed it and one of them does the trying.
 */
import { type Kysely, sql } from 'kysely'
import { afterAnswer, isStillInTrouble } from '#domain/money/provider-trouble.ts'
import type { Probe } from './attempt-store.ts'
import type { BalanceResult, PaymentProvider, StatusResult } from '../providers/provider.ts'
import { beginStop, endStop } from './stops.ts'
import { rowsOf } from '../../db/pool.ts'

interface BreakerOptions {
  db: Kysely<unknown>
  provider: PaymentProvider
  probeMs: number
  /** Sending stopped. */
  onStop: (details: object) => void
}

export interface Breaker {
  /** Looks at an answer about a payment in this currency, before anything more is taken in hand. */
  see(result: StatusResult, currency: string): Promise<void>
  /** With what the provider is to be tried now; undefined while it is not due, or still says that it cannot. */
  due(): Promise<Probe | undefined>
  /** Sending goes on. */
  close(): Promise<void>
}

export function breakerOf({ db, provider, probeMs, onStop }: BreakerOptions): Breaker {
  const stop = { provider: provider.name, kind: 'TROUBLE' } as const
  let inARow = 0

  async function see(result: StatusResult, currency: string): Promise<void> {
    const code = codeOf(result)
    const seen = afterAnswer(inARow, code)
    inARow = seen.inARow
    const { trouble: reason } = seen
    if (reason === undefined) return
    const details = { code: code ?? null, currency }
    if (await begin(reason, details)) onStop({ provider: provider.name, reason, ...details })
    await sql`
      insert into provider_probe (provider, due_at) values (${provider.name}, now() + make_interval(secs => ${probeMs / 1000}))
      on conflict (provider) do update set due_at = greatest(provider_probe.due_at, excluded.due_at)`.execute(db)
  }

  /** A trouble that turns into another one is another stop: what may go on meanwhile differs. */
  async function begin(reason: string, details: { code: string | null; currency: string }): Promise<boolean> {
    if (await beginStop(db, { ...stop, reason, details })) return true
    const { rows } = await sql`
      select from payment_stop where provider = ${provider.name} and kind = 'TROUBLE' and ended_at is null
        and reason <> ${reason}`.execute(db)
    if (rows.length === 0) return false
    await endStop(db, stop)
    return await beginStop(db, { ...stop, reason, details })
  }

  /** In which currency the trouble began, and why; undefined when there is none, or another process tries the provider. */
  async function takeProbe(): Promise<{ currency: string; reason: string } | undefined> {
    const rows = await rowsOf<{ currency: string; reason: string }>(db)`
      update provider_probe b set due_at = now() + make_interval(secs => ${probeMs / 1000}) from payment_stop s
      where b.provider = ${provider.name} and b.due_at <= now()
        and s.provider = b.provider and s.kind = 'TROUBLE' and s.ended_at is null
      returning s.details ->> 'currency' as currency, s.reason`
    return rows[0]
  }

  return {
    see,
    async due() {
      const probe = await takeProbe()
      if (!probe) return undefined
      const { currency, reason } = probe
      const balance = await provider.balance(currency)
      const code = codeOf(balance)
      // A provider may keep its balances to itself, and pay all the same.
      if (code !== 'HTTP_403' && isStillInTrouble(code)) return undefined
      // A balance that is stated wrongly keeps no payment back, unless a payment found the account short.
      const isBound = reason === 'FLOAT_SHORT' && balance.kind === 'BALANCE'
      return { currency, atMostMinor: isBound ? balance.availableMinor : undefined }
    },
    async close() {
      await endStop(db, stop)
    },
  }
}

/** What an answer says instead of an outcome, or with a failure. */
function codeOf(result: StatusResult | BalanceResult): string | undefined {
  if (result.kind === 'FAILED_DEFINITE') return result.code
  return result.kind === 'UNKNOWN' || result.kind === 'RATE_LIMITED' ? result.reason : undefined
}
