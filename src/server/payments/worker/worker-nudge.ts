/**
 * Wakes the worker of this process when a payment is due, before its next look. The database holds the due work, so
 * every worker finds it without the nudge.
 */
import type { Database } from '../../db/pool.ts'

const listeners = new WeakMap<Database, Set<() => void>>()

/** Returns how to stop listening. */
export function whenQueued(database: Database, listener: () => void): () => void {
  const known = listeners.get(database) ?? new Set()
  listeners.set(database, known.add(listener))
  return () => void known.delete(listener)
}

/** Call it after the commit. */
export function noteQueued(database: Database): void {
  for (const listener of listeners.get(database) ?? []) listener()
}
