/** Makes the URL of a call. Pure: the base path comes in from outside. */

export type Printable = string | number | boolean

const apiPrefix = '/api/v1'
const repeatedPrefix = new RegExp(`^(?:${apiPrefix})+(?=/|$)`)

/** `/companies/{id}` and `{ id: 5 }` → `/companies/5`. Throws when a parameter is missing. */
export function fillPath(path: string, params: Record<string, Printable> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

/** `?page=2&q=ana`, without undefined and empty values. */
export function queryText(query: Record<string, Printable | undefined> = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (entries.length === 0) return ''
  return `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`
}

/** Below the base path and one /api/v1, however often the path already carries it (seed §9). */
export function apiUrl(base: string, path: string): string {
  return base + (apiPrefix + path).replace(repeatedPrefix, apiPrefix)
}
