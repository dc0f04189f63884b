/** Where sign-in sends people: only ever inside the app. Paths here are below the base path. */

export const loginPath = '/login'
export const homePath = '/dashboard'

/** `/login?from=%2Fcompanies%3Fpage%3D2`. */
export function loginFrom(path: string): string {
  return `${loginPath}?from=${encodeURIComponent(path)}`
}

/** The path to go to after sign-in: `from` when it is a path of ours, else the dashboard (seed §2). */
export function safeTarget(from: string | null): string {
  if (from === null || !from.startsWith('/')) return homePath
  const inside = 'http://inside.invalid'
  // The browser's own parser decides: it knows that `/\evil`, `/<tab>/evil` and `//evil` all leave the site.
  const url = URL.parse(from, inside)
  if (url === null || url.origin !== inside || url.pathname.startsWith('//')) return homePath
  if (url.pathname === '/' || url.pathname.replace(/\/+$/, '') === loginPath) return homePath
  return url.pathname + url.search + url.hash
}

/** The state of the navigation that follows a sign-in. */
export const signedIn = 'SIGNED_IN'
