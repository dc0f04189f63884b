/** The only keys we keep in the browser (seed §9). A storage that is full or forbidden is like an empty one. */
import type * as z from 'zod/mini'

export type StorageKey = 'authToken' | 'user' | 'permissions' | 'routeList' | 'isInit' | 'theme' | 'collapsed'

/**
 * What a 401 clears (seed §8: "token, user, route list, permissions, init flag and stored flags"): all that belongs to the
 * person signed in. The seed names no further flag of a session, and `isInit` is the only one. `theme` and `collapsed`
 * are how this browser looks, so they stay, as they do after a sign-out.
 */
export const sessionKeys: readonly StorageKey[] = ['authToken', 'user', 'permissions', 'routeList', 'isInit']

export function readText(key: StorageKey): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** The stored value if it still has this shape: an older version, or a hand, may have written something else. */
export function readJson<S extends z.ZodMiniType>(key: StorageKey, shape: S): z.output<S> | undefined {
  const text = readText(key)
  if (text === undefined) return undefined
  try {
    const parsed = shape.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

export function store(key: StorageKey, value: unknown): void {
  try {
    localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch (error) {
    console.warn(`${key} could not be stored`, error)
  }
}

export function forget(keys: readonly StorageKey[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch (error) {
    console.warn('storage could not be cleared', error)
  }
}
