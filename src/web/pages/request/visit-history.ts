/** The calls sent in this visit: in memory alone, and forgotten with the session. */
import { onSessionEnd } from '../../api/session-end.ts'
import { SharedValue } from '../../api/shared-value.ts'
import type { Draft } from './calls.ts'

export interface SentCall {
  no: number
  callId: string
  draft: Draft
  status: number
  ms: number
}

const keptCalls = 50
const sent = new SharedValue<readonly SentCall[]>([])
/** Writing calls that the user has confirmed once. */
const confirmed = new Set<string>()

onSessionEnd(() => {
  confirmed.clear()
  sent.set([])
})

export function keepSent(entry: Omit<SentCall, 'no'>): void {
  const before = sent.get()
  sent.set([{ ...entry, no: (before[0]?.no ?? 0) + 1 }, ...before].slice(0, keptCalls))
}

export function isConfirmed(callId: string): boolean {
  return confirmed.has(callId)
}

export function confirmCall(callId: string): void {
  confirmed.add(callId)
}

export function useSentCalls(): readonly SentCall[] {
  return sent.use()
}
