/** Random walks: approvals, returns, ends and new amounts in any order must agree with a model of a few lines. */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { setsOf, waitingIn } from '../../test/survey-sets.ts'
import { type PaymentsApp, test } from '../../test/with-payments.ts'
import { settleLeftovers } from './leftovers.ts'

const size = 3
const people = 3
const each = 5
const count = people * each

interface ModelSet {
  members: number[]
  amount: number
  state: 'OPEN' | 'LOCKED' | 'UNDONE'
}

/** Written without a look at the product's own rules. The responses of a participant follow each other, the oldest first. */
class Model {
  approved = new Set<number>()
  dropped = new Set<number>()
  sets: ModelSet[] = []
  price = 1000

  live = (n: number) => this.sets.find(({ state, members }) => state !== 'UNDONE' && members.includes(n))
  waiting = () => [...Array(count).keys()].filter((n) => this.approved.has(n) && !this.dropped.has(n) && !this.live(n))
  waitingOf = (person: number) => this.waiting().filter((n) => Math.floor(n / each) === person)

  pay(members: number[]) {
    if (members.length > 0) this.sets.push({ members, amount: members.length * this.price, state: 'OPEN' })
  }
  fill() {
    for (let person = 0; person < people; person += 1)
      while (this.waitingOf(person).length >= size) this.pay(this.waitingOf(person).slice(0, size))
  }
  approve(which: number[]) {
    for (const n of which) this.approved.add(n)
    this.fill()
  }
  takeBack(which: number[]) {
    const free = which.filter((n) => this.approved.has(n) && this.live(n)?.state !== 'LOCKED')
    for (const n of free) Object.assign(this.live(n) ?? {}, { state: 'UNDONE' })
    for (const n of free) this.approved.delete(n)
    this.fill()
  }
  end(choice: 'PAY_PRO_RATA' | 'DROP') {
    if (choice === 'DROP') for (const n of this.waiting()) this.dropped.add(n)
    else for (let person = 0; person < people; person += 1) this.pay(this.waitingOf(person))
  }
}

interface Real extends PaymentsApp {
  surveyId: number
  ids: number[]
}

type Walk =
  | { do: 'approve' | 'takeBack'; which: number[] }
  /** Each group is a call of its own, all at the same moment. */
  | { do: 'together'; groups: number[][] }
  | { do: 'letGo'; nth: number }
  | { do: 'end'; choice: 'PAY_PRO_RATA' | 'DROP' }
  | { do: 'price'; price: number }

function review({ maker, ids }: Real, formStatus: string, which: number[]) {
  return maker.call(responses.review, { body: { formStatus, ids: which.map((n) => ids[n]) } })
}

async function step(walk: Walk, model: Model, real: Real): Promise<void> {
  const { surveyId, services, sql } = real
  switch (walk.do) {
    case 'approve':
      await review(real, 'APPROVED', walk.which)
      return model.approve(walk.which)
    case 'takeBack':
      await review(real, 'IN_REVIEW', walk.which)
      return model.takeBack(walk.which)
    case 'together': {
      await Promise.all(walk.groups.map((which) => review(real, 'APPROVED', which)))
      model.approve(walk.groups.flat())
      // Which responses share a set depends on who came first; how many sets there are does not.
      const sets = await setsOf(real, surveyId)
      expect(sets.length).toBe(model.sets.length)
      model.sets.forEach((set, n) => (set.members = (sets[n]?.responses ?? []).map((id) => real.ids.indexOf(id))))
      return
    }
    case 'letGo': {
      const open = model.sets.filter(({ state }) => state === 'OPEN')
      const set = open[walk.nth % Math.max(1, open.length)]
      const paid = (await setsOf(real, surveyId))[set ? model.sets.indexOf(set) : -1]
      if (!set || !paid) return
      await real.maker.call(payments.bulkInitiate, { body: [paid.id] })
      await real.approver.call(payments.bulkApprove, { body: [paid.id] })
      set.state = 'LOCKED'
      return
    }
    case 'end': {
      const source = { actorId: real.maker.id, requestId: 'walk', address: null }
      const end = { surveyId, to: 'CLOSED', choice: walk.choice, source, highest: {} } as const
      await services.database.db.transaction().execute((tx) => settleLeftovers(tx, end))
      return model.end(walk.choice)
    }
    case 'price':
      await sql.owner.query('update survey set amount_minor = $2 where id = $1', [surveyId, walk.price])
      model.price = walk.price
  }
}

function key(ids: number[], amount: number): string {
  return `${ids.toSorted((a, b) => a - b).join(',')}: ${amount}`
}

async function agree(model: Model, real: Real): Promise<void> {
  const sets = (await setsOf(real, real.surveyId)).filter(({ status }) => status !== 'CANCELLED')
  const expected = model.sets.filter(({ state }) => state !== 'UNDONE')
  expect(sets.map(({ responses, amountMinor }) => key(responses, amountMinor)).toSorted()).toEqual(
    expected.map(({ members, amount }) => key(idsOf(members, real), amount)).toSorted(),
  )
  const waiting = await waitingIn(real, real.surveyId)
  expect(waiting).toEqual(idsOf(model.waiting(), real))
  const { rows } = await real.sql.owner.query('select id from waiting_response where survey_id = $1 order by id', [
    real.surveyId,
  ])
  expect(rows.map(({ id }) => Number(id))).toEqual(waiting)
}

function idsOf(members: number[], { ids }: Real): number[] {
  return members.map((n) => ids[n] ?? 0)
}

const anyWhich = fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: count })
const anyChoice = fc.constantFrom('PAY_PRO_RATA' as const, 'DROP' as const)
const anyWalk: fc.Arbitrary<Walk[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('approve' as const), which: anyWhich }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('takeBack' as const), which: anyWhich }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('together' as const),
        groups: fc.array(anyWhich, { minLength: 2, maxLength: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('letGo' as const), nth: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), choice: anyChoice }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('price' as const), price: fc.integer({ min: 1, max: 5000 }) }),
    },
  ),
  { minLength: 3, maxLength: 12 },
)

const runs = Number(process.env['WALKS'] ?? 10)

test(
  'each approved response is in one live payment, waits or was dropped, as modelled',
  async ({ app }) => {
    let walk = 0
    await fc.assert(
      fc.asyncProperty(anyWalk, async (steps) => {
        walk += 1
        const survey = await app.given.survey({ amount: '10.00', setSize: size, allowMultipleResponses: true })
        const ids: number[] = []
        for (let person = 0; person < people; person += 1) {
          const phone = `+2589100${String(walk * people + person).padStart(5, '0')}`
          ids.push(...(await app.given.responses(survey, each, { phone })).map(({ id }) => id))
        }
        const [model, real] = [new Model(), { ...app, surveyId: survey.id, ids }]
        for (const next of steps) {
          await step(next, model, real)
          await agree(model, real)
        }
      }),
      { numRuns: runs },
    )
  },
  runs * 4000,
)
