/** How much may be let go: the limits of payments with every version of them, and the budgets of surveys. */
import * as z from 'zod/mini'
import { fundingStatuses } from '#domain/money/funding.ts'
import { budgetLevels, limitKinds } from '#domain/money/payment-limits.ts'
import { Currency } from './currency.ts'
import { endpoint, one } from './endpoint.ts'
import { AmountInput, Id, moneyFields, Named, Sum, SumInput, text, Timestamp, Titled } from './fields.ts'

const role = z.nullable(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/)))

export const LimitRow = z.object({ kind: z.enum(limitKinds), role, ...moneyFields })
export type LimitRow = z.output<typeof LimitRow>

/** A change that raises or removes limits, or a budget: it waits for a second person. */
export const LimitChange = z.object({
  id: Id,
  /** Whose budget changes; null: it is about the limits. */
  survey: z.nullable(Titled),
  /** All limits as they would be. */
  limits: z.nullable(z.array(LimitRow)),
  /** The budget as it would be; null as well where it goes. */
  budget: z.nullable(Sum),
  reason: z.nullable(z.string()),
  status: z.enum(fundingStatuses),
  askedBy: Named,
  askedAt: Timestamp,
  /** Why this caller may not confirm it, and not refuse it; null: they may. */
  refusals: z.object({ confirm: z.nullable(z.string()), refuse: z.nullable(z.string()) }),
})
export type LimitChange = z.output<typeof LimitChange>

const PolicyVersion = z.object({
  version: z.int(),
  limits: z.array(LimitRow),
  changedBy: Named,
  /** Null: it let no more through than the version before. */
  confirmedBy: z.nullable(Named),
  changedAt: Timestamp,
  reason: z.string(),
})

/** `version` is 0 and there are no limits until they are first set. */
export const Policy = z.object({
  version: z.int(),
  limits: z.array(LimitRow),
  /** The latest first. */
  versions: z.array(PolicyVersion),
  /** The roles that hold a step: limits may name them. */
  roles: z.array(z.object({ role: z.string(), name: z.string() })),
  /** Of the limits, and of the budgets that the caller may set. */
  waiting: z.array(LimitChange),
})
export type Policy = z.output<typeof Policy>

export const maxLimits = 200

/** `left` is below zero where more was paid before the budget was lowered. */
export const Budget = z.object({
  surveyId: Id,
  /** Null: the survey has none. */
  budget: z.nullable(Sum),
  used: Sum,
  /** Authorized and not yet final. */
  held: Sum,
  left: z.nullable(Sum),
  level: z.nullable(z.enum(budgetLevels)),
  version: z.int(),
  waiting: z.nullable(LimitChange),
})
export type Budget = z.output<typeof Budget>

export const paymentPolicy = {
  get: endpoint({
    route: 'GET /payments/policy',
    access: 'payments.read',
    summary: 'The limits of payments, with every earlier version',
    reply: one(Policy),
  }),
  set: endpoint({
    route: 'PUT /payments/policy',
    // Who releases money sets no limits for it.
    access: 'roles.grantPayments',
    changesRights: 'OF_STAFF',
    sentBack: Policy,
    summary:
      'Set all limits of payments, as a new version: what lets more through than before waits for a second person',
    body: z.strictObject({
      /** The version that the caller changed; STALE when there is a newer one. */
      version: z.int().check(z.nonnegative()),
      limits: z
        .array(
          z.strictObject({ kind: z.enum(limitKinds), currency: Currency, role: z.optional(role), amount: AmountInput }),
        )
        .check(z.maxLength(maxLimits)),
      reason: text(1000),
    }),
    reply: one(Policy),
  }),
  people: endpoint({
    route: 'GET /payments/people',
    access: 'payments.read',
    summary: 'Who may fund a float, the first by name',
    query: z.strictObject({ step: z.literal('fund') }),
    reply: one(z.object({ people: z.array(Named), peopleCount: z.int() })),
  }),
}

export const surveyBudget = {
  get: endpoint({
    route: 'GET /surveys/{surveyId}/budget',
    access: ['payments.read', 'surveys.write'],
    summary: 'What a survey may pay, what it has paid, and what is on its way',
    reply: one(Budget),
  }),
  set: endpoint({
    route: 'PUT /surveys/{surveyId}/budget',
    access: 'surveys.write',
    sentBack: Budget,
    summary: 'Set the budget of a survey, in its own currency: to raise or remove it takes a second person',
    body: z.strictObject({
      /** Null removes it. */
      amount: z.nullable(SumInput),
      version: z.int().check(z.nonnegative()),
    }),
    reply: one(Budget),
  }),
}

const decided = {
  access: ['roles.grantPayments', 'surveys.write'],
  changesRights: 'OF_STAFF',
  reply: one(LimitChange),
} as const

export const limitChanges = {
  confirm: endpoint({
    ...decided,
    route: 'POST /payments/policy/changes/{id}/confirm',
    summary: 'Confirm a change of limits or of a budget that another person asked for: it applies from now on',
  }),
  refuse: endpoint({
    ...decided,
    route: 'POST /payments/policy/changes/{id}/refuse',
    summary: 'Refuse a change of limits or of a budget, or take back the own one',
  }),
}
