import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deskKinds, deskRules } from './desk.ts'
import {
  isStep,
  type PaymentActor,
  type PaymentFacts,
  liftedHolds,
  paymentHolds,
  paymentStatuses,
  paymentStepNames,
  paymentSteps,
  stepRefusal,
  stepTo,
  targetStatuses,
  whenResponseGoesBack,
} from './payment.ts'
import { allowedActions, lawfulMoves, paymentWayNames, wayRefusal } from './payment-ways.ts'

const phone = '+258841230001'
const everything = paymentStepNames.map((step) => paymentSteps[step].needs)

function payment(facts: Partial<PaymentFacts> = {}): PaymentFacts {
  return { status: 'ELIGIBLE', phone, steps: [], ...facts }
}

function actor(facts: Partial<PaymentActor> = {}): PaymentActor {
  return { id: 1, phone: undefined, permissions: new Set(everything), ...facts }
}

const initiated = payment({ status: 'INITIATED', steps: [{ step: 'initiate', actorId: 1 }] })
const once = payment({ ...initiated, approvals: 2, steps: [...initiated.steps, { step: 'approve', actorId: 2 }] })
const approved = payment({ status: 'APPROVED', steps: [...initiated.steps, { step: 'approve', actorId: 2 }] })

test.each([
  ['a maker initiates what is owed', 'initiate', payment(), actor(), undefined],
  ['without the right nobody does', 'initiate', payment(), actor({ permissions: new Set() }), 'FORBIDDEN'],
  ['without a phone there is nobody to pay', 'initiate', payment({ phone: undefined }), actor(), 'NO_PHONE'],
  ['without a phone it can still be rejected', 'reject', payment({ phone: undefined }), actor(), undefined],
  ['nobody pays themselves', 'initiate', payment(), actor({ phone }), 'TO_OWN_PHONE'],
  ['nor rejects what pays themselves', 'reject', payment(), actor({ phone }), 'TO_OWN_PHONE'],
  ['another person approves', 'approve', initiated, actor({ id: 2 }), undefined],
  ['the maker does not approve', 'approve', initiated, actor(), 'SELF_ACTION'],
  ['the maker may take it back', 'reject', initiated, actor(), undefined],
  ['a third person authorizes', 'authorize', approved, actor({ id: 3 }), undefined],
  ['the approver does not authorize', 'authorize', approved, actor({ id: 2 }), 'SELF_ACTION'],
  ['the first of two approvers waits for the other', 'approve', once, actor({ id: 2 }), 'APPROVAL_GIVEN'],
  ['the second one approves', 'approve', once, actor({ id: 3 }), undefined],
  ['what is approved is approved, whoever asks', 'approve', approved, actor({ id: 1 }), 'ALREADY_DONE'],
  ['nothing is authorized before it is approved', 'authorize', initiated, actor({ id: 3 }), 'ILLEGAL_TRANSITION'],
  ['what is on its way is not rejected', 'reject', payment({ status: 'PROCESSING' }), actor(), 'ILLEGAL_TRANSITION'],
] as const)('%s', (_, step, facts, who, refusal) => {
  expect(stepRefusal(step, facts, who)).toBe(refusal)
})

const anyStep = fc.constantFrom(...paymentStepNames)
const anyActor = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  phone: fc.constantFrom(undefined, phone, '+258841230002'),
  permissions: fc.subarray(everything).map((names) => new Set<string>(names)),
})
const anyPayment = fc.record({
  status: fc.constantFrom(...paymentStatuses),
  phone: fc.constantFrom(undefined, phone),
  steps: fc.array(fc.record({ step: anyStep, actorId: fc.integer({ min: 1, max: 4 }) }), { maxLength: 4 }),
  hold: fc.constantFrom(undefined, ...paymentHolds),
  attempt: fc.option(fc.record({ isUnsent: fc.boolean(), isUnclear: fc.boolean(), isPaidTwice: fc.boolean() }), {
    nil: undefined,
  }),
  finding: fc.option(fc.record({ outcome: fc.constantFrom('PAID' as const, 'REVERSE'), actorId: fc.nat(4) }), {
    nil: undefined,
  }),
})

test('however people come and go, three different people let the money out', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyStep, anyActor), { maxLength: 30 }), (tries) => {
      const state: PaymentFacts & { steps: { step: (typeof paymentStepNames)[number]; actorId: number }[] } = {
        status: 'ELIGIBLE',
        phone,
        steps: [],
      }
      for (const [step, who] of tries) {
        if (stepRefusal(step, state, who)) continue
        state.status = paymentSteps[step].to
        state.steps.push({ step, actorId: who.id })
      }
      if (state.status !== 'PROCESSING') return
      expect(new Set(state.steps.map(({ actorId }) => actorId)).size).toBe(3)
      expect(state.steps.map(({ step }) => step)).toEqual(['initiate', 'approve', 'authorize'])
    }),
  )
})

test('the actions are those of the status, each with the refusal that it would meet', () => {
  fc.assert(
    fc.property(anyPayment, anyActor, (facts, who) => {
      const shown = allowedActions(facts, who)
      for (const { action, allowed, code } of shown) {
        const refusal = isStep(action) ? stepRefusal(action, facts, who) : wayRefusal(action, facts, who)
        expect([action, code]).toEqual([action, refusal])
        expect(allowed).toBe(code === undefined)
      }
      const open = [
        ...paymentStepNames.filter((step) => stepRefusal(step, facts, who) === undefined),
        ...paymentWayNames.filter((way) => wayRefusal(way, facts, who) === undefined),
      ]
      expect(shown.filter(({ allowed }) => allowed).map(({ action }) => action)).toEqual(open)
    }),
  )
})

test('each status a caller may ask for is the end of its step', () => {
  for (const status of targetStatuses) expect(paymentSteps[stepTo(status)].to).toBe(status)
})

test('a response that goes back cancels its payment where lawful and harmless', () => {
  const cancelled = paymentStatuses.filter((status) => whenResponseGoesBack(status) === 'CANCEL')
  // An approved one is cancelled with its payee alone, the others with a try-out.
  expect(lawfulMoves().flatMap(({ from, to }) => (to === 'CANCELLED' ? [from] : []))).toEqual([
    ...cancelled,
    'APPROVED',
    'SUCCESSFUL',
    'FAILED',
    'REJECTED',
  ])
  expect(paymentStatuses.filter((status) => whenResponseGoesBack(status) === 'LOCKED')).toEqual([
    'APPROVED',
    'PROCESSING',
    'SUCCESSFUL',
    'FAILED',
    'REVERSING',
  ])
})

test('A hold that a person lifts is a row of the desk that one person closes', () => {
  for (const hold of liftedHolds) expect(deskRules[hold]).toEqual({ next: 'LIFT', people: 1 })
  expect(deskKinds.filter((kind) => deskRules[kind].next === 'LIFT')).toEqual([...liftedHolds])
})
