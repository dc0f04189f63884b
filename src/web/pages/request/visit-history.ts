/** The calls sent in this visit: in memory alone, and forgotten with the session. */
import { useSyncExternalStore } from 'react'
import { onSessionEnd } from '../../api/session-end.ts'
import type { Draft } from './calls.ts'

export interface SentCall {
  no: number
  callId: string
  draft: Draft
  status: number
  ms: number
}

const keptCalls = 50
let sent: readonly SentCall[] = []
/** Writing calls that the user has confirmed once. */
const confirmed = new Set<string>()
const listeners = new Set<() => void>()

function change(next: readonly SentCall[]): void {
  sent = next
  for (const listener of listeners) listener()
}

onSessionEnd(() => {
  confirmed.clear()
  change([])
})

export function keepSent(entry: Omit<SentCall, 'no'>): void {
  change([{ ...entry, no: (sent[0]?.no ?? 0) + 1 }, ...sent].slice(0, keptCalls))
}

export function isConfirmed(callId: string): boolean {
  return confirmed.has(callId)
}

export function confirmCall(callId: string): void {
  confirmed.add(callId)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSentCalls(): readonly SentCall[] {
  return useSyncExternalStore(subscribe, () => sent)
}
