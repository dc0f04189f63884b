/** The answers of 240 households, and the fate of each: the demo shows every status of responses and payments. */
import type { FilledRow } from '../../responses/download/template.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { type DemoParticipant, faultEndings, participant } from './participants.ts'

/** In the order of age: money has gone out for the oldest, the newest are not reviewed yet. */
const fateCounts = {
  PAID: 78,
  APPROVED: 18,
  INITIATED: 22,
  PAYMENT_REJECTED: 8,
  PAYMENT_CANCELLED: 4,
  ELIGIBLE: 30,
  REJECTED: 18,
  HAS_ISSUES: 12,
  IN_REVIEW: 14,
  RECEIVED: 36,
} as const

/** The last thing that happens to a response, or to its payment once there is one. */
export type Fate = keyof typeof fateCounts

export interface HouseholdResponse {
  formKey: string
  fate: Fate
  participant: DemoParticipant
  cells: FilledRow
}

/** Where the villages are, and the codes of their districts. */
const villages = {
  dondo: { at: [-19.609, 34.743], unit: 'MZ0907' },
  mafambisse: { at: [-19.553, 34.605], unit: 'MZ0907' },
  tica: { at: [-19.427, 34.424], unit: 'MZ0913' },
  lamego: { at: [-19.357, 34.306], unit: 'MZ0913' },
  savane: { at: [-19.57, 35.08], unit: 'MZ0907' },
} as const

const otherVillages = [
  { name: 'Guara-Guara', at: [-19.854, 34.471], unit: 'MZ0901' },
  { name: 'Vunduzi', at: [-18.489, 34.235], unit: 'MZ0908' },
  { name: 'Muanza', at: [-18.9, 34.78], unit: 'MZ0912' },
  { name: 'Muda', at: [-19.273, 34.211], unit: 'MZ0913' },
] as const

const collectors = ['Rosa Mabjaia', 'Sérgio Nhaca', 'Zita Muchanga', 'Paulo Chissano']

const remarks = [
  'O poço seca em Outubro e a família vai buscar água ao rio.',
  'A bomba está avariada há três meses.',
  'Pedem mais uma fontanária perto da escola.',
  'A água do furo é salobra; só serve para lavar.',
  'Pagam ao vizinho por cada bidão de 20 litros.',
  'Depois do ciclone a latrina não foi reconstruída.',
]

const days = 45
const dayMs = 86_400_000

/** The same households every time; the days of the interviews end at `now`. */
export function householdResponses(now: Date): HouseholdResponse[] {
  const chance = chanceFrom(20_240_614)
  const fates = fatesInOrder(chance)
  let paid = 0
  return fates.map((fate, index) => {
    const ending = fate === 'PAID' ? faultOf((paid += 1)) : undefined
    const submittedAt = momentOf(chance, now, 1 - index / fates.length)
    const who = participant(chance, index, ending)
    const formKey = `HWS-${String(index + 1).padStart(4, '0')}`
    return { formKey, fate, participant: who, cells: { formKey, ...answersOf(chance, who, submittedAt) } }
  })
}

/** One in twelve meets one of the simulator's faults, as long as there are any. */
function faultOf(paid: number): string | undefined {
  return paid % 12 === 0 ? faultEndings[paid / 12 - 1] : undefined
}

/** Oldest first; neighbours change places, as people do not work in order. */
function fatesInOrder(chance: Chance): Fate[] {
  return Object.entries(fateCounts)
    .flatMap(([fate, count]) => Array.from({ length: count }, () => fate as Fate))
    .map((fate, index) => ({ fate, place: index + chance.whole(0, 24) }))
    .sort((a, b) => a.place - b.place)
    .map(({ fate }) => fate)
}

/** `age` 1 is the first day, 0 is now. Interviews are held from 6 to 15 UTC, which is day in Sofala. */
function momentOf(chance: Chance, now: Date, age: number): Date {
  const day = Math.floor((now.getTime() - age * days * dayMs) / dayMs) * dayMs
  const moment = day + chance.whole(6 * 60, 15 * 60) * 60_000
  return new Date(Math.min(moment, now.getTime() - chance.whole(5, 90) * 60_000))
}

function answersOf(chance: Chance, { name, phone }: DemoParticipant, submittedAt: Date): FilledRow {
  const village = chance.weighted({ dondo: 22, mafambisse: 22, tica: 18, lamego: 12, savane: 8, other: 18 })
  const other = village === 'other' ? chance.pick(otherVillages) : undefined
  const { at, unit } = other ?? villages[village as keyof typeof villages]
  const [latitude, longitude] = at.map((degrees) => round(degrees + chance.whole(-900, 900) / 50_000, 5))
  const accuracy = chance.whole(4, 18)
  const source = chance.weighted({
    piped: 14,
    standpipe: 26,
    borehole: 28,
    protected_well: 14,
    open_well: 12,
    river: 6,
  })
  const toilet = chance.weighted({ flush: 6, improved: 34, simple: 46, none: 14 })
  return {
    participantPhone: phone,
    submittedAt: submittedAt.toISOString(),
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    accuracy,
    head_name: name,
    members: chance.whole(1, 5) + chance.whole(0, 6),
    village,
    'village.other': other?.name ?? null,
    visit_date: submittedAt.toISOString().slice(0, 10),
    home: chance.happens(88) ? `${latitude}, ${longitude}, ${accuracy}` : null,
    water_source: source,
    walk_minutes: source === 'piped' ? null : chance.whole(1, 12) * 5,
    water_cost: chance.happens(source === 'river' ? 0 : 72) ? chance.whole(20, 900) + chance.whole(0, 1) / 2 : null,
    treatment: someOf(chance, { boil: 34, chlorine: 46, filter: 12, settle: 22 }, 'none'),
    toilet,
    toilet_shared: toilet === 'none' ? null : chance.happens(35) ? 'yes' : 'no',
    handwashing: chance.happens(8) ? null : someOf(chance, { water: 74, soap: 48, ash: 16 }, 'nothing'),
    remarks: chance.happens(22) ? chance.pick(remarks) : null,
    priorities: chance.weighted({
      'water;clinic;school;road': 42,
      'clinic;water;road;school': 27,
      'road;water;school;clinic': 18,
      'school;water;clinic;road': 13,
    }),
    satisfaction: chance.whole(1, 5),
    unit,
    clinic: unit === 'MZ0901' ? 'H-BUZ-01' : chance.weighted({ 'H-DON-01': 82, 'H-BEI-01': 18 }),
    tank_level: source === 'piped' ? chance.whole(1, 10) : null,
    water_meter: source === 'piped' ? `AS-${chance.whole(100_000, 999_999)}` : null,
    end_time: new Date(submittedAt.getTime() - 5 * 60_000).toISOString().slice(11, 16),
    _collector: chance.pick(collectors),
  }
}

/** Each option by its own percentage; `without` when none of them came up. */
function someOf(chance: Chance, percentages: Record<string, number>, without: string): string {
  const chosen = Object.entries(percentages).flatMap(([code, percent]) => (chance.happens(percent) ? [code] : []))
  return chosen.length > 0 ? chosen.join(';') : without
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
