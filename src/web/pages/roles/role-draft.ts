/** The changes that a user ticked in the matrix and has not saved. Pure: a draft in, a draft out. */
import type { Role } from '#contract/roles.ts'
import { stepsGained } from '#domain/people/access.ts'

/** Name of a permission → whether the role shall hold it; only what differs from the role as it is. */
export type Changes = ReadonlyMap<string, boolean>

/** By id of the role. */
export type Draft = ReadonlyMap<number, Changes>

export const noChanges: Changes = new Map()

type Held = Pick<Role, 'permissions' | 'pendingPermissions'>

/** What the role has or waits for, with the changes on top. */
export function wantedBy({ permissions, pendingPermissions }: Held, changes: Changes): string[] {
  const names = new Set([...permissions, ...pendingPermissions])
  for (const [name, wanted] of changes) {
    if (wanted) names.add(name)
    else names.delete(name)
  }
  return [...names]
}

/** The draft with this box turned over; what is as it was leaves the draft. */
export function toggled(draft: Draft, role: Role, name: string): Draft {
  const before = draft.get(role.id) ?? noChanges
  const wanted = !wantedBy(role, before).includes(name)
  const changes = new Map(before)
  if (wanted === wantedBy(role, noChanges).includes(name)) changes.delete(name)
  else changes.set(name, wanted)
  return withChanges(draft, role.id, changes)
}

/** Without changes the role leaves the draft. */
export function withChanges(draft: Draft, roleId: number, changes: Changes): Draft {
  const next = new Map(draft)
  if (changes.size === 0) next.delete(roleId)
  else next.set(roleId, changes)
  return next
}

export interface DraftSums {
  /** Boxes turned over. */
  changes: number
  roles: number
  /** People whose rights change. */
  people: number
  /** Payment steps that will wait for a second administrator. */
  waiting: number
}

export function sumsOf(draft: Draft, roles: readonly Role[]): DraftSums {
  const touched = roles.filter(({ id }) => draft.has(id))
  const changesOf = ({ id }: Role) => draft.get(id) ?? noChanges
  const asked = (role: Role) => [...changesOf(role)].filter(([, wanted]) => wanted).map(([name]) => name)
  return {
    changes: touched.reduce((sum, role) => sum + changesOf(role).size, 0),
    roles: touched.length,
    people: touched.reduce((sum, { staffCount }) => sum + staffCount, 0),
    waiting: touched.reduce((sum, role) => sum + stepsGained(role.permissions, asked(role)).length, 0),
  }
}

/** What two states of a role differ in. */
export function differences(before: readonly string[], after: readonly string[]): { given: string[]; taken: string[] } {
  return {
    given: after.filter((name) => !before.includes(name)),
    taken: before.filter((name) => !after.includes(name)),
  }
}
