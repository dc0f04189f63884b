/** The first screen in figures (product.md §7). A part that the caller may not read is null. */
import * as z from 'zod/mini'
import { firstSteps } from '#domain/people/first-steps.ts'
import { paymentStatuses } from '#domain/money/payment.ts'
import { responseStatuses } from '#domain/answers/response.ts'
import { endpoint, fields, one } from './endpoint.ts'
import { Day, Id, moneyFields, Named, Sum, Timestamp } from './fields.ts'
import { PaymentAmounts, PaymentCounts } from './payment-rows.ts'
import { surveyRef } from './survey-ref.ts'

/** Days without a row are there with 0. */
const Days = z.array(z.object({ day: z.iso.date(), n: z.int() }))
const Person = z.nullable(Named)

const SurveysPart = z.object({ live: z.int() })

/** The counts are without pilots, but for `waiting`: pilots are reviewed too. */
const ResponsesPart = z.object({
  today: z.int(),
  total: z.int(),
  /** Of each status that a reviewer has not judged yet. */
  waiting: z.object({ RECEIVED: z.int(), EDITED: z.int(), IN_REVIEW: z.int() }),
  days: Days,
  /** How many came in as many days right before the asked ones. */
  before: z.int(),
  /** Of the asked days, the most first; the rest of the surveys is left out. */
  bySurvey: z.array(z.object({ surveyId: Id, title: z.string(), n: z.int() })),
  latest: z.array(
    z.object({
      id: Id,
      surveyTitle: z.string(),
      participant: Person,
      status: z.enum(responseStatuses),
      submittedAt: Timestamp,
    }),
  ),
  /** Places are of the latest responses of the asked days, this many: the middles of the cells of a grid. */
  looked: z.int(),
  places: z.array(z.object({ latitude: z.number(), longitude: z.number(), n: z.int() })),
  /** The open quality flags, whatever the days. */
  flags: z.array(z.object({ flag: z.string(), n: z.int() })),
})

const PaymentsPart = z.object({
  statusCounts: PaymentCounts,
  amounts: PaymentAmounts,
  /** Payments whose next step is the caller's; counted up to 1000. Null for callers who take no steps. */
  waitingForMe: z.nullable(z.int()),
  /** Requests of others to move money into floats or out; null for callers who may not confirm them. */
  fundingForMe: z.nullable(z.int()),
  paidToday: z.array(Sum),
  paidThisMonth: z.array(Sum),
  /** How many payments were paid on each day. */
  paidDays: Days,
  /** `lasts`: the days for which it is enough if as much is paid as in the last 30; null where nothing was paid. */
  float: z.array(z.object({ provider: z.string(), ...Sum.shape, lasts: z.nullable(z.int()) })),
  latest: z.array(
    z.object({
      paymentId: Id,
      surveyTitle: z.string(),
      participant: Person,
      ...moneyFields,
      status: z.enum(paymentStatuses),
      updatedAt: Timestamp,
    }),
  ),
})

/** What a new house still needs, as far as the caller may do it. */
const FirstSteps = z.object({
  /** The newest survey that the caller manages, where its steps are done; null while there is none. */
  surveyId: z.nullable(Id),
  steps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
})
export type FirstSteps = z.output<typeof FirstSteps>

export const Dashboard = z.object({
  /** The days (UTC) that were counted, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  surveys: z.nullable(SurveysPart),
  responses: z.nullable(ResponsesPart),
  payments: z.nullable(PaymentsPart),
  /** Until all steps are done or the caller put the list away. */
  firstSteps: z.nullable(FirstSteps),
})
export type Dashboard = z.output<typeof Dashboard>

/** A longer time begins later. */
export const mostDays = 366
export const usualDays = 30

/** What a person can put away, or look at. */
export const marks = ['first-steps', 'bell'] as const
const Mark = z.object({ mark: z.enum(marks) })

export const dashboard = {
  get: endpoint({
    route: 'GET /dashboard',
    access: 'session',
    summary: 'What came in, what was paid, and what waits for me',
    /** The last 30 days unless said; at most the 366 days before `to`. */
    query: z.strictObject({ surveyId: z.optional(surveyRef()), from: z.optional(Day), to: z.optional(Day) }),
    reply: one(Dashboard),
  }),
  putMark: endpoint({
    route: 'PUT /account/marks/{mark}',
    access: 'session',
    summary: 'Put the first steps away for good, or note that I have seen the bell; for me alone',
    ofCallerAlone: true,
    params: z.strictObject(Mark.shape),
    reply: fields(Mark),
  }),
}
