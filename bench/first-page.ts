/**
 * node bench/first-page.ts [rounds]: what the first page costs over a slow line, 1.6 Mbit/s with 150 ms to each answer
 * (Chromium's own brake), nothing in its cache: requests and bytes until the page is quiet, and the time until the first
 * row (on /login, the field for the name) is painted. Medians. Needs built pages.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { inBrowser, password } from './product.ts'
import { quantile } from './table.ts'

const rounds = Number(process.argv[2] ?? 5)
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const bars = { requests: 25, ms: 2500 }
const firstRow = 'tbody tr[data-row]'
const nameField = '.login input'

interface Cost {
  requests: number
  /** How many of the requests are calls of the API. */
  calls: number
  bytes: number
  ms: number
}

/** In each page: when the first frame with the wanted element was drawn, after the last press of Enter if there was one. */
const watchPaint = `
  globalThis.painted = (wanted) => new Promise((done) => {
    const look = () => {
      if (!document.querySelector(wanted)) return requestAnimationFrame(look)
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - (globalThis.pressedAt ?? 0))))
    }
    look()
  })
  addEventListener('keydown', ({ key }) => { if (key === 'Enter') globalThis.pressedAt = performance.now() }, true)`

async function slowPage(context: BrowserContext) {
  await context.addInitScript(watchPaint)
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', line)
  const cost = { requests: 0, calls: 0, bytes: 0 }
  const cached = new Set<string>()
  const calls = new Set<string>()
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/api/')) calls.add(requestId)
  })
  network.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId))
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return
    cost.requests++
    if (calls.has(requestId)) cost.calls++
    cost.bytes += encodedDataLength
  })
  async function costOf(wanted: string, begin: () => Promise<unknown>): Promise<Cost> {
    const before = { ...cost }
    await begin()
    const ms = await page.evaluate<number>(`painted(${JSON.stringify(wanted)})`)
    await page.waitForLoadState('networkidle')
    return {
      requests: cost.requests - before.requests,
      calls: cost.calls - before.calls,
      bytes: cost.bytes - before.bytes,
      ms,
    }
  }
  return { page, costOf }
}

async function fillIn(page: Page): Promise<void> {
  await page.locator(nameField).first().fill('manager')
  await page.locator('input[type=password]').fill(password)
}

async function coldLogin(context: BrowserContext, url: string): Promise<Cost> {
  const { page, costOf } = await slowPage(context)
  return costOf(nameField, () => page.goto(`${url}/login`, { waitUntil: 'commit' }))
}

/** The browser fills the form in, so nothing is fetched ahead: the clock begins with the press of Enter. */
async function afterSignIn(context: BrowserContext, url: string): Promise<Cost> {
  const { page, costOf } = await slowPage(context)
  await page.goto(`${url}/login?from=%2Fsite`, { waitUntil: 'commit' })
  return costOf(firstRow, async () => {
    await fillIn(page)
    await page.keyboard.press('Enter')
  })
}

/** `waitUntil: 'commit'`: the watch begins in the new page. */
function coldScreen(path: string) {
  return async (context: BrowserContext, url: string): Promise<Cost> => {
    const { page, costOf } = await slowPage(context)
    return costOf(firstRow, () => page.goto(url + path, { waitUntil: 'commit' }))
  }
}

type Journey = (context: BrowserContext, url: string) => Promise<Cost>
const journeys: [name: string, who: 'stranger' | 'manager', journey: Journey][] = [
  ['/login', 'stranger', coldLogin],
  ['sign-in to /site', 'stranger', afterSignIn],
  ['/site', 'manager', coldScreen('/site')],
  ['/response', 'manager', coldScreen('/response')],
]

/** What a browser keeps after a sign-in, without its cache. */
async function signedIn(browser: Browser, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await fillIn(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.waitForLoadState('networkidle')
  const state = await context.storageState()
  await context.close()
  return state
}

function median(costs: readonly Cost[], key: keyof Cost): number {
  return quantile(
    costs.map((cost) => cost[key]),
    0.5,
  )
}

await inBrowser(async (browser, url) => {
  const manager = await signedIn(browser, url)
  const viewport = { width: 1280, height: 900 }
  console.log(`median of ${rounds}`.padEnd(20), ...['requests', 'of calls', 'kB', 'ms'].map((head) => head.padStart(9)))
  for (const [name, who, journey] of journeys) {
    const costs: Cost[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext(who === 'manager' ? { viewport, storageState: manager } : { viewport })
      costs.push(await journey(context, url))
      await context.close()
    }
    const [requests, calls, bytes, ms] = [
      median(costs, 'requests'),
      median(costs, 'calls'),
      median(costs, 'bytes'),
      median(costs, 'ms'),
    ]
    const isOver = requests > bars.requests || ms > bars.ms
    const cells = [requests, calls, bytes / 1000, ms].map((figure) => figure.toFixed(0).padStart(9))
    console.log(name.padEnd(20), ...cells, isOver ? ' OVER' : ' ok')
    if (isOver) process.exitCode = 1
  }
  console.log(`bars: ${bars.requests} requests, ${bars.ms} ms`)
})
