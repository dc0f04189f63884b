/** The acts of random walks (payment-walk.ts): each does the same to product and model, and compares what came of it. */
import type * as fc from 'fast-check'
import { sql as raw } from 'kysely'
import { expect } from 'vitest'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import { payments } from '#contract/payments.ts'
import { cancelPayables } from '../payments/steps/payables.ts'
import { cancelPayments, erasePeople } from '../erasure/erase.ts'
import { inTransaction } from '../db/transaction.ts'
import { answer, bookSecond, paidAs, refusedWith, workerOf } from './ended-payments.ts'
import { Model, ModelPayment, type Signature, signatures, type Way, ways } from './payment-model.ts'
import type { PaymentsApp, Person } from './with-payments.ts'

interface Real extends PaymentsApp {
  ids: number[]
  responseIds: number[]
  surveyId: number
  people: Person[]
  currency: string
}

const calls = {
  initiate: payments.bulkInitiate,
  approve: payments.bulkApprove,
  authorize: payments.bulkAuthorize,
}
const evidence = 'walk'
const wayCalls = {
  withdraw: [paymentWayCalls.withdraw, () => ({ reasonText: 'walk' })],
  reopen: [paymentWayCalls.reopen, () => ({ reasonText: 'walk' })],
  correct: [paymentWayCalls.correct, () => ({ phone: newNumber() })],
  retry: [paymentWayCalls.retry, () => ({})],
  recall: [paymentWayCalls.recall, () => ({})],
  foundPaid: [paymentWayCalls.resolve, () => ({ evidence, outcome: 'PAID' })],
  foundNotPaid: [paymentWayCalls.resolve, () => ({ evidence, outcome: 'NOT_PAID' })],
  reverse: [paymentWayCalls.reverse, () => ({ evidence })],
  recovered: [paymentWayCalls.confirmReverse, () => ({ evidence, outcome: 'RECOVERED' })],
  notRecovered: [paymentWayCalls.confirmReverse, () => ({ evidence, outcome: 'NOT_RECOVERED' })],
} as const

export const wayNames: readonly Way[] = [...ways, 'foundPaid', 'foundNotPaid']
export const size = 5
/** A person and a payment. */
const choices = [0, 1, 2, 3].flatMap((person) => Array.from({ length: size }, (_, n) => [person, n] as const))

let numbers = 0
function newNumber(): string {
  numbers += 1
  return `+25887${String(numbers).padStart(7, '0')}`
}

type Act = {
  toString: () => string
  mayBegin?: (model: Model) => boolean
  run: (model: Model, real: Real) => Promise<void>
}

/** One act of a walk, as fast-check takes it. */
export function command({ toString, mayBegin, run }: Act): fc.AsyncCommand<Model, Real> {
  return { toString, run, check: (model) => mayBegin?.(model as Model) ?? true }
}

const chosen = (model: Model, target: number): ModelPayment => model.payments[target] ?? model.payments[0]!
const personOf = (real: Real, person: number): Person => real.people[person] ?? real.maker

export function sign(step: Signature, person: number, targets: number[]): Act {
  return {
    toString: () => `${step} ${targets.join(',')} by ${person}`,
    async run(model, real) {
      const signed = model.sign(
        step,
        person,
        targets.map((n) => chosen(model, n)),
      )
      const body = { ids: targets.map((n) => real.ids[n]) }
      const { data } = await personOf(real, person).call(calls[step], { body })
      expect(data.succeeded).toBe(signed.length)
    },
  }
}

/** Three people let go what they may: walks that never get there prove little. */
export function letGo(first: number, targets: number[]): Act {
  const acts = signatures.map((step, n) => sign(step, (first + n) % 4, targets))
  return {
    toString: () => acts.join(', '),
    async run(model, real) {
      for (const act of acts) await act.run(model, real)
    },
  }
}

export function reject(person: number, target: number): Act {
  return {
    toString: () => `reject ${target} by ${person}`,
    async run(model, real) {
      const isRejected = model.reject(chosen(model, target))
      const body = { locationIds: [real.responseIds[target]] }
      const { data } = await personOf(real, person).call(payments.bulkReject, { body })
      expect(data.succeeded).toBe(isRejected ? 1 : 0)
    },
  }
}

/** The reviewer takes a response back. */
export function takeBack(target: number): Act {
  return {
    toString: () => `take back ${target}`,
    async run(model, { services, responseIds, surveyId }) {
      const { db } = services.database
      const expected = model.takeBack([chosen(model, target)])
      const ids = [responseIds[target] ?? 0]
      const done = db.transaction().execute((tx) => cancelPayables(tx, { surveyId, ids }))
      if (expected === 'LOCKED') await expect(done).rejects.toMatchObject({ code: 'RESPONSE_LOCKED' })
      else expect(await done).toBe(expected)
    },
  }
}

export function take(way: Way, person: number, target: number): Act {
  return {
    toString: () => `${way} ${target} by ${person}`,
    async run(model, real) {
      const isTaken = model.take(way, chosen(model, target), person)
      const [endpoint, body] = wayCalls[way]
      const input = { params: { id: real.ids[target] ?? 0 }, body: body() }
      const { status } = await personOf(real, person).raw(endpoint, input)
      expect(status === 200, `${way}: ${status}`).toBe(isTaken)
    },
  }
}

