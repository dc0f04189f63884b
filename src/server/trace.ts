/** One call through several programs (W3C Trace Context): taken from the caller, in its log lines, and passed on. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'

const current = new AsyncLocalStorage<string>()
const form = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/

/** The trace that this header names; a new one where it names none. */
export function traceIn(header: string | string[] | undefined): string {
  return form.exec(String(header))?.[1] ?? traceOf(randomUUID())
}

/** Runs `work` and all that follows from it within this trace. A payment is a trace of its own: `traceOf(reference)`. */
export function inTrace<T>(trace: string, work: () => T): T {
  return current.run(trace, work)
}

/** Of a UUID, which has as many digits. */
export function traceOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase()
}

/** For every line of the log. */
export function traceFields(): { traceId?: string } {
  const traceId = current.getStore()
  return traceId === undefined ? {} : { traceId }
}

/** The header of a call to another program. */
export function traceparent(): string {
  return `00-${current.getStore() ?? traceIn(undefined)}-${randomBytes(8).toString('hex')}-01`
}
