/**
 * Runs: a step on payments that people chose by filter, by number or from a file. A selection freezes which ones, shows
 * what the step would do, and is started once. A run has an address, by which colleagues find it.
 */
import * as z from 'zod/mini'
import { forwardSteps } from '#domain/money/payment-people.ts'
import { runActions, runStates, runStepNames } from '#domain/money/payment-run.ts'
import { largestSample, type SampleFinding, sampleFindings } from '#domain/money/paid-sample.ts'
import { locales } from '#domain/text/locale.ts'
import { endpoint, file, list, one } from './endpoint.ts'
import { Id, idText, Named, pageFields, Sum, text, Timestamp } from './fields.ts'
import { type Filters, filterWords } from './filters.ts'
import { Search } from './listing.ts'
import { AnyIds, paymentList, Reason } from './payments.ts'
import { Lack, Missing, PaymentRow } from './payment-rows.ts'

const Step = z.enum(runStepNames)
const { paymentId, others, overrideReason } = PaymentRow.shape
const SameVisit = z.object({ id: PaymentRow.shape.id, paymentId, others, overrideReason })
const Counted = z.object({ code: z.string(), count: z.int() })

/** The way in which a person chose the payments, kept for later readers. */
const Source = z.object({
  by: z.enum(['IDS', 'FILTER', 'FILE', 'RUN']),
  /** Words of the list; a text that was searched for is not kept. */
  filter: z.optional(z.record(z.string(), z.string())),
  /** Of the file. */
  name: z.optional(z.string()),
  /** The run whose refused and open payments these are. */
  runId: z.optional(Id),
})
export type Source = z.output<typeof Source>

export const Selection = z.object({
  id: Id,
  step: Step,
  source: Source,
  madeAt: Timestamp,
  /** Frozen when it was made. */
  count: z.int(),
  totalAmount: z.array(Sum),
  /** What the step would do now, and why it would leave out the others. */
  willing: z.object({
    count: z.int(),
    totalAmount: z.array(Sum),
    /** Of it, what pays for cashing out. */
    totalCharge: z.array(Sum),
    /** The smallest and the largest payment of each currency. */
    least: z.array(Sum),
    most: z.array(Sum),
  }),
  /** The surveys of the payments, and some of their titles. */
  surveys: z.object({ count: z.int(), titles: z.array(z.string()) }),
  refused: z.array(z.extend(Counted, { sample: z.array(Id) })),
  /** Phones that get more than one of them, and some of those payments. */
  samePhone: z.object({ count: z.int(), sample: z.array(Id) }),
  /** Those for whose visit another payment is paid or under way, and some of them with that one. */
  sameVisit: z.object({ count: z.int(), sample: z.array(SameVisit) }),
  /** For an authorization: the balance of each float, and the sum that this run takes. */
  floats: z.array(z.object({ provider: z.string(), currency: z.string(), available: Sum, taken: Sum, after: Sum })),
  missing: z.array(Missing),
  /** Of the steps before it: what the floats will be short of when these payments come to be authorized. */
  lacks: z.array(Lack),
  /** The steps that follow, with the people who may take them. */
  next: z.array(
    z.object({
      step: z.enum(forwardSteps),
      count: z.int(),
      people: z.array(Named),
      peopleCount: z.int(),
      /** This step or a later one without a further person who may take it. */
      nobodyFor: z.nullable(z.enum(forwardSteps)),
    }),
  ),
  /** Rows of the file that take no part: unknown, unreadable or refused; the first of them. */
  rows: z.array(z.object({ row: z.int(), ref: z.string(), code: z.string() })),
  rowCount: z.int(),
  /** Set once it was started. */
  runId: z.nullable(Id),
})
export type Selection = z.output<typeof Selection>
/** The most rows of a file that an answer lists one by one. */
export const maxFileRows = 1000

export const Run = z.object({
  /** The id of its job. */
  id: Id,
  name: z.nullable(z.string()),
  step: Step,
  state: z.enum(runStates),
  /** It takes each step and takes it back. */
  isTrial: z.boolean(),
  source: z.nullable(Source),
  selectionId: z.nullable(Id),
  startedBy: z.nullable(Named),
  /** The chosen sums at the moment of the choice. */
  totalAmount: z.array(Sum),
  /** Of them, what pays for cashing out. */
  totalCharge: z.array(Sum),
  total: z.int(),
  done: z.int(),
  succeeded: z.int(),
  /** The step was taken already, by another person or run. */
  skipped: z.int(),
  failed: z.int(),
  failures: z.array(Counted),
  /** How much the floats are short of; nothing of those currencies is authorized. */
  missing: z.array(Missing),
  /** The people who were asked what became of the money; null: none, or the caller does not see all surveys of the run. */
  sample: z.nullable(
    z.object({
      /** The survey that asks them. */
      surveyId: Id,
      size: z.int(),
      /** Of how many, and the seed by which they were drawn. */
      people: z.int(),
      seed: z.string(),
      drawnAt: Timestamp,
      /** Responses so far, and those that differ from what was paid. */
      answered: z.int(),
      ...(Object.fromEntries(sampleFindings.map((word) => [word, z.int()])) as Record<
        SampleFinding,
        z.ZodMiniNumberFormat
      >),
    }),
  ),
  /** Why the run as a whole failed. */
  error: z.nullable(z.string()),
  createdAt: Timestamp,
  startedAt: z.nullable(Timestamp),
  /** Done before it was taken up at `startedAt`. */
  doneBefore: z.int(),
  finishedAt: z.nullable(Timestamp),
  /** The moment of this answer, from which a reader derives the pace. */
  readAt: Timestamp,
})
export type Run = z.output<typeof Run>

