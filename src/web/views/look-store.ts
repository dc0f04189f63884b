/**
 * How the signed-in user sees their lists. It is loaded once on entering the shell, changed here at once and on the
 * server a moment later. What is still to be sent when the page is left goes along with the leaving.
 */
import { useSyncExternalStore } from 'react'
import { type ListLook, lists } from '#contract/views.ts'
import { call, isCancelled } from '../api/client.ts'
import { onSessionEnd } from '../api/session-end.ts'
import { hasToken } from '../api/session.ts'

interface Looks {
  looks: Readonly<Record<string, ListLook>>
  /** Whether j, k, x and the other single keys act. */
  singleKeys: boolean
}

const defaults: Looks = { looks: {}, singleKeys: true }
const pauseMs = 600

let state = defaults
const listeners = new Set<() => void>()
const unsent = new Map<string, () => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function change(next: Looks): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onSessionEnd(() => {
  clearTimeout(timer)
  unsent.clear()
  change(defaults)
})

if (typeof document === 'object') {
  // The last moment that a page surely sees, also on a phone.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendLooks())
  addEventListener('pagehide', sendLooks)
}

/** Never fails: without an answer the lists look as they were made. */
export async function loadLooks(): Promise<void> {
  // The session may have ended while this file was on its way.
  if (!hasToken()) return
  try {
    const answer = await call(lists.looks)
    if (!isCancelled(answer)) change(answer.data)
  } catch (error) {
    console.error(error)
  }
}

const plain: ListLook = {}

export function useLook(list: string): ListLook {
  return useSyncExternalStore(subscribe, () => state.looks[list] ?? plain)
}

/** `onFailed` is told when the server could not keep it; the page goes on looking so until it is loaded again. */
export function changeLook(list: string, look: ListLook, onFailed: () => void): void {
  change({ ...state, looks: { ...state.looks, [list]: look } })
  unsent.set(list, onFailed)
  clearTimeout(timer)
  timer = setTimeout(sendLooks, pauseMs)
}

function sendLooks(): void {
  clearTimeout(timer)
  for (const [list, onFailed] of unsent) {
    call(lists.setLook, { params: { list }, body: state.looks[list] ?? plain, keepalive: true }).catch(onFailed)
  }
  unsent.clear()
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, () => state.singleKeys)
}

/** Throws `ApiError` when the server could not keep it; then it is as before. */
export async function setSingleKeys(singleKeys: boolean): Promise<void> {
  const before = state.singleKeys
  change({ ...state, singleKeys })
  try {
    await call(lists.setKeys, { body: { singleKeys } })
  } catch (error) {
    change({ ...state, singleKeys: before })
    throw error
  }
}
