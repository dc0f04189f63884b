import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SendResult, StatusResult } from '../providers/provider.ts'
import { type Job, type Verdict, verdictOfEarlier, verdictOfSend, verdictOfStatus } from './verdict.ts'

const pace = { askAfterMs: 1000, askAtMostEveryMs: 60_000, quietMs: 5000, refusesDuplicates: true }

const anyJob: fc.Arbitrary<Job> = fc.record({
  id: fc.constant(1),
  fence: fc.constant(1),
  paymentId: fc.constant(1),
  attemptNo: fc.constant(1),
  batchId: fc.constant(1),
  surveyId: fc.constant(1),
  surveyTitle: fc.constant('Survey'),
  provider: fc.constant('gsma'),
  currency: fc.constant('MZN'),
  amountMinor: fc.constant(500),
  clientRef: fc.constant('ref'),
  providerRef: fc.constantFrom(null, 'known'),
  msisdn: fc.constant('+258841230000'),
  state: fc.constantFrom('SENT' as const, 'UNKNOWN' as const),
  sends: fc.integer({ min: 1, max: 5 }),
  polls: fc.integer({ min: 0, max: 100 }),
  pollLimit: fc.constant(null),
  resendInMs: fc.constantFrom(-1, 0, 2500, Infinity),
  mayBeKnown: fc.boolean(),
  earlier: fc.constant([]),
})

const anySendResult: fc.Arbitrary<SendResult> = fc.oneof(
  fc.record({ kind: fc.constant('ACCEPTED' as const), providerRef: fc.constantFrom(undefined, 'new') }),
  fc.record({
    kind: fc.constant('SUCCEEDED' as const),
    providerRef: fc.constant('new'),
    amountMinor: fc.constantFrom(500, 501),
    currency: fc.constantFrom('MZN', 'USD'),
    msisdn: fc.constantFrom(undefined, '+258841230000', '+258841230001'),
  }),
  fc.record({ kind: fc.constant('FAILED_DEFINITE' as const), code: fc.constant('no') }),
  fc.record({ kind: fc.constant('UNKNOWN' as const), reason: fc.constant('TIMEOUT') }),
  fc.record({
    kind: fc.constant('RATE_LIMITED' as const),
    retryAfterMs: fc.integer({ min: 0, max: 10 ** 14 }),
    reason: fc.constant('HTTP_429'),
  }),
)
const anyStatusResult: fc.Arbitrary<StatusResult> = fc.oneof(anySendResult, fc.constant({ kind: 'NOT_FOUND' as const }))

function isPaidAsOrdered(result: StatusResult): boolean {
  const { kind } = result
  return (
    kind === 'SUCCEEDED' &&
    result.amountMinor === 500 &&
    result.currency === 'MZN' &&
    (result.msisdn ?? '+258841230000') === '+258841230000'
  )
}

/** Final on a definite answer and only then; otherwise it is taken up again some time, or waits for a person. */
function expectSound(verdict: Verdict, result: StatusResult): void {
  expect(verdict.state === 'SUCCESSFUL').toBe(isPaidAsOrdered(result))
  expect(verdict.state === 'FAILED').toBe(result.kind === 'FAILED_DEFINITE')
  const isOver = result.kind === 'FAILED_DEFINITE' || result.kind === 'SUCCEEDED'
  expect(verdict.waitMs === 'NEVER').toBe(isOver)
  if (result.kind === 'SUCCEEDED' && !isPaidAsOrdered(result)) expect(verdict.reason).toBe('MISMATCH')
  if (result.kind === 'RATE_LIMITED') {
    expect(verdict.waitMs).toBeGreaterThanOrEqual(pace.askAfterMs)
    expect(verdict.waitMs).toBeLessThanOrEqual(pace.askAtMostEveryMs)
  }
}

test('a send is final on a definite answer only, and queued again only if turned away', () => {
  fc.assert(
    fc.property(anyJob, anySendResult, (job, result) => {
      const verdict = verdictOfSend({ ...job, state: 'SENDING' }, result, pace)
      expectSound(verdict, result)
      expect(verdict.state === 'QUEUED').toBe(result.kind === 'RATE_LIMITED')
      expect(verdict.unsent === true).toBe(result.kind === 'RATE_LIMITED')
    }),
  )
})

test('a question leads to a new send only if the provider had time to see the first', () => {
  fc.assert(
    fc.property(anyJob, anyStatusResult, (job, result) => {
      const verdict = verdictOfStatus(job, result, pace)
      expectSound(verdict, result)
      const isUnseen = result.kind === 'NOT_FOUND' && job.resendInMs <= 0 && job.state === 'UNKNOWN'
      expect(verdict.state === 'QUEUED').toBe(isUnseen)
    }),
  )
})

test('where repeats are paid, questions lead to no new send: people judge unseen ones', () => {
  fc.assert(
    fc.property(anyJob, anyStatusResult, (job, result) => {
      const verdict = verdictOfStatus(job, result, { ...pace, refusesDuplicates: false })
      expect(verdict.state).not.toBe('QUEUED')
      const isUnseen = result.kind === 'NOT_FOUND' && job.resendInMs <= 0 && job.state === 'UNKNOWN'
      expect(verdict.reason === 'NOT_SEEN' && verdict.waitMs === 'NEVER').toBe(isUnseen)
    }),
  )
})

test('a long wait ends when an unseen payment may be sent again', () => {
  const [job] = fc.sample(anyJob, 1)
  const unseen = { kind: 'NOT_FOUND' as const }
  const waits = [20, 2500, Infinity].map(
    (resendInMs) => job && verdictOfStatus({ ...job, polls: 9, resendInMs }, unseen, pace).waitMs,
  )
  expect(waits).toEqual([1000, 2500, 60_000])
})

test('a long wait ends when the provider will have decided', () => {
  const [job] = fc.sample(anyJob, 1)
  const waits = [undefined, -5, 3000, 90_000].map((decidesInMs) => {
    const accepted = { kind: 'ACCEPTED' as const, providerRef: 'p', ...(decidesInMs !== undefined && { decidesInMs }) }
    return job && verdictOfStatus({ ...job, polls: 9 }, accepted, pace).waitMs
  })
  expect(waits).toEqual([60_000, 1000, 3000, 60_000])
})

const anyEarlier = fc.record({
  no: fc.constant(1),
  clientRef: fc.constant('earlier'),
  providerRef: fc.constantFrom(null, 'known'),
  ageMs: fc.integer({ min: 0, max: 10_000 }),
  wasTaken: fc.boolean(),
})

test('a further try goes out only if the earlier one is not paid, and its time is over', () => {
  fc.assert(
    fc.property(anyStatusResult, anyEarlier, (result, earlier) => {
      const verdict = verdictOfEarlier(result, earlier, pace)
      const isUnpaid = result.kind === 'FAILED_DEFINITE' || result.kind === 'NOT_FOUND'
      const isQuiet = earlier.ageMs >= pace.quietMs || (result.kind === 'NOT_FOUND' && !earlier.wasTaken)
      expect(verdict === undefined).toBe(isUnpaid && isQuiet)
      if (verdict) expect(verdict.state).toBe('QUEUED')
      expect(verdict?.waitMs === 'NEVER').toBe(result.kind === 'SUCCEEDED')
    }),
  )
})

test('questions become rarer up to a limit', () => {
  const [job] = fc.sample(anyJob, 1)
  const lost = { kind: 'UNKNOWN' as const, reason: 'TIMEOUT' }
  const waits = [0, 1, 2, 5, 6, 90].map((polls) => job && verdictOfStatus({ ...job, polls }, lost, pace).waitMs)
  expect(waits).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
})
