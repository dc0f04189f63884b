/**
 * The debts and payments of one survey, for its managers too. It also has responses that wait for a full set
 * (payments.md §1.1).
 */
import * as z from 'zod/mini'
import { leftoverChoices } from '#domain/surveys/payment-sets.ts'
import { endpoint, list } from './endpoint.ts'
import { Id, idText, moneyFields, Timestamp } from './fields.ts'
import { listQuery } from './listing.ts'
import { paymentList } from './payments.ts'
import { PaymentAmounts, PaymentCounts, PaymentRow } from './payment-rows.ts'

/** A survey that pays by sets, and how far its participants are. */
export const SetsState = z.object({
  /** Responses in a full set. */
  size: z.int(),
  /** What a set pays that is full now. */
  pays: z.object(moneyFields),
  /** Approved responses that wait for a full set, and whose they are. */
  responses: z.int(),
  participants: z.int(),
  /** The number of participants for each number of approved responses; the most responses first. */
  waiting: z.array(z.object({ approved: z.int(), participants: z.int() })),
  /** The decisions about leftover responses at the survey's end; the latest first. */
  decisions: z.array(
    z.object({
      choice: z.enum(leftoverChoices),
      responses: z.int(),
      participants: z.int(),
      /** Null once the account is gone. */
      decidedBy: z.nullable(z.string()),
      decidedAt: Timestamp,
    }),
  ),
})
export type SetsState = z.output<typeof SetsState>

/** The responses of one participant that wait in one survey. */
export const WaitingRow = z.object({
  surveyId: Id,
  surveyTitle: z.string(),
  approved: z.int(),
  size: z.int(),
  /** What the full set would pay now. */
  pays: z.object(moneyFields),
})
export type WaitingRow = z.output<typeof WaitingRow>

const { surveyId: _surveyId, siteId: _siteId, ...filters } = paymentList.filters

export const surveyPayments = {
  list: endpoint({
    route: 'GET /surveys/{surveyId}/payments',
    // Who changes surveys follows the payments of those they see; no step is theirs to take.
    access: ['payments.read', 'surveys.write'],
    summary: 'The payments of one survey, and what waits for a full set',
    query: listQuery(paymentList.sort, filters),
    reply: list(
      PaymentRow,
      z.object({ statusCounts: PaymentCounts, amounts: PaymentAmounts, sets: z.nullable(SetsState) }),
    ),
  }),
  waiting: endpoint({
    route: 'GET /payments/waiting',
    access: 'payments.read',
    summary: 'The responses of one participant that wait for a full set, by survey',
    query: z.strictObject({ participantId: idText() }),
    reply: list(WaitingRow),
  }),
}
