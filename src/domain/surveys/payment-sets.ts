/**
 * Payment by sets (payments.md §1.1): a GROUPED survey pays `aggregationCount` approved responses of one participant
 * together. What waits for a full set is derived: approved responses that no live payment pays.
 */
import type { ErrorCode } from '../errors.ts'
import { toDecimal } from '../money/money.ts'
import type { FieldProblem } from '../problems.ts'
import type { SurveyStatus } from './survey.ts'
import { amountMinorOf, type SurveySettings } from './survey-settings.ts'

/** What becomes of responses that no full set came of: paid each at the survey's amount, or never paid. */
export const leftoverChoices = ['PAY_PRO_RATA', 'DROP'] as const
export type LeftoverChoice = (typeof leftoverChoices)[number]

/** A survey that ends takes no further response. A late approval may leave some over again, so archiving asks too. */
export function asksForLeftovers(to: SurveyStatus): boolean {
  return to === 'CLOSED' || to === 'ARCHIVED'
}

/** The reason why a survey with leftover responses may not reach this status; undefined when it may. */
export function leftoverRefusal(
  to: SurveyStatus,
  responses: number,
  choice: LeftoverChoice | undefined,
): ErrorCode | undefined {
  return asksForLeftovers(to) && responses > 0 && choice === undefined ? 'LEFTOVERS_UNDECIDED' : undefined
}

type PayRule = Pick<SurveySettings, 'surveyType' | 'paymentAggregation' | 'aggregationCount'>

const payRule = ['surveyType', 'paymentAggregation', 'aggregationCount'] as const

/** The fields by which a change leads into groups, out of them, or to groups of another size. */
export function payRuleChanges(before: PayRule, after: PayRule): FieldProblem[] {
  if (before.paymentAggregation === 'INDIVIDUAL' && after.paymentAggregation === 'INDIVIDUAL') return []
  return payRule.filter((path) => before[path] !== after[path]).map((path) => ({ path, code: 'PAY_RULE_FIXED' }))
}

export interface SetPay {
  count: number
  /** Of one response, and of a full set, as decimal numbers. */
  amount: string
  total: string
  currency: string
}

/** What each full set pays; undefined for a survey that pays no sets, or whose settings are not right yet. */
export function setPay(settings: SurveySettings): SetPay | undefined {
  const { surveyType, paymentAggregation, aggregationCount: count, currency } = settings
  const minor = amountMinorOf(settings)
  if (surveyType !== 'PAID' || paymentAggregation !== 'GROUPED' || !minor) return undefined
  if (!Number.isInteger(count) || count < 2 || !Number.isSafeInteger(minor * count)) return undefined
  return { count, amount: toDecimal(minor, currency), total: toDecimal(minor * count, currency), currency }
}
