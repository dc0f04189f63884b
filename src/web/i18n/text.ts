/**
 * Text and formats inside the shell: `const t = useText()`, `t('companies.title')`. Message ids are checked by tsc.
 * `useFormat()` writes numbers, dates and money the way the language does.
 */
import { useMemo } from 'react'
import { type PrimitiveType, useIntl } from 'react-intl'
import { minorDigits } from '#domain/money/money.ts'
import type { MessageId } from './messages.ts'

export type Values = Record<string, PrimitiveType>
export type Text = (id: MessageId, values?: Values) => string

export function useText(): Text {
  const intl = useIntl()
  return useMemo(() => (id, values) => intl.formatMessage({ id }, values), [intl])
}

/** Text by an id made at run time (`errors.` + code); the fallback when there is no such message. */
export function useTextOr(): (id: string, fallback: string, values?: Values) => string {
  const intl = useIntl()
  return useMemo(
    () => (id, fallback, values) => (intl.messages[id] === undefined ? fallback : intl.formatMessage({ id }, values)),
    [intl],
  )
}

export interface Format {
  number: (value: number) => string
  /** 21 Nov 2026 */
  date: (iso: string) => string
  /** 21 Nov; with the year when it is another */
  day: (iso: string) => string
  /** A day as the server counts them, 2026-11-21 → 21 Nov 2026, whatever the clock here says. */
  utcDay: (day: string) => string
  /** 2026-11 → Nov 2026 */
  month: (month: string) => string
  /** a, b or c */
  either: (words: readonly string[]) => string
  /** Saturday, 21 November 2026 */
  longDate: (iso: string) => string
  /** 06:18 */
  time: (iso: string) => string
  /** 21 Nov 2026, 06:18 */
  dateTime: (iso: string) => string
  /** "500.00" and MZN → MZN 500.00, in the language's own order and digits. */
  money: (amount: string, currency: string) => string
  /** MZ → Mozambique */
  country: (code: string) => string
}

/** Kept per language: a formatter of Intl costs more to make than a row of a table to draw. */
const formats = new Map<string, Format>()

export function useFormat(): Format {
  const { locale } = useIntl()
  const known = formats.get(locale) ?? formatOf(locale)
  formats.set(locale, known)
  return known
}

function formatOf(locale: string): Format {
  const numbers = new Intl.NumberFormat(locale)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const daysOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  const thisYear = new Date().getFullYear()
  const utcDays = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  const eithers = new Intl.ListFormat(locale, { type: 'disjunction' })
  const longDays = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  const currencies = new Map<string, Intl.NumberFormat>()
  return {
    number: (value) => numbers.format(value),
    date: (iso) => days.format(new Date(iso)),
    day: (iso) => (new Date(iso).getFullYear() === thisYear ? daysOfYear : days).format(new Date(iso)),
    utcDay: (day) => utcDays.format(new Date(`${day}T00:00:00Z`)),
    month: (month) => months.format(new Date(`${month}-01T00:00:00Z`)),
    either: (words) => eithers.format(words),
    longDate: (iso) => longDays.format(new Date(iso)),
    time: (iso) => times.format(new Date(iso)),
    dateTime: (iso) => moments.format(new Date(iso)),
    money: (amount, currency) => {
      // Browsers leave out the digits of some currencies, such as the third one of a dinar.
      const digits = minorDigits(currency)
      const style = {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      } as const
      const known = currencies.get(currency) ?? new Intl.NumberFormat(locale, style)
      currencies.set(currency, known)
      // A decimal string keeps every digit here; a float would not.
      return known.format(amount as Intl.StringNumericLiteral)
    },
    country: (code) => regions.of(code) ?? code,
  }
}
