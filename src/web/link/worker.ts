/// <reference lib="webworker" />
/**
 * Keeps the page of public links for visits without a network: its files for ever, as their names change with their content,
 * and the page itself as it last came. Questions and answers are kept by the page (`kept.ts`).
 */
declare const self: ServiceWorkerGlobalScope

/** What the page sends: addresses of what it has loaded before the worker was there. */
export type Loaded = readonly string[]

const shelf = 'canvass-link'

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', ({ data }) => void keepAll(data as Loaded))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  // Both have names that change with their content.
  if (/\/(f\/assets|brand)\//.test(url.pathname)) event.respondWith(fromShelf(request))
  else if (request.mode === 'navigate') event.respondWith(fromNetwork(request))
})

async function keepAll(addresses: Loaded): Promise<void> {
  await (await caches.open(shelf)).addAll([...new Set(addresses)])
}

async function fromShelf(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? keep(request, await fetch(request))
}

async function fromNetwork(request: Request): Promise<Response> {
  try {
    return await keep(request, await fetch(request))
  } catch (error) {
    // All pages of a door are the same file: which one it is the page reads in its address.
    const kept = (await caches.match(request, { ignoreSearch: true })) ?? (await anyOf(self.registration.scope))
    if (kept) return kept
    throw error
  }
}

async function anyOf(scope: string): Promise<Response | undefined> {
  const shelved = await caches.open(shelf)
  const page = (await shelved.keys()).find(({ url }) => url.startsWith(scope) && !url.includes('/assets/'))
  return page && shelved.match(page)
}

async function keep(request: Request, response: Response): Promise<Response> {
  if (response.ok) await (await caches.open(shelf)).put(request, response.clone())
  return response
}
