/** The steps of a new house to its first paid response, in order of work. Each is for people with the right. */
import { type PermissionName, paymentSteps } from './permissions.ts'

const needs = {
  secondAdministrator: ['admins.write'],
  units: ['units.write'],
  provider: ['admins.write'],
  payers: ['admins.write'],
  confirm: ['roles.grantPayments'],
  survey: ['surveys.write'],
  participants: ['users.write'],
  publish: ['surveys.publish'],
  reviewers: ['surveys.access'],
  collect: ['surveys.write'],
  review: ['responses.review'],
  float: ['payments.fund'],
  pay: paymentSteps,
} as const satisfies Record<string, readonly PermissionName[]>

export type FirstStep = keyof typeof needs
export const firstSteps = Object.keys(needs) as [FirstStep, ...FirstStep[]]

/** Those that a person with these permissions may do: one of the named rights is enough. */
export function firstStepsFor(permissions: ReadonlySet<string>): FirstStep[] {
  return firstSteps.filter((step) => needs[step].some((name) => permissions.has(name)))
}