export const runFilters = {
  state: { kind: 'oneOf', values: runStates },
  step: { kind: 'oneOf', values: runStepNames },
  startedBy: { kind: 'record', of: 'users/admins' },
  createdAt: { kind: 'day' },
} as const satisfies Filters

/** What a small run did at once; of a larger one, the run that does it. */
export const StartedRun = z.object({
  runId: z.nullable(Id),
  /** It goes on by itself, and its page shows how far it is. */
  isUnderWay: z.boolean(),
  isTrial: z.boolean(),
  total: z.int(),
  succeeded: z.int(),
  skipped: z.int(),
  failed: z.int(),
  failures: z.array(Counted),
  missing: z.array(Missing),
})
export type StartedRun = z.output<typeof StartedRun>

const name = z.optional(z.nullable(text(200)))

export const paymentRuns = {
  list: endpoint({
    route: 'GET /payments/runs',
    access: 'payments.read',
    summary: 'List the runs of payments, the newest first',
    query: z.strictObject({ ...pageFields, q: Search, ...filterWords(runFilters) }),
    reply: list(Run),
  }),
  get: endpoint({
    route: 'GET /payments/runs/{id}',
    access: 'payments.read',
    summary: 'One run of payments, with how far it is',
    reply: one(Run),
  }),
  rename: endpoint({
    route: 'PUT /payments/runs/{id}',
    access: 'payments.read',
    summary: 'Give a run of payments a name',
    // Null takes it away.
    body: z.strictObject({ name: z.nullable(text(200)) }),
    sentBack: Run,
    reply: one(Run),
  }),
  act: endpoint({
    route: 'POST /payments/runs/{id}/{action}',
    access: 'payments.read',
    summary: 'Pause a run, let it go on, or stop it for good; what is done stays done',
    params: z.strictObject({ id: idText(), action: z.enum(runActions) }),
    reply: one(Run),
  }),
  file: endpoint({
    route: 'GET /payments/runs/{id}/file',
    access: 'payments.read',
    summary: 'What became of each payment of a run, as a CSV file',
    query: z.strictObject({ lang: z.optional(z.enum(locales)) }),
    reply: file('text/csv'),
  }),
}

export const paymentSamples = {
  draw: endpoint({
    route: 'POST /payments/runs/{id}/sample',
    // Those who keep the desk or make surveys.
    access: 'payments.read',
    summary:
      'Draw some of the people who were paid in a run, and make the survey that asks them what became of the money',
    body: z
      .strictObject({
        size: z.optional(z.int().check(z.minimum(1), z.maximum(largestSample))),
        percent: z.optional(z.number().check(z.gt(0), z.maximum(100))),
      })
      .check(
        z.refine(({ size, percent }) => (size === undefined) !== (percent === undefined), {
          path: ['size'],
          params: { code: 'REQUIRED' },
        }),
      ),
    reply: one(Run),
    status: 201,
  }),
}

export const paymentSelections = {
  make: endpoint({
    route: 'POST /payments/selections',
    // Each step asks for its own right besides.
    access: 'payments.read',
    summary: 'Choose payments for a step: which ones is frozen, nothing is done yet',
    /** One of the three. `filter`: the words of the list; only payments at this step are chosen by it. */
    body: z.strictObject({
      step: Step,
      filter: z.optional(paymentList.filter),
      ids: z.optional(AnyIds),
      runId: z.optional(Id),
    }),
    reply: one(Selection),
    status: 201,
  }),
  upload: endpoint({
    route: 'POST /payments/selections/file',
    access: 'payments.read',
    summary: 'Choose payments for a step from a file with a column of their ids or references',
    query: z.strictObject({ step: Step }),
    upload: { file: 'file', maxBytes: 10 * 1024 * 1024, required: true },
    reply: one(Selection),
    status: 201,
  }),
  get: endpoint({
    route: 'GET /payments/selections/{id}',
    access: 'payments.read',
    summary: 'One of my selections, and what its step would do now',
    reply: one(Selection),
  }),
  start: endpoint({
    route: 'POST /payments/selections/{id}/start',
    access: 'payments.read',
    transaction: 'none',
    summary: 'Take the step on a selection: at once, or as a run when it is large',
    body: z.strictObject({
      name,
      ...Reason,
      /** Does the same and takes it back: the answer tells what would happen. */
      dryRun: z.optional(z.boolean()),
      /** All of them or none, up to 5,000. */
      atomic: z.optional(z.boolean()),
    }),
    reply: one(StartedRun),
  }),
}
