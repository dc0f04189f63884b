/** The loader of parts on a stand-in of the few things that it takes from the browser. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const page = 'http://canvass.test/assets/page.js'
const address = (file: string) => new URL(file, page).href

/** What the server says to a file; without an entry the file comes. */
let answers: Map<string, () => Response>
/** Files that the browser could not take into the page. */
let refused: Set<string>
let asked: string[]
let linked: string[]

/** The loader as a fresh page has it, after its first screen; `first.js` came with index.html. */
async function openPage() {
  vi.resetModules()
  const loader = await import('./import-whole.ts')
  loader.fetchFirst()
  return loader
}

beforeEach(() => {
  answers = new Map()
  refused = new Set()
  asked = []
  linked = []
  vi.stubGlobal('document', {
    querySelectorAll: () => [],
    scripts: [{ src: address('first.js') }],
    createElement: () => Object.assign(new EventTarget(), { href: '', remove: () => linked.pop() }),
    head: {
      append(link: EventTarget & { href: string }) {
        linked.push(link.href)
        queueMicrotask(() => link.dispatchEvent(new Event(refused.has(link.href) ? 'error' : 'load')))
      },
    },
  })
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    asked.push(url)
    signal?.throwIfAborted()
    return answers.get(url)?.() ?? new Response('export {}')
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
  const { importWhole } = await openPage()
  const seen = await importWhole(async () => ({ asked: [...asked], linked: [...linked] }), ['first.js', 'a.js'], page)
  expect(seen).toEqual({ asked: [address('a.js')], linked: [address('a.js')] })
})

test('a part that lacks a file is not imported, and comes with the next try', async () => {
  const { importWhole } = await openPage()
  const importPart = vi.fn(async () => 'part')
  answers.set(address('below.js'), offline)
  await expect(importWhole(importPart, ['part.js', 'below.js'], page)).rejects.toThrow('Failed to fetch')
  expect(importPart).not.toHaveBeenCalled()
  expect(linked).toEqual([])
  answers.clear()
  expect(await importWhole(importPart, ['part.js', 'below.js'], page)).toBe('part')
  expect(asked).toEqual(['part.js', 'below.js', 'below.js'].map(address))
})

test('two parts that need the same file at the same time ask for it once', async () => {
  const { importWhole } = await openPage()
  await Promise.all(['a', 'b'].map((part) => importWhole(async () => part, ['shared.js'], page)))
  expect(asked).toEqual([address('shared.js')])
  expect(linked).toEqual([address('shared.js')])
})

test('style sheets are applied in the order of the list', async () => {
  const { importWhole } = await openPage()
  await importWhole(async () => 'part', ['a.css', 'part.js', 'b.css'], page)
  expect(linked).toEqual(['a.css', 'part.js', 'b.css'].map(address))
})

test('a style sheet that was refused leaves the page, and is asked for again', async () => {
  const { importWhole } = await openPage()
  refused.add(address('part.css'))
  await expect(importWhole(async () => 'part', ['part.css'], page)).rejects.toThrow()
  expect(linked).toEqual([])
  refused.clear()
  expect(await importWhole(async () => 'part', ['part.css'], page)).toBe('part')
})

test('the files of the first screen are not fetched apart from their import', async () => {
  vi.resetModules()
  const { importWhole } = await import('./import-whole.ts')
  await importWhole(async () => 'part', ['part.js'], page)
  expect(asked).toEqual([])
  expect(linked).toEqual([address('part.js')])
})

test('a file that does not come within 120 seconds is given up', async () => {
  const { importWhole } = await openPage()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('too late')))
  await expect(importWhole(async () => 'part', ['slow.js'], page)).rejects.toThrow('too late')
  expect(timeout).toHaveBeenCalledWith(120_000)
})

test('a part that hangs in its import is given up as well', async () => {
  const { importWhole } = await openPage()
  const clock = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
  const part = importWhole(() => new Promise(() => clock.abort(new Error('too late'))), ['slow.js'], page)
  await expect(part).rejects.toMatchObject({ cause: { message: 'too late' } })
})

test('only a file that the server no longer has asks for a fresh page', async () => {
  const { importWhole, PageOutdated } = await openPage()
  answers.set(address('gone.js'), () => new Response('', { status: 404 }))
  answers.set(address('busy.js'), () => new Response('', { status: 503 }))
  await expect(importWhole(async () => 'part', ['gone.js'], page)).rejects.toBeInstanceOf(PageOutdated)
  await expect(importWhole(async () => 'part', ['busy.js'], page)).rejects.not.toBeInstanceOf(PageOutdated)
})

test('a part that came and cannot be imported asks for a fresh page', async () => {
  const { importWhole, PageOutdated } = await openPage()
  const part = importWhole(() => Promise.reject(new TypeError('Unexpected token')), ['part.js'], page)
  await expect(part).rejects.toBeInstanceOf(PageOutdated)
})
