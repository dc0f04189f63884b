/** Rows for a house that has none yet, or a user who may not see them; and weeks out of days. Pure, but for today. */
import type { Row } from './chart.ts'

const dayMs = 86_400_000

/** Of six statuses, surveys or questions. */
export const counts = [34, 21, 8, 13, 62, 17]

interface Day {
  day: string
  n: number
}

/** The last 180 days: work grows, and rests on Sundays. */
export function days(length = 180): Day[] {
  const end = Math.floor(Date.now() / dayMs)
  return Array.from({ length }, (_, at) => {
    const day = new Date((end - length + 1 + at) * dayMs)
    const wave = Math.sin(at / 9) + Math.sin(at / 2.3) / 2
    const n = day.getUTCDay() === 0 ? 0 : Math.max(0, Math.round(6 + at / 20 + 5 * wave))
    return { day: day.toISOString().slice(0, 10), n }
  })
}

/** The latest three weeks that there are, by weekday; each row is named by its day of the latest one. */
export function weeksOf(all: readonly Day[]): Row[] {
  const last = all.at(-1)
  if (!last) return []
  const byDay = new Map(all.map(({ day, n }) => [day, n]))
  const end = Date.parse(last.day)
  return Array.from({ length: 7 }, (_, at) => {
    const back = 6 - at
    const values = [0, 7, 14].map((weeks) => byDay.get(dayBefore(end, back + weeks)) ?? 0)
    return { label: dayBefore(end, back), values }
  })
}

function dayBefore(end: number, days: number): string {
  return new Date(end - days * dayMs).toISOString().slice(0, 10)
}

/** So many seconds are shown at once. */
const pulseLength = 24

/** From the first second on; a later point goes on in the same way. */
export function pulse(): Row[] {
  return Array.from({ length: pulseLength }, (_, at) => pulseAt(at))
}

export function pulseAt(second: number): Row {
  return { label: String(second), values: [Math.round(40 + 22 * Math.sin(second / 3) + 9 * Math.sin(second * 1.7))] }
}

/** Towns of Mozambique: how many sites, latitude, longitude. */
export const places: Row[] = [
  { label: 'Beira', values: [14, -19.84, 34.84] },
  { label: 'Chimoio', values: [9, -19.12, 33.48] },
  { label: 'Inhambane', values: [4, -23.87, 35.38] },
  { label: 'Lichinga', values: [3, -13.31, 35.24] },
  { label: 'Maputo', values: [22, -25.97, 32.58] },
  { label: 'Nampula', values: [12, -15.12, 39.27] },
  { label: 'Pemba', values: [5, -12.97, 40.52] },
  { label: 'Quelimane', values: [7, -17.88, 36.89] },
  { label: 'Tete', values: [6, -16.16, 33.59] },
]
