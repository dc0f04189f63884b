import type { Db } from '../db/pool.ts'
import type { ApiClient } from './api-client.ts'
import type { DemoUsername } from './content/staff.ts'

/** Those of the demo staff who do something in it. */
export const demoWorkers = [
  'manager',
  'reviewer',
  'initiator',
  'approver',
  'authorizer',
] as const satisfies readonly DemoUsername[]

/** The tools for telling a story of the demo. */
export interface Story {
  /** Everybody's own client, signed in. */
  staff: Record<(typeof demoWorkers)[number], ApiClient>
  /** For what no call of the API can do. */
  db: Db
  /** When the story ends. */
  now: Date
}

/** ISO time `days` after the story's end; before it when negative. */
export function inDays({ now }: Story, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString()
}
