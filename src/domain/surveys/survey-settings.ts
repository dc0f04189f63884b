/** A survey's payment and dates: the fields that depend on one another. */
import { minorDigits, sampleAmount, toMinor } from '../money/money.ts'
import type { PaymentAggregation, SurveyType } from './survey.ts'
import type { FieldProblem } from '../problems.ts'

export interface SurveySettings {
  surveyType: SurveyType
  /** A decimal number in the currency; 0 means none. */
  amount: string | number | null
  currency: string
  paymentAggregation: PaymentAggregation
  aggregationCount: number
  startsAt: string | null
  endsAt: string | null
}

/** Seed §9, product.md §4. */
export const newSurvey: SurveySettings = {
  surveyType: 'FREE',
  amount: null,
  currency: 'MZN',
  paymentAggregation: 'INDIVIDUAL',
  aggregationCount: 1,
  startsAt: null,
  endsAt: null,
}

export type SettingsChanges = { [K in keyof SurveySettings]?: SurveySettings[K] | undefined }

/**
 * The settings after a change. The amount stays the same decimal number when the currency changes. Going back to
 * INDIVIDUAL sets the count to 1 unless the change names one.
 */
export function changedSettings(before: SurveySettings, changes: SettingsChanges): SurveySettings {
  const paymentAggregation = changes.paymentAggregation ?? before.paymentAggregation
  const countBefore = paymentAggregation === 'INDIVIDUAL' ? 1 : before.aggregationCount
  return {
    surveyType: changes.surveyType ?? before.surveyType,
    amount: changes.amount === undefined ? before.amount : changes.amount,
    currency: changes.currency ?? before.currency,
    paymentAggregation,
    aggregationCount: changes.aggregationCount ?? countBefore,
    startsAt: changes.startsAt === undefined ? before.startsAt : changes.startsAt,
    endsAt: changes.endsAt === undefined ? before.endsAt : changes.endsAt,
  }
}

/** The amount in minor units, null for none; undefined when it does not fit the currency. */
export function amountMinorOf({ amount, currency }: SurveySettings): number | null | undefined {
  if (amount === null) return null
  const minor = toMinor(amount, currency)
  return minor === 0 ? null : minor
}

/** Everything that must hold of the settings at any time, drafts included. */
export function settingsProblems(settings: SurveySettings): FieldProblem[] {
  const { surveyType, currency, paymentAggregation, aggregationCount, startsAt, endsAt } = settings
  const problems: FieldProblem[] = []
  const minor = amountMinorOf(settings)
  if (!/^\d+(\.\d+)?$/.test(String(settings.amount ?? 0)))
    problems.push({ path: 'amount', code: 'NOT_AN_AMOUNT', limit: sampleAmount(currency) })
  else if (minor === undefined) problems.push({ path: 'amount', code: 'CURRENCY_DIGITS', limit: minorDigits(currency) })
  if (minor === null && surveyType === 'PAID') problems.push({ path: 'amount', code: 'AMOUNT_NEEDED' })
  if (paymentAggregation === 'GROUPED' && aggregationCount < 2)
    problems.push({ path: 'aggregationCount', code: 'TOO_SMALL', limit: 2 })
  if (paymentAggregation === 'INDIVIDUAL' && aggregationCount > 1)
    problems.push({ path: 'aggregationCount', code: 'TOO_BIG', limit: 1 })
  if (startsAt !== null && endsAt !== null && new Date(endsAt).getTime() <= new Date(startsAt).getTime())
    problems.push({ path: 'endsAt', code: 'END_BEFORE_START' })
  return problems
}

/** The settings that a form holds, which does not show the count of a group that was left. */
export function formSettings(fields: SettingsChanges): SurveySettings {
  const { aggregationCount, ...shown } = fields
  const isCounted = fields.paymentAggregation === 'GROUPED'
  return changedSettings(newSurvey, isCounted ? { ...shown, aggregationCount } : shown)
}
