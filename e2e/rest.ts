/**
 * A step of a journey meets its page at rest: no call under way, no pause of typing begun, all drawn. On a slow machine a
 * key or a look would otherwise come before what the step before it led to.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Locator, Page, Request } from 'playwright-core'

/** After so long, in milliseconds, what is under way is held up by the journey on purpose, and is waited for no more. */
const heldMs = 10_000
const underWay = new WeakMap<BrowserContext, Set<Request>>()
const hurried = new WeakSet<Page>()

/** In the page: `drawn()` resolves, once there is nothing left to do, to the number of short pauses and frames to come. */
const countPauses = `{
  const coming = new Set()
  const begin = setTimeout, end = clearTimeout, draw = requestAnimationFrame, drop = cancelAnimationFrame
  const count = (globalThis.setTimeout = (act, ms, ...more) => {
    const id = begin((...these) => (coming.delete(id), act(...these)), ms, ...more)
    // Also React waits for so long before it shows a part that was loaded.
    if (ms >= 50 && ms <= 400) coming.add(id)
    return id
  })
  globalThis.clearTimeout = (id) => (coming.delete(id), end(id))
  globalThis.requestAnimationFrame = (act) => {
    const id = draw((at) => (coming.delete('frame' + id), act(at)))
    coming.add('frame' + id)
    return id
  }
  globalThis.cancelAnimationFrame = (id) => (coming.delete('frame' + id), drop(id))
  globalThis.drawn = async (isHeld) => {
    if (isHeld) coming.clear()
    await Promise.race([scheduler.postTask(() => {}, { priority: 'background' }), new Promise((done) => begin(done, 1000))])
    // A clock of the journey's own ticks by such pauses itself.
    return globalThis.setTimeout === count ? coming.size : 0
  }
}`

/** From now on each step in these pages waits for their rest. */
export async function stepAtRest(context: BrowserContext): Promise<Page> {
  const calls = new Set<Request>()
  underWay.set(context, calls)
  context.on('request', (call) => {
    // The end of a call is not told when its page is left.
    if (call.isNavigationRequest()) calls.clear()
    if (call.headers()['accept'] !== 'text/event-stream') calls.add(call)
  })
  context.on('requestfinished', (call) => calls.delete(call))
  context.on('requestfailed', (call) => calls.delete(call))
  // What a page makes nothing of, it may not read to its end.
  context.on('response', (answer) => answer.status() >= 400 && calls.delete(answer.request()))
  await context.addInitScript(countPauses)
  const page = await context.newPage()
  atRest(page, ['evaluate', 'goto', 'reload', 'goBack', 'goForward'], () => page)
  atRest(page.keyboard, ['press', 'type', 'insertText'], () => page)
  atRest(page.mouse, ['click', 'down'], () => page)
  const ofLocators = Object.getPrototypeOf(page.locator('html')) as Locator & { isPatient?: true }
  if (!ofLocators.isPatient) atRest(ofLocators, steps, (locator) => locator.page())
  ofLocators.isPatient = true
  // A call that the journey answers itself may wait for the journey.
  const route = page.route.bind(page)
  page.route = (url, answer, options) =>
    route(url, (one, call) => (calls.delete(call), answer(one, call)) as unknown, options)
  return page
}

const steps = [
  ...(['click', 'press', 'pressSequentially', 'fill', 'clear', 'check', 'uncheck', 'selectOption', 'hover'] as const),
  ...(['focus', 'blur', 'dispatchEvent', 'dragTo', 'setInputFiles', 'count', 'textContent', 'innerText'] as const),
  ...(['allTextContents', 'allInnerTexts', 'inputValue', 'isVisible', 'isChecked', 'isDisabled'] as const),
  ...(['getAttribute', 'boundingBox', 'evaluate', 'evaluateAll'] as const),
] as const

/** Steps without a wait, for a hand that is faster than the page. */
export async function inHaste<T>(page: Page, act: () => Promise<T>): Promise<T> {
  await rest(page)
  hurried.add(page)
  return await act().finally(() => hurried.delete(page))
}

function atRest<Stepper extends object>(
  of: Stepper,
  names: readonly (keyof Stepper)[],
  pageOf: (stepper: Stepper) => Page,
): void {
  for (const name of names) {
    const step = of[name] as (...these: unknown[]) => unknown
    async function whenAtRest(this: Stepper, ...these: unknown[]) {
      await rest(pageOf(this))
      return await step.apply(this, these)
    }
    Object.assign(of, { [name]: whenAtRest })
  }
}

async function rest(page: Page): Promise<void> {
  const calls = underWay.get(page.context())
  if (!calls || hurried.has(page)) return
  const look = (isHeld: boolean) => page.mainFrame().evaluate<number>(`globalThis.drawn?.(${isHeld}) ?? 0`)
  // A page on its way to another address cannot say.
  for (const end = performance.now() + heldMs; performance.now() < end; await pause(5))
    if ((await look(false).catch(() => 1)) === 0 && calls.size === 0) return
  calls.clear()
  await look(true).catch(() => undefined)
}
