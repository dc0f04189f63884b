/**
 * How the signed-in user sees their lists. It is loaded once on entering the shell, changed here at once and on the
 * server a moment later. What is still to be sent when the page is left goes along with the leaving.
 */
import { type ListLook, lists } from '#contract/views.ts'
import { call, isCancelled } from '../api/client.ts'
import { SharedValue } from '../api/shared-value.ts'
import { onSessionEnd } from '../api/session-end.ts'
import { hasToken } from '../api/session.ts'

interface Looks {
  looks: Readonly<Record<string, ListLook>>
  /** Whether j, k, x and the other single keys act. */
  singleKeys: boolean
}

const defaults: Looks = { looks: {}, singleKeys: true }
const pauseMs = 600

const state = new SharedValue(defaults)
const unsent = new Map<string, () => void>()
let timer: ReturnType<typeof setTimeout> | undefined

onSessionEnd(() => {
  clearTimeout(timer)
  unsent.clear()
  state.set(defaults)
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
    if (!isCancelled(answer)) state.set(answer.data)
  } catch (error) {
    console.error(error)
  }
}

const plain: ListLook = {}

export function useLook(list: string): ListLook {
  return state.use(({ looks }) => looks[list] ?? plain)
}

/** `onFailed` is told when the server could not keep it; the page goes on looking so until it is loaded again. */
export function changeLook(list: string, look: ListLook, onFailed: () => void): void {
  const before = state.get()
  state.set({ ...before, looks: { ...before.looks, [list]: look } })
  unsent.set(list, onFailed)
  clearTimeout(timer)
  timer = setTimeout(sendLooks, pauseMs)
}

function sendLooks(): void {
  clearTimeout(timer)
  for (const [list, onFailed] of unsent) {
    call(lists.setLook, { params: { list }, body: state.get().looks[list] ?? plain, keepalive: true }).catch(onFailed)
  }
  unsent.clear()
}

export function useSingleKeys(): boolean {
  return state.use(({ singleKeys }) => singleKeys)
}

/** Throws `ApiError` when the server could not keep it; then it is as before. */
export async function setSingleKeys(singleKeys: boolean): Promise<void> {
  const before = state.get().singleKeys
  state.set({ ...state.get(), singleKeys })
  try {
    await call(lists.setKeys, { body: { singleKeys } })
  } catch (error) {
    state.set({ ...state.get(), singleKeys: before })
    throw error
  }
}
