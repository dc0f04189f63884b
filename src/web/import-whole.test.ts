/** The loader of parts on a stand-in of the few things that it takes from the browser. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const page = 'http://canvass.test/assets/page.js'
const address = (file: string) => new URL(file, page).href

let answers: Record<string, () => Response>
let asked: string[]
let styles: { href: string; settle: Record<string, () => void>; isGone: boolean }[]

/** The loader as a fresh page has it; `first.js` came with index.html. */
async function freshPage() {
  vi.resetModules()
  return import('./import-whole.ts')
}

beforeEach(() => {
  answers = {}
  asked = []
  styles = []
  vi.stubGlobal('document', {
    querySelectorAll: () => [],
    scripts: [{ src: address('first.js') }],
    createElement: () => {
      const link = { href: '', settle: {} as Record<string, () => void>, isGone: false }
      styles.push(link)
      return Object.assign(link, {
        addEventListener: (event: string, act: () => void) => (link.settle[event] = act),
        remove: () => (link.isGone = true),
      })
    },
    head: { append: () => {} },
  })
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve().then(() => answers[url]?.() ?? new Response('export {}'))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const offline = () => {
  throw new TypeError('Failed to fetch')
}

test('a part is imported once all of its files have come', async () => {
  const { importWhole } = await freshPage()
  const part = await importWhole(async () => [...asked], ['first.js', 'part.js', 'below.js'], page)
  expect(part).toEqual([address('part.js'), address('below.js')])
})

test('a part of which one file is missing is never imported, and comes with the next try', async () => {
  const { importWhole } = await freshPage()
  const importPart = vi.fn(async () => 'part')
  answers[address('below.js')] = offline
  await expect(importWhole(importPart, ['part.js', 'below.js'], page)).rejects.toThrow('Failed to fetch')
  expect(importPart).not.toHaveBeenCalled()
  answers = {}
  expect(await importWhole(importPart, ['part.js', 'below.js'], page)).toBe('part')
  expect(asked).toEqual(['part.js', 'below.js', 'below.js'].map(address))
})

test('two parts that need the same file at the same time ask for it once', async () => {
  const { importWhole } = await freshPage()
  await Promise.all(['a', 'b'].map((part) => importWhole(async () => part, ['shared.js'], page)))
  expect(asked).toEqual([address('shared.js')])
})

test('a file that does not come within 120 seconds is given up', async () => {
  const { importWhole } = await freshPage()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('too late')))
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason as Error))
  await expect(importWhole(async () => 'part', ['slow.js'], page)).rejects.toThrow('too late')
  expect(timeout).toHaveBeenCalledWith(120_000)
})

test('a style sheet that did not come leaves the page, and is asked for again', async () => {
  const { importWhole } = await freshPage()
  const refused = importWhole(async () => 'part', ['part.css'], page)
  await vi.waitFor(() => expect(styles).toHaveLength(1))
  styles[0]?.settle['error']?.()
  await expect(refused).rejects.toThrow('could not be applied')
  expect(styles[0]?.isGone).toBe(true)
  const part = importWhole(async () => 'part', ['part.css'], page)
  await vi.waitFor(() => expect(styles).toHaveLength(2))
  styles[1]?.settle['load']?.()
  expect(await part).toBe('part')
})

test('a file that the server has no more asks for a fresh page, one that it could not send does not', async () => {
  const { importWhole, PageOutdated } = await freshPage()
  answers[address('gone.js')] = () => new Response('', { status: 404 })
  answers[address('busy.js')] = () => new Response('', { status: 503 })
  await expect(importWhole(async () => 'part', ['gone.js'], page)).rejects.toBeInstanceOf(PageOutdated)
  await expect(importWhole(async () => 'part', ['busy.js'], page)).rejects.not.toBeInstanceOf(PageOutdated)
})

test('a part that came and cannot be imported asks for a fresh page', async () => {
  const { importWhole, PageOutdated } = await freshPage()
  const refused = importWhole(() => Promise.reject(new TypeError('Unexpected token')), ['part.js'], page)
  await expect(refused).rejects.toBeInstanceOf(PageOutdated)
})
