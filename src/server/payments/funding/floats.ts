/** Floats against what an authorization needs of them. */
import { sum, sumOf } from '#domain/money/money.ts'
import { type FloatSum, lacksOf } from '#domain/money/float-lack.ts'
import { floatKey, type FloatSide } from '#domain/money/ledger.ts'
import { type Db, rowsOf } from '../../db/pool.ts'

/** How much the float of one currency is short of, in minor units. */
export interface Missing {
  provider: string
  currency: string
  amountMinor: string
}

/** What the payments take of each float. */
export function needsOf(payments: readonly { provider: string; currency: string; amountMinor: number }[]): FloatSide[] {
  return [...Map.groupBy(payments, floatKey).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { provider, currency } = first
    return [{ provider, currency, amountMinor: sumOf(group.map(({ amountMinor }) => amountMinor)) }]
  })
}

/** What each float has for further payments. */
export async function freeFloats(db: Db): Promise<(FloatSum & { provider: string })[]> {
  const rows = await rowsOf<{ provider: string; currency: string; free: string }>(db)`
    select provider, currency, (debits - credits)::text as free from account where kind = 'FLOAT'`
  return rows.map(({ provider, currency, free }) => ({ provider, currency, amountMinor: BigInt(free) }))
}

/** The short floats among these. */
export async function shortOf(db: Db, needs: readonly FloatSide[]): Promise<Missing[]> {
  const asked = needs.map((need) => ({ ...need, amountMinor: BigInt(need.amountMinor) }))
  return lacksOf(await freeFloats(db), asked).map(({ provider = '', currency, amountMinor }) => ({
    provider,
    currency,
    amountMinor: String(amountMinor),
  }))
}

export function asMissing({ provider, currency, amountMinor }: Missing) {
  return { provider, ...sum(BigInt(amountMinor), currency) }
}
