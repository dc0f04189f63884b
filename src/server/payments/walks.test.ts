/** Random walks: people act in any order on a few payments, and the server must agree with a model of a few lines. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { answer, paidAs, refusedWith } from '../test/ended-payments.ts'
import { cancelPayables } from './payables.ts'
import { type Person, type PaymentsApp, withPayments } from '../test/with-payments.ts'

/** Written without a look at the product's own rules. */
interface ModelPayment {
  status: string
  /** Of the round: who signed, and the duty that each person has by any step of it. */
  by: Partial<Record<StepName, number>>
  duties: Map<number, StepName>
  /** Its phone is not the participant's any more, though it was not given. */
  differs: boolean
  given: boolean
  /** Who began to get the money back. */
  reverser: number | undefined
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
  currency: string
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
  const isHeld = payment.differs && step !== 'initiate'
  return payment.status === startOf[step] && (payment.duties.get(person) ?? step) === step && !isHeld
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
      payment.duties.set(this.person, this.step)
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

const locked = ['APPROVED', 'PROCESSING', 'SUCCESSFUL', 'FAILED', 'REVERSING']

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
    const isLocked = touched.some(({ status }) => locked.includes(status))
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

type WayName = keyof typeof ways

/** Whether the person may; if so, the model has done it. */
function take(way: WayName, payment: ModelPayment, person: number, model: Model): boolean {
  const { status, by } = payment
  const begin = (to: string, round: [number | undefined, StepName][]) => {
    payment.status = to
    payment.duties = new Map(round.flatMap(([who, duty]) => (who === undefined ? [] : [[who, duty] as const])))
    const { authorize: _authorize, ...kept } = by
    payment.by = to === 'APPROVED' ? kept : {}
  }
  const carried: [number | undefined, StepName][] = [
    [by.initiate, 'initiate'],
    [by.approve, 'approve'],
  ]
  const isIn = (...statuses: string[]) => statuses.includes(status)
  switch (way) {
    case 'withdraw':
      if (!isIn('ELIGIBLE') && !(isIn('INITIATED') && by.initiate === person)) return false
      payment.status = 'REJECTED'
      return true
    case 'reopen':
      if (!isIn('REJECTED')) return false
      begin('ELIGIBLE', [[person, 'initiate']])
      payment.differs = false
      return true
    case 'correct':
      if (!isIn('ELIGIBLE', 'INITIATED', 'APPROVED', 'REJECTED', 'FAILED')) return false
      begin('ELIGIBLE', [[person, 'initiate']])
      Object.assign(payment, { differs: false, given: true })
      return true
    case 'retry':
      if (!isIn('FAILED') || payment.differs || by.approve === person) return false
      begin('APPROVED', [...carried, [person, 'initiate']])
      return true
    case 'recall':
      if (!isIn('PROCESSING') || [by.initiate, by.approve].includes(person)) return false
      begin('APPROVED', [...carried, [person, 'authorize']])
      model.float += 1
      return true
    case 'reverse':
      if (!isIn('SUCCESSFUL')) return false
      Object.assign(payment, { status: 'REVERSING', reverser: person })
      return true
    case 'recovered':
    case 'notRecovered':
      if (!isIn('REVERSING') || payment.reverser === person) return false
      payment.status = way === 'recovered' ? 'REVERSED' : 'SUCCESSFUL'
      if (way === 'recovered') payment.freed = true
      model.float += way === 'recovered' ? 1 : 0
      return true
  }
}

const ways = {
  withdraw: [paymentWayCalls.withdraw, () => ({})],
  reopen: [paymentWayCalls.reopen, () => ({ reasonText: 'walk' })],
  correct: [paymentWayCalls.correct, () => ({ phone: newNumber() })],
  retry: [paymentWayCalls.retry, () => ({})],
  recall: [paymentWayCalls.recall, () => ({})],
  reverse: [paymentWayCalls.reverse, () => ({ evidence: 'walk' })],
  recovered: [paymentWayCalls.confirmReverse, () => ({ evidence: 'walk', outcome: 'RECOVERED' })],
  notRecovered: [paymentWayCalls.confirmReverse, () => ({ evidence: 'walk', outcome: 'NOT_RECOVERED' })],
} as const

let numbers = 0
function newNumber(): string {
  numbers += 1
  return `+2588777${String(numbers).padStart(5, '0')}`
}

class Way implements fc.AsyncCommand<Model, Real> {
  readonly way: WayName
  readonly person: number
  readonly target: number
  readonly tries: 'ALL' | 'LAWFUL'
  constructor(way: WayName, person: number, target: number, tries: 'ALL' | 'LAWFUL') {
    this.way = way
    this.person = person
    this.target = target
    this.tries = tries
  }
  check = (model: Readonly<Model>) => {
    const payment = structuredClone(model.payments[this.target])
    return this.tries === 'ALL' || (payment !== undefined && take(this.way, payment, this.person, { ...model }))
  }
  toString = () => `${this.way} ${this.target} by ${this.person}`
  async run(model: Model, real: Real): Promise<void> {
    const payment = model.payments[this.target]
    const isTaken = payment !== undefined && take(this.way, payment, this.person, model)
    const [endpoint, body] = ways[this.way]
    const input = { params: { id: real.ids[this.target] ?? 0 }, body: body() }
    const { status } = (await real.people[this.person]?.raw(endpoint, input)) ?? {}
    expect(status === 200, `${this.way}: ${status}`).toBe(isTaken)
    if (isTaken) visited.set(this.way, (visited.get(this.way) ?? 0) + 1)
  }
}

/** How often each way was taken: a long run prints it. */
const visited = new Map<WayName, number>()

/** The provider answers all that is queued. */
class Answer implements fc.AsyncCommand<Model, Real> {
  readonly isPaid: boolean
  constructor(isPaid: boolean) {
    this.isPaid = isPaid
  }
  check = () => true
  toString = () => (this.isPaid ? 'all are paid' : 'all fail')
  async run(model: Model, real: Real): Promise<void> {
    await answer(real, this.isPaid ? paidAs(100, { currency: real.currency }) : refusedWith('requestDeclined'))
    for (const payment of model.payments.filter(({ status }) => status === 'PROCESSING')) {
      payment.status = this.isPaid ? 'SUCCESSFUL' : 'FAILED'
      model.float += this.isPaid ? 0 : 1
    }
  }
}

/** Three people let go what they may: walks that never get there prove little. */
class LetGo implements fc.AsyncCommand<Model, Real> {
  readonly steps: BulkStep[]
  constructor(first: number, targets: number[]) {
    const names = ['initiate', 'approve', 'authorize'] as const
    this.steps = names.map((step, n) => new BulkStep(step, (first + n) % 4, targets))
  }
  check = () => true
  toString = () => this.steps.join(', ')
  async run(model: Model, real: Real): Promise<void> {
    for (const step of this.steps) await step.run(model, real)
  }
}

class NewPhone implements fc.AsyncCommand<Model, Real> {
  readonly target: number
  constructor(target: number) {
    this.target = target
  }
  check = () => true
  toString = () => `another phone for ${this.target}`
  async run(model: Model, real: Real): Promise<void> {
    await real.sql.owner.query(
      'update person set phone = $2 where id = (select participant_id from payable where id = $1)',
      [real.ids[this.target], newNumber()],
    )
    const payment = model.payments[this.target]
    if (payment && !payment.given && payment.status !== 'ELIGIBLE') payment.differs = true
  }
}

const size = 5
const anyPerson = fc.integer({ min: 0, max: 3 })
const anyTargets = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { minLength: 1, maxLength: 3 })
const anyTarget = fc.integer({ min: 0, max: size - 1 })
const anyWay = fc.constantFrom(...(Object.keys(ways) as WayName[]))
const anyStep = fc.constantFrom('initiate' as const, 'approve' as const, 'authorize' as const)
const anyCommands = fc.commands(
  [
    fc.tuple(anyStep, anyPerson, anyTargets).map(([step, person, targets]) => new BulkStep(step, person, targets)),
    fc.tuple(anyStep, anyPerson, anyTargets).map(([step, person, targets]) => new BulkStep(step, person, targets)),
    fc.tuple(anyPerson, fc.integer({ min: 0, max: size - 1 })).map(([person, target]) => new Reject(person, target)),
    anyTarget.map((target) => new TakeBack([target])),
    fc.tuple(anyWay, anyPerson, anyTarget).map(([way, person, target]) => new Way(way, person, target, 'ALL')),
    ...Array.from({ length: 12 }, () =>
      fc.tuple(anyWay, anyPerson, anyTarget).map(([way, person, target]) => new Way(way, person, target, 'LAWFUL')),
    ),
    fc.tuple(anyPerson, anyTargets).map(([person, targets]) => new LetGo(person, targets)),
    fc.tuple(anyPerson, anyTargets).map(([person, targets]) => new LetGo(person, targets)),
    fc.boolean().map((isPaid) => new Answer(isPaid)),
    anyTarget.map((target) => new NewPhone(target)),
  ],
  { maxCommands: 40, size: 'max' },
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
          payments: Array.from({ length: size }, () => ({
            status: 'ELIGIBLE',
            by: {},
            duties: new Map(),
            differs: false,
            given: false,
            reverser: undefined,
            freed: false,
          })),
          float,
        }
        await fc.asyncModelRun(() => ({ model, real: { ...app, ...owed, people, currency } }), commands)
        const stand = await app.stand(owed.ids)
        expect(stand.map(({ status }) => status)).toEqual(model.payments.map(({ status }) => status))
      }),
      { numRuns: Number(process.env['WALKS'] ?? 25) },
    )
    if (process.env['WALKS']) console.log('Ways taken:', Object.fromEntries(visited))
  }),
  Number(process.env['WALKS'] ?? 25) * 2000,
)
