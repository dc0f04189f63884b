/** The bell tells a person the work that waits for them, and the problems of the house. */

/** In the order in which a screen shows them: work first. */
export const bellKinds = [
  'responses',
  'returned',
  'payments',
  'funding',
  'limits',
  'grants',
  'erasures',
  'tasks',
  'desk',
  'counters',
  'webhooks',
] as const
export type BellKind = (typeof bellKinds)[number]

/** Where each kind can be seen: the list that has the number, or the screen of the trouble. */
export const bellPaths: Record<BellKind, string> = {
  responses: '/response?status=RECEIVED%2CEDITED%2CIN_REVIEW',
  returned: '/form',
  payments: '/payments',
  funding: '/payments?view=floats&status=ASKED',
  limits: '/payments?view=policy',
  grants: '/roles?view=grants',
  erasures: '/user?view=erasures',
  tasks: '/task?status=mine',
  desk: '/payments?view=desk',
  counters: '/logs?action=counters.alarm',
  webhooks: '/webhooks',
}

interface Rung {
  /** When the newest of it came. */
  at: string
}

/** Those that came after the person last opened the bell. */
export function unseenOf<T extends Rung>(entries: readonly T[], seenAt: string | null): T[] {
  return entries.filter(({ at }) => seenAt === null || Date.parse(at) > Date.parse(seenAt))
}
