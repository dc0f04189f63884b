/**
 * node bench/vitals.ts: what each screen of the seed costs its user over a slow line, 1.6 Mbit/s with 150 ms to each answer
 * (Chromium's own brake), with nothing in the cache: requests, kB of scripts, largest paint (LCP), shift of the layout
 * (CLS), and the slowest answer to a press of a key or a button (INP). One visit each. Needs built pages. Words after
 * the name keep those whose address begins with one of them: `node bench/vitals.ts /survey /login`.
 */
import type { BrowserContext } from 'playwright-core'
import { wordsOf } from '../e2e/words.ts'
import { inBrowser } from './product.ts'
import { seedScreens, signIn } from './seed-screens.ts'

const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
/** The bars of a good page by web.dev: LCP and INP in ms. Of the layout's shift, the product's own. */
const bars = { lcp: 2500, inp: 200, cls: 0.05 }

const t = wordsOf('en')
const themeNames = [t('shell.theme.dark'), t('shell.theme.light')]

/** In each page, before its own scripts. */
const observe = `
  globalThis.vitals = { lcp: 0, cls: 0, inp: 0 }
  const watch = (type, each, more) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => { vitals.lcp = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) vitals.cls += value })
  watch('event', ({ duration, interactionId }) => { if (interactionId) vitals.inp = Math.max(vitals.inp, duration) }, { durationThreshold: 16 })`

async function measure(context: BrowserContext, address: string) {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.clearBrowserCache')
  await network.send('Network.emulateNetworkConditions', line)
  const scripts = new Set<string>()
  const cost = { requests: 0, scriptBytes: 0 }
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    cost.requests++
    if (scripts.has(requestId)) cost.scriptBytes += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'load' })
  // A busy machine leaves the line idle while the screen is still to come.
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  // The theme paints the whole screen again.
  for (const name of themeNames) {
    const button = page.getByRole('button', { name, exact: true })
    if ((await button.count()) > 0) await button.click()
  }
  await page.keyboard.press('Tab')
  await page.waitForTimeout(200)
  const vitals = await page.evaluate<{ lcp: number; cls: number; inp: number }>('vitals')
  await page.close()
  return { ...cost, ...vitals }
}

await inBrowser(async (browser, url) => {
  const first = await signIn(browser, url, 'admin')
  const wanted = process.argv.slice(2)
  const isWanted = (path: string) => wanted.length === 0 || wanted.some((word) => path.startsWith(word))
  const paths = ['/login', ...(await seedScreens(first))].filter(isWanted)
  const context = first.context()
  await first.close()
  const stranger = await browser.newContext()
  for (const each of [context, stranger]) await each.addInitScript(observe)
  const heads = ['requests', 'kB of JS', 'LCP ms', 'CLS', 'INP ms']
  console.log('screen'.padEnd(44), ...heads.map((head) => head.padStart(9)))
  for (const path of paths) {
    const { requests, scriptBytes, lcp, cls, inp } = await measure(path === '/login' ? stranger : context, url + path)
    const cells = [String(requests), (scriptBytes / 1000).toFixed(0), lcp.toFixed(0), cls.toFixed(3), inp.toFixed(0)]
    const isOver = lcp > bars.lcp || cls > bars.cls || inp > bars.inp
    console.log(path.padEnd(44), ...cells.map((cell) => cell.padStart(9)), isOver ? ' OVER' : ' ok')
  }
  console.log(`bars: LCP ${bars.lcp} ms, CLS ${bars.cls}, INP ${bars.inp} ms`)
})
