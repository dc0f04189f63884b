/** Eight weeks of prices, three visits to each of three markets a week, always by the same three enumerators. */
import type { FilledRow } from '../../responses/download/template.ts'
import { type Chance, chanceFrom } from './chance.ts'

export type MarketFate = 'APPROVED' | 'REJECTED' | 'HAS_ISSUES' | 'RECEIVED'

export interface MarketResponse {
  formKey: string
  fate: MarketFate
  cells: FilledRow
}

export const enumerators = [
  { market: 'maquinino', name: 'Ivone Macuácua', phone: '+258845550121' },
  { market: 'goto', name: 'Jaime Nhamuave', phone: '+258865550122' },
  { market: 'munhava', name: 'Latifa Omar', phone: '+258825550123' },
] as const

const weeks = 8
const visitsPerWeek = 3
const weekMs = 7 * 86_400_000

/** The same prices every time; the last week ends at `now`. */
export function marketResponses(now: Date): MarketResponse[] {
  const chance = chanceFrom(20_240_307)
  const visits = Array.from({ length: weeks }, (_, week) => week).flatMap((week) =>
    enumerators.flatMap((enumerator) =>
      Array.from({ length: visitsPerWeek }, (_, visit) => ({ week, visit, enumerator })),
    ),
  )
  return visits.map(({ week, visit, enumerator: { market, phone } }, index) => {
    const back = weekMs * (weeks - 1 - week) + chance.whole(1, 90) * 3_600_000
    const submittedAt = new Date(now.getTime() - back).toISOString()
    const formKey = `BMP-${week + 1}-${market}-${visit + 1}`
    const cells = { formKey, participantPhone: phone, submittedAt, market, ...pricesOf(chance, week, submittedAt) }
    return { formKey, fate: fateOf(index, visits.length), cells }
  })
}

/** The last fifth is still to be looked at; now and then the reviewer did not like what they saw. */
function fateOf(index: number, count: number): MarketFate {
  if (index >= 0.8 * count) return 'RECEIVED'
  if (index % 19 === 7) return 'REJECTED'
  return index % 19 === 13 ? 'HAS_ISSUES' : 'APPROVED'
}

/** Maize grows dearer before the harvest, the rest wanders. */
function pricesOf(chance: Chance, week: number, submittedAt: string): FilledRow {
  const around = (price: number) => price + chance.whole(-8, 8) / 2
  return {
    price_date: submittedAt.slice(0, 10),
    stalls_open: chance.whole(18, 64),
    maize: around(42 + 2 * week),
    rice: around(78),
    beans: around(110),
    tomato: around(65 - week),
    scarce: chance.weighted({ nothing: 60, oil: 14, fish: 14, 'maize;oil': 12 }),
    note: chance.happens(12) ? 'Chuva forte; poucas bancas.' : null,
  }
}
