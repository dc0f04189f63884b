/**
 * node bench/list-paint.ts: the cost of a list for the browser, with 10 and 100 rows, against interface.md, Budgets. It
 * goes back from the dashboard to a list seen before. The rows are then at hand, and no server is on the clock. Script
 * time is Chromium's own count, paint is the first frame after the rows. Then it measures how much the page shifts
 * while it loads. It also counts the calls of a list that is opened from another screen. Needs built pages.
 */
import type { CDPSession, Page, Request } from 'playwright-core'
import { inBrowser, password } from './product.ts'
import { quantile } from './table.ts'

const rounds = 9
const budgets = [
  { rows: 10, scriptMs: 30, paintMs: 60 },
  { rows: 100, scriptMs: 100, paintMs: 200 },
]
const shiftLimit = 0.05
/** Longer than anything here takes: a page that hangs ends the bench instead of keeping the machine. */
const patienceMs = 15_000

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input').nth(0).fill('manager')
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await restOnDashboard(page)
}

/** The address changes before the screen does: the browser may go back only once the dashboard is drawn and quiet. */
async function restOnDashboard(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard')
  await page.locator('.dashboard').waitFor()
  await page.waitForLoadState('networkidle')
}

async function toDashboard(page: Page): Promise<void> {
  await page.locator('a[href$="/dashboard"]').first().click()
  await restOnDashboard(page)
}

/** The calls of a list that is come to for the first time, from another screen. */
async function callsOfList(page: Page): Promise<string[]> {
  const calls: string[] = []
  const note = (request: Request) =>
    void (request.url().includes('/api/') && calls.push(new URL(request.url()).pathname))
  page.on('request', note)
  await page.locator('a[href$="/user"]').first().click()
  await page.locator('tbody tr[data-row]').first().waitFor()
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return calls
}

/** How much of the page has shifted since it was opened; the function runs in the page. */
const shiftOfPage = `new Promise((done) => {
  let sum = 0
  const watch = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
  })
  watch.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(sum), 500)
})`

/** From the press on Back to the frame after the last row was there; the function runs in the page. */
const backToPaint = `(rows) => new Promise((done) => {
  const start = performance.now()
  const isThere = () => document.querySelectorAll('tbody tr[data-row]').length === rows
  const watch = new MutationObserver(() => {
    if (!isThere()) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
  })
  watch.observe(document.body, { childList: true, subtree: true })
  history.back()
})`

async function scriptSeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
}

interface Measured {
  script: number
  paint: number
  shift: number
}

async function measure(page: Page, url: string, rows: number): Promise<Measured> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  await page.goto(`${url}/user?pageSize=${rows}`)
  await page
    .locator('tbody tr[data-row]')
    .nth(rows - 1)
    .waitFor()
  await page.waitForLoadState('networkidle')
  const shift = await page.evaluate<number>(shiftOfPage)
  const script: number[] = []
  const paint: number[] = []
  for (let round = -2; round < rounds; round++) {
    await toDashboard(page)
    const before = await scriptSeconds(client)
    const ms = await page.evaluate<number>(`(${backToPaint})(${rows})`)
    const after = await scriptSeconds(client)
    // The first rounds warm the engine up.
    if (round < 0) continue
    script.push((after - before) * 1000)
    paint.push(ms)
  }
  return { script: quantile(script, 0.5), paint: quantile(paint, 0.5), shift }
}

await inBrowser(async (browser, url) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await signIn(page, url)
  page.setDefaultTimeout(patienceMs)
  const calls = await callsOfList(page)
  const heads = ['script', 'budget', 'paint', 'budget', 'shift', 'budget'].map((head) => head.padStart(8))
  console.log(`median of ${rounds}, ms`.padEnd(20), ...heads)
  for (const { rows, scriptMs, paintMs } of budgets) {
    const { script, paint, shift } = await measure(page, url, rows)
    const figures = [script, scriptMs, paint, paintMs].map((ms) => ms.toFixed(1).padStart(8))
    const shifts = [shift, shiftLimit].map((share) => share.toFixed(3).padStart(8))
    console.log(`${rows} rows`.padEnd(20), ...figures, ...shifts)
    if (script > scriptMs || paint > paintMs || shift > shiftLimit) process.exitCode = 1
  }
  console.log(`${calls.length} of 1 call, from another screen to a list: ${calls.join(' ')}`)
  if (calls.length !== 1) process.exitCode = 1
})
