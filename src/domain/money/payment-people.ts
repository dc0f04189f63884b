/** Whether enough different people are there for the steps that a payment still needs. */
import { paymentSteps, type PaymentStep } from './payment.ts'
import type { PermissionName } from '../people/permissions.ts'

export const forwardSteps = ['initiate', 'approve', 'authorize'] as const satisfies PaymentStep[]
export type ForwardStep = (typeof forwardSteps)[number]

/** Members of staff who may take some step. */
export interface Payer {
  id: number
  permissions: ReadonlySet<string>
}

/** What a payment waits for, in order: each entry is one more person. */
export function openSteps(taken: readonly PaymentStep[], approvals: number): ForwardStep[] {
  const wanted: ForwardStep[] = [
    'initiate',
    ...Array.from({ length: approvals }, () => 'approve' as const),
    'authorize',
  ]
  const done = [...taken]
  return wanted.filter((step) => {
    const index = done.indexOf(step)
    if (index === -1) return true
    done.splice(index, 1)
    return false
  })
}

/**
 * The first of the steps for which no person remains, when each is taken by a different person who has taken none so far.
 * Undefined: there are people for all of them.
 */
export function nobodyLeftFor(
  steps: readonly ForwardStep[],
  people: readonly Payer[],
  used: ReadonlySet<number>,
): ForwardStep | undefined {
  const free = people.filter(({ id }) => !used.has(id))
  for (let count = 1; count <= steps.length; count += 1) {
    const some = steps.slice(0, count)
    if (
      !canShareOut(
        some.map((step) => paymentSteps[step].needs),
        free,
      )
    )
      return some.at(-1)
  }
  return undefined
}

/** Whether each right finds a person of its own. */
function canShareOut(rights: readonly PermissionName[], people: readonly Payer[]): boolean {
  const [right, ...others] = rights
  if (right === undefined) return true
  // As many people as steps hold it: the other steps cannot use up all of them.
  const holders = people.filter(({ permissions }) => permissions.has(right)).slice(0, rights.length)
  return holders.some((holder) =>
    canShareOut(
      others,
      people.filter((person) => person !== holder),
    ),
  )
}
