/**
 * Who is signed in. `enter`, `boot` (on entering the shell) and `signOut` change it; components read it by
 * `useSession()`, and ask for one right by `useCan('companies.write')`. The server decides again on every call.
 */
import * as z from 'zod/mini'
import { auth, PermissionSet, UserInfo } from '#contract/auth.ts'
import { type Answered, type Endpoint, permissionsOf } from '#contract/endpoint.ts'
import { menu, MenuRoute } from '#contract/menu.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { lacksFactor } from '#domain/people/second-factor.ts'
import type { Locale } from '#domain/text/locale.ts'
import { call, type Cancelled, isCancelled } from './client.ts'
import { basePath } from './page-settings.ts'
import { clearSession, leaveForLogin, onSessionEnd } from './session-end.ts'
import { SharedValue } from './shared-value.ts'
import { readJson, readText, store } from './storage.ts'

export interface Session {
  user: UserInfo | undefined
  permissions: PermissionSet
  routes: MenuRoute[]
  /** Whether the server holds demo data. */
  demo: boolean
}

const nobody: Session = { user: undefined, permissions: { list: [], visit: [] }, routes: [], demo: false }

const session = new SharedValue<Session>({
  user: readJson('user', UserInfo),
  permissions: readJson('permissions', PermissionSet) ?? nobody.permissions,
  routes: readJson('routeList', z.array(MenuRoute)) ?? [],
  demo: false,
})

function change(next: Partial<Session>): void {
  if (next.user) store('user', next.user)
  if (next.permissions) store('permissions', next.permissions)
  if (next.routes) store('routeList', next.routes)
  session.set({ ...session.get(), ...next })
}

onSessionEnd(() => session.set(nobody))

export function hasToken(): boolean {
  return readText('authToken') !== undefined
}

export function currentSession(): Session {
  return session.get()
}

export function useSession(): Session {
  return session.use()
}

let isLeaving = false
if (typeof document === 'object') {
  addEventListener('beforeunload', () => {
    isLeaving = true
    // The browser asks the user, who may also stay.
    setTimeout(() => (isLeaving = false), 3000)
  })
}

/** Whether the person signed in holds the permission; the reason for a missing button, never the guard itself. */
export function useCan(permission: PermissionName): boolean {
  return useSession().permissions.list.includes(permission)
}

/** Whether the permissions of the person signed in are enough for the call. */
export function useMay({ access }: Endpoint): boolean {
  const { list } = useSession().permissions
  const needed = permissionsOf(access)
  return needed.length === 0 || needed.some((name) => list.includes(name))
}

/** By any call that ends a sign-in. Throws `ApiError`; resolves to what the server said. */
export async function enter(
  signingIn: Promise<Answered<typeof auth.login> | Cancelled>,
): Promise<{ success: boolean; message: string }> {
  const answer = await signingIn
  if (isCancelled(answer)) return { success: false, message: '' }
  if (answer.success) {
    store('authToken', answer.AccessToken)
    change({ user: answer.userInfo, permissions: answer.permissions })
  }
  return answer
}

/** Whether nothing is open but the choice of an own password, or of a second factor, as far as the page knows. */
export function isHeldBack(user = session.get().user): boolean {
  return user !== undefined && (user.mustChangePassword || lacksFactor(user))
}

const askMenu = () => call(menu.routes).catch(() => undefined)

/**
 * Loads who I am and my menu, both at once; a menu is refused until its user has their own password.
 * False when the session is over: the caller goes to /login then.
 * A menu that does not come leaves the last one standing; without a user there is no going on (seed §8).
 */
export async function boot(): Promise<boolean> {
  const routes = isHeldBack() ? undefined : askMenu()
  try {
    const answer = await call(auth.user)
    if (isCancelled(answer)) return false
    const loaded = await (routes ?? (isHeldBack(answer.user.user) ? undefined : askMenu()))
    change({ ...answer.user, demo: answer.demo, ...(loaded && !isCancelled(loaded) ? { routes: loaded.list } : {}) })
    store('isInit', true)
    return true
  } catch (error) {
    // Calls that a leaving page cuts off say nothing about the session, which the next page still needs.
    if (isLeaving) return new Promise<never>(() => {})
    clearSession({ kind: 'failed', error })
    return false
  }
}

/** Signs out even if the server gets no word; then the token dies of age. */
export async function signOut(): Promise<void> {
  const told = call(auth.signout).catch(() => undefined)
  const answer = await Promise.race([told, new Promise<undefined>((done) => setTimeout(done, 2000))])
  leaveForLogin()
  // Of a session by sign-on: its provider is left as well.
  if (answer && 'next' in answer && answer.next) location.assign(basePath + answer.next)
}

/** Keeps the language with the person, here at once and on the server. Throws `ApiError` when that fails. */
export async function keepLocale(locale: Locale): Promise<void> {
  const { user } = session.get()
  if (!user) return
  change({ user: { ...user, locale } })
  await call(auth.setLocale, { body: { locale } })
}
