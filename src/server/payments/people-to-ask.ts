/** Whom a payment waits for, and whether enough different people are left for its steps. */
import { approvalsNeeded } from '#domain/money/payment-limits.ts'
import { type ForwardStep, forwardSteps, nobodyLeftFor, openSteps, type Payer } from '#domain/money/payment-people.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { currentLimits } from './funding/limits-store.ts'

const named = 5

/** Who may do this: whom to ask. */
export async function peopleToAsk(db: Db, permission: PermissionName, without: readonly number[] = []) {
  const rows = await rowsOf<{ id: number; name: string }>(db)`
    select a.id, a.name from person a join role_permission rp on rp.role_id = a.role_id
      join permission p on p.id = rp.permission_id
    where a.status = 'ACTIVE' and p.name = ${permission} and a.id <> all(${without}::bigint[])
    order by a.name, a.id`
  return { people: rows.slice(0, named), peopleCount: rows.length }
}

/** All who may take a step on payments. */
async function payers(db: Db): Promise<Payer[]> {
  const rows = await rowsOf<{ id: number; names: string[] }>(db)`
    select a.id, array_agg(p.name) as names from person a join role_permission rp on rp.role_id = a.role_id
      join permission p on p.id = rp.permission_id
    where a.status = 'ACTIVE' and p.name in ('payments.initiate', 'payments.approve', 'payments.authorize')
    group by a.id`
  return rows.map(({ id, names }) => ({ id, permissions: new Set(names) }))
}

interface Waiting {
  amountMinor: number
  currency: string
  steps: readonly { step: string; actorId: number }[]
}

/** The open step of a payment for which no person remains; undefined while there are people for all of them. */
export async function stuckAt(db: Db, { steps: all, ...amount }: Waiting): Promise<ForwardStep | undefined> {
  const steps = all.flatMap(({ step, actorId }) => (isForward(step) ? [{ step, actorId }] : []))
  const open = openSteps(
    steps.map(({ step }) => step),
    approvalsNeeded(await currentLimits(db), amount),
  )
  return nobodyLeftFor(open, await payers(db), new Set(steps.map(({ actorId }) => actorId)))
}

/** The same of payments that wait for this step, with the people who cannot take it or a later one. */
export async function stuckFrom(db: Db, step: ForwardStep, used: readonly number[]): Promise<ForwardStep | undefined> {
  return nobodyLeftFor(forwardSteps.slice(forwardSteps.indexOf(step)), await payers(db), new Set(used))
}

function isForward(step: string): step is ForwardStep {
  return forwardSteps.some((each) => each === step)
}
