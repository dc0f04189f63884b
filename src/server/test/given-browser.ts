/** A stand-in of the few things that the client takes from the browser, for tests against a real server. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, vi } from 'vitest'

/** Before each test the server listens and the page is at `/companies` with this search. Returns the local storage. */
export function givenBrowser(server: Server, search: string): Map<string, string> {
  const storage = new Map<string, string>()
  beforeEach(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    storage.clear()
    vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => base }), addEventListener: () => {} })
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('location', { pathname: `${base}/companies`, search })
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    })
  })
  afterEach(async () => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return storage
}
