/** Random walks: people act in any order on a few payments, and the server must agree with a model of a few lines. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { cancelPayables } from './payables.ts'
import { type Person, type PaymentsApp, withPayments } from '../test/with-payments.ts'

/** Written without a look at the product's own rules. */
interface ModelPayment {
  status: string
  by: Partial<Record<'initiate' | 'approve' | 'authorize', number>>
  freed: boolean
}

interface Model {
  payments: ModelPayment[]
  /** How many payments the float still covers. */
  float: number
}

interface Real extends PaymentsApp {
  ids: number[]
  responseIds: number[]
  surveyId: number
  people: Person[]
}

const startOf = { initiate: 'ELIGIBLE', approve: 'INITIATED', authorize: 'APPROVED' }
const endOf = { initiate: 'INITIATED', approve: 'APPROVED', authorize: 'PROCESSING' }
const calls = {
  initiate: payments.bulkInitiate,
  approve: payments.bulkApprove,
  authorize: payments.bulkAuthorize,
  reject: payments.bulkReject,
}

type StepName = keyof typeof startOf

function mayTake(payment: ModelPayment, step: StepName, person: number): boolean {
  return payment.status === startOf[step] && !Object.values(payment.by).includes(person)
}

class BulkStep implements fc.AsyncCommand<Model, Real> {
  readonly step: StepName
  readonly person: number
  readonly targets: number[]
  constructor(step: StepName, person: number, targets: number[]) {
    this.step = step
    this.person = person
    this.targets = targets
  }
  check = () => true
  toString = () => `${this.step} ${this.targets.join(',')} by ${this.person}`
  async run(model: Model, real: Real): Promise<void> {
    const willing = this.targets.filter((n) => {
      const payment = model.payments[n]
      return payment && mayTake(payment, this.step, this.person)
    })
    const isShort = this.step === 'authorize' && willing.length > model.float
    const taken = isShort ? [] : willing
    const body = { ids: this.targets.map((n) => real.ids[n]) }
    const { data } = (await real.people[this.person]?.call(calls[this.step], { body })) ?? {}
    expect(data?.succeeded).toBe(taken.length)
    for (const n of taken) {
      const payment = model.payments[n]
      if (!payment) continue
      payment.status = endOf[this.step]
      payment.by[this.step] = this.person
    }
    if (this.step === 'authorize') model.float -= taken.length
  }
}

class Reject implements fc.AsyncCommand<Model, Real> {
  readonly person: number
  readonly target: number
  constructor(person: number, target: number) {
    this.person = person
    this.target = target
  }
  check = () => true
  toString = () => `reject ${this.target} by ${this.person}`
  async run(model: Model, real: Real): Promise<void> {
    const payment = model.payments[this.target]
    const rejected = payment && ['ELIGIBLE', 'INITIATED', 'APPROVED'].includes(payment.status)
    const body = { locationIds: [real.responseIds[this.target]] }
    const { data } = (await real.people[this.person]?.call(calls.reject, { body })) ?? {}
    expect(data?.succeeded).toBe(rejected ? 1 : 0)
    if (rejected) payment.status = 'REJECTED'
  }
}

/** The reviewer takes responses back. */
class TakeBack implements fc.AsyncCommand<Model, Real> {
  readonly targets: number[]
  constructor(targets: number[]) {
    this.targets = targets
  }
  check = () => true
  toString = () => `take back ${this.targets.join(',')}`
  async run(model: Model, real: Real): Promise<void> {
    const touched = this.targets.flatMap((n) => model.payments[n] ?? []).filter(({ freed }) => !freed)
    const isLocked = touched.some(({ status }) => ['APPROVED', 'PROCESSING'].includes(status))
    const ids = this.targets.map((n) => real.responseIds[n] ?? 0)
    const done = real.services.database.db
      .transaction()
      .execute((tx) => cancelPayables(tx, { surveyId: real.surveyId, ids }))
    if (isLocked) {
      await expect(done).rejects.toMatchObject({ code: 'RESPONSE_LOCKED' })
      return
    }
    const cancelled = touched.filter(({ status }) => status !== 'REJECTED')
    expect(await done).toBe(cancelled.length)
    for (const payment of cancelled) Object.assign(payment, { status: 'CANCELLED', freed: true })
  }
}

const size = 5
const anyPerson = fc.integer({ min: 0, max: 3 })
const anyTargets = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { minLength: 1, maxLength: size })
const anyStep = fc.constantFrom('initiate' as const, 'approve' as const, 'authorize' as const)
const anyCommands = fc.commands(
  [
    fc.tuple(anyStep, anyPerson, anyTargets).map(([step, person, targets]) => new BulkStep(step, person, targets)),
    fc.tuple(anyStep, anyPerson, anyTargets).map(([step, person, targets]) => new BulkStep(step, person, targets)),
    fc.tuple(anyPerson, fc.integer({ min: 0, max: size - 1 })).map(([person, target]) => new Reject(person, target)),
    anyTargets.map((targets) => new TakeBack(targets)),
  ],
  { maxCommands: 25 },
)

test(
  'random steps by random people leave the payments where a simple model says',
  withPayments(async (app) => {
    const fourth = await app.given.admin()
    const people = [app.maker, app.approver, app.authorizer, { ...fourth, ...app.as(fourth) }]
    // A currency of its own per walk, so that each has its own float.
    let walk = 0
    await fc.assert(
      fc.asyncProperty(anyCommands, async (commands) => {
        walk += 1
        const letters = [walk / 676, walk / 26, walk].map((n) => String.fromCodePoint(65 + (Math.floor(n) % 26)))
        const currency = letters.join('')
        const owed = await app.given.payments({ count: size, amountMinor: 100, currency })
        const float = 3
        await app.given.float({ currency, amountMinor: float * 100 + 99 })
        const model: Model = {
          payments: Array.from({ length: size }, () => ({ status: 'ELIGIBLE', by: {}, freed: false })),
          float,
        }
        await fc.asyncModelRun(() => ({ model, real: { ...app, ...owed, people } }), commands)
        const stand = await app.stand(owed.ids)
        expect(stand.map(({ status }) => status)).toEqual(model.payments.map(({ status }) => status))
      }),
      { numRuns: Number(process.env['WALKS'] ?? 25) },
    )
  }),
  Number(process.env['WALKS'] ?? 25) * 2000,
)