/** What the model allows at that moment of each of the rarer ways. */
function lawfulActs(model: Model): Act[][] {
  return wayNames
    .map((way) => {
      const lawful = choices.filter(([person, n]) => {
        const payment = chosen(model, n)
        // Any maker withdraws what is not put forward: that one is not rare.
        return (way !== 'withdraw' || payment.status !== 'ELIGIBLE') && isLawful(model, way, payment, person)
      })
      return lawful.map((of) => take(way, ...of))
    })
    .filter((acts) => acts.length > 0)
}

/** One of them: of ways drawn blindly, most are refused. */
export function takeLawful(nth: number): Act {
  return {
    toString: () => `lawful way ${nth}`,
    mayBegin: (model) => lawfulActs(model).length > 0,
    async run(model, real) {
      const lawful = lawfulActs(model)
      const acts = lawful[nth % lawful.length] ?? []
      await acts[nth % acts.length]?.run(model, real)
    },
  }
}

function isLawful(model: Model, way: Way, payment: ModelPayment, person: number): boolean {
  const copy: ModelPayment = Object.setPrototypeOf(structuredClone(payment), ModelPayment.prototype)
  return new Model(0, model.float, new Map()).take(way, copy, person)
}

/** The provider answers all that is queued. */
export function answers(kind: 'paid' | 'failed' | 'unclear' | 'ours'): Act {
  return {
    toString: () => `all are ${kind}`,
    async run(model, real) {
      model.answer(kind)
      const { currency } = real
      const words = {
        paid: paidAs(100, { currency }),
        unclear: paidAs(1, { currency }),
        failed: refusedWith('requestDeclined'),
        ours: refusedWith('insufficientFunds'),
      }
      await answer(real, words[kind])
    },
  }
}

export function paidAfterAll(target: number): Act {
  return {
    toString: () => `${target} is paid after it failed`,
    mayBegin: (model) => chosen(model, target).failures > 0,
    async run(model, real) {
      model.paidAfterAll(chosen(model, target))
      // Tries of other payments may be due as well: the provider pays those of this one.
      await real.sql.owner.query(
        `update attempt set next_at = case payable_id when $1 then now() else now() + interval '1 hour' end
         where state = 'FAILED' and next_at < 'infinity'`,
        [real.ids[target]],
      )
      await workerOf(real, { status: paidAs(100, { currency: real.currency }) }).lookBack()
    },
  }
}

/** A failure is corrected and comes so far again; only then the provider pays what it had called failed. */
export function paidMeanwhile(
  first: number,
  target: number,
  so: 'corrected' | 'put forward' | 'rejected' | 'sent again' | 'got back',
): Act {
  const second = (first + 1) % 4
  const sentAgain = [take('retry', first, target), sign('authorize', (first + 2) % 4, [target]), answers('paid')]
  const again: Record<typeof so, Act[]> = {
    corrected: [take('correct', first, target)],
    'put forward': [take('correct', first, target), sign('initiate', first, [target])],
    rejected: [take('correct', first, target), sign('initiate', first, [target]), reject(second, target)],
    'sent again': sentAgain,
    'got back': sentAgain,
  }
  const getBack = [bookExtra(first, target), take('reverse', first, target), take('recovered', second, target)]
  const back = so === 'got back' ? getBack : []
  const acts = [letGo(first, [target]), answers('failed'), ...again[so], paidAfterAll(target), ...back]
  return {
    toString: () => acts.join(', '),
    async run(model, real) {
      for (const act of acts) if (act.mayBegin?.(model) ?? true) await act.run(model, real)
    },
  }
}

/** Two people take what was paid on top out of the float. */
function bookExtra(first: number, target: number): Act {
  return {
    toString: () => `what was paid on top of ${target} is booked by ${first} and another`,
    async run(model, real) {
      if (!model.bookExtra(chosen(model, target))) return
      await bookSecond(real, real.ids[target] ?? 0, [personOf(real, first), personOf(real, (first + 1) % 4)])
    },
  }
}

export function newPhone(target: number): Act {
  return {
    toString: () => `another phone for ${target}`,
    mayBegin: (model) => !chosen(model, target).erased,
    async run(model, { sql, ids }) {
      model.newPhone(chosen(model, target))
      const text = 'update person set phone = $2 where id = (select participant_id from payable where id = $1)'
      await sql.owner.query(text, [ids[target], newNumber()])
    },
  }
}

export function erase(target: number): Act {
  return {
    toString: () => `the payee of ${target} is erased`,
    mayBegin: (model) => !chosen(model, target).erased,
    async run(model, { sql, ids, services }) {
      model.erase(chosen(model, target))
      const { rows } = await sql.owner.query('select participant_id::int as id from payable where id = $1', [
        ids[target],
      ])
      await inTransaction(services.database.db, async (db) => {
        await erasePeople(db, [rows[0].id])
        await cancelPayments(db, raw`participant_id = ${rows[0].id} and status in ('INITIATED', 'APPROVED')`)
      })
    },
  }
}
