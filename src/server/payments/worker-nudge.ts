/**
 * Tells the worker of this process that there is something to send, so that it need not wait for its next look. Only a
 * nudge: the due work is in the database, and every worker finds it there.
 */
import type { Database } from '../db/pool.ts'

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
