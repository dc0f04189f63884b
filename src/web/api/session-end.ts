/**
 * How a session ends: everything of it is forgotten, open calls are cut off, and the page goes to
 * /login?from={path}. Apart from session.ts, because every call needs it and session.ts makes calls.
 */
import { onceWithin } from './once-within.ts'
import { basePath } from './page-settings.ts'
import { loginFrom, loginPath } from './redirect.ts'
import { forget, readText, sessionKeys } from './storage.ts'

export interface InFlight {
  signal: AbortSignal
  close: () => void
}

/** All calls on their way. */
export const openRequests = {
  controllers: new Set<AbortController>(),
  open(signal?: AbortSignal): InFlight {
    const controller = new AbortController()
    this.controllers.add(controller)
    return {
      signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
      close: () => void this.controllers.delete(controller),
    }
  },
  abortAll(): void {
    for (const controller of this.controllers) controller.abort()
    this.controllers.clear()
  },
}

/** Why the sign-in page is shown again; it says so once. */
export type Notice = { kind: 'expired' } | { kind: 'failed'; error: unknown }

let notice: Notice | undefined
const endListeners = new Set<() => void>()
let navigate: (path: string) => void = (path) => location.assign(basePath + path)

/** The router hands itself in at start. */
export function navigateBy(go: (path: string) => void): void {
  navigate = go
}

/** Runs when a session has ended: caches drop what they hold. Until the returned function is called. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

/** Forgets the session without leaving the page. */
export function clearSession(reason?: Notice): void {
  // A session ends for its first reason: a call that goes out afterwards has no token and is answered 401.
  if (readText('authToken') !== undefined || notice === undefined) notice = reason
  forget(sessionKeys)
  openRequests.abortAll()
  for (const listener of endListeners) listener()
}

/** The notice for the sign-in page; the next reader finds none. */
export function takeNotice(): Notice | undefined {
  const taken = notice
  notice = undefined
  return taken
}

/** The path shown, below the base path, with its query. */
export function currentPath(): string {
  return location.pathname.slice(basePath.length) + location.search || '/'
}

export function leaveForLogin(reason?: Notice): void {
  const from = currentPath()
  clearSession(reason)
  if (!from.startsWith(loginPath)) navigate(loginFrom(from))
}

/** A call was answered 401. Many calls may be; the page leaves once, with one message (seed §8). */
const expire = onceWithin(1000, () => leaveForLogin({ kind: 'expired' }))
export const expireSession = () => expire(readText('authToken'))
