/** How far a moment is away, in the greatest unit that it has two of, else in the smaller one. Pure. */
const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

export interface Distance {
  /** Below 0 in the past. */
  value: number
  unit: (typeof units)[number]['unit']
}

export function distanceOf(moment: Date, now: Date): Distance {
  const away = moment.getTime() - now.getTime()
  const { unit, ms } = units.find((each) => Math.abs(away) >= 2 * each.ms) ?? units[2]
  return { value: Math.trunc(away / ms), unit }
}
