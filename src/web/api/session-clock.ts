/**
 * When the session will end, as far as this browser knows. It ends at a moment that the server named, or earlier after
 * so long without a call. Tabs of one browser share the session, so they tell each other of their calls.
 */
import { onSessionEnd } from './session-end.ts'
import { type Clock, endOf } from './session-span.ts'

const fresh: Clock = { lastCallAt: 0, expiresAt: undefined, idleMs: undefined, aheadMs: 0 }
let clock = fresh
let channel: BroadcastChannel | undefined

onSessionEnd(() => {
  clock = fresh
})

/** Ms of this browser's clock; undefined while nothing is known. */
export function sessionEndsAt(): number | undefined {
  return endOf(clock)
}

/** A call was answered. `date`: what the server's `Date` header says. */
export function noteAnswer(date: string | null): void {
  const now = Date.now()
  const serverNow = Date.parse(date ?? '')
  clock = { ...clock, lastCallAt: now, ...(Number.isNaN(serverNow) ? {} : { aheadMs: serverNow - now }) }
  tellOthers()
}

/** What the server says of the session; without `idleMinutes` that stays as it was. */
export function noteExpiry(expiresAt: string, idleMinutes?: number): void {
  clock = {
    ...clock,
    expiresAt: Date.parse(expiresAt),
    ...(idleMinutes === undefined ? {} : { idleMs: idleMinutes * 60_000 }),
  }
  tellOthers()
}

function tellOthers(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
  if (clock.expiresAt !== undefined) channel?.postMessage(clock)
}

/** Hears of the other tabs' calls until the returned function is called. */
export function listenToOtherTabs(): () => void {
  const opened = new BroadcastChannel('canvass-session')
  opened.addEventListener('message', ({ data }: MessageEvent<Clock>) => {
    if (clock.expiresAt !== undefined && data.lastCallAt >= clock.lastCallAt) clock = data
  })
  channel = opened
  return () => {
    opened.close()
    channel = undefined
  }
}
