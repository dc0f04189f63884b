/** Days, times of the day and moments as answers hold them. */

export const dayMs = 86_400_000

/** HH:MM. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** A day that exists and a time, with the offset that makes a moment of them. */
export function isMoment(text: string): boolean {
  const [, day = '', time = ''] =
    /^([\d-]{10})T(\d{2}:\d{2})(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text) ?? []
  return isCalendarDate(day) && isTimeOfDay(time) && !Number.isNaN(Date.parse(text))
}

/** A day that exists, years 1000 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** The whole days from one date to the other. */
export function daysFrom(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs)
}

/** The date after this number of days; undefined outside the years of dates, and for parts of days. */
export function daysAfter(start: string, days: number): string | undefined {
  const moment = new Date(Date.parse(start) + days * dayMs)
  if (!Number.isInteger(days) || Number.isNaN(moment.getTime())) return undefined
  const date = moment.toISOString().slice(0, 10)
  return isCalendarDate(date) ? date : undefined
}
