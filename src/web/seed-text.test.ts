/** What the seed fixes beside its calls: screens, names of charts, messages and storage keys, letter for letter. */
import { readdirSync, readFileSync } from 'node:fs'
import { matchRoutes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { StorageKey } from './api/storage.ts'

const root = new URL('../../', import.meta.url)
const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

interface SeedTexts {
  messages: string[]
  storageKeys: string[]
}

afterEach(() => void vi.unstubAllGlobals())

test('each screen and chart of the seed has a route of its own', async () => {
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  // The build makes these.
  vi.doMock('virtual:language-loaders', () => ({}))
  vi.doMock('virtual:text-loaders?basic', () => ({ default: {} }))
  vi.doMock('virtual:en.json?basic', () => ({ default: {} }))
  const { routes } = await import('./routes.tsx')
  const { shows: _, ...groups } = readJson('test/seed/charts.json') as Record<string, string[]>
  const charts = Object.entries(groups).flatMap(([group, names]) => names.map((name) => `/chart/${group}/${name}`))
  const screens = (readJson('test/seed/routes.json') as { path: string }[]).map(({ path }) => path.replace('{id}', '7'))
  expect([charts.length, screens.length]).toEqual([29, 40])
  const lost = [...screens, ...charts].filter((path) => {
    const route = matchRoutes(routes, path)?.at(-1)?.route
    return path !== '/404' && (route === undefined || route.path === '*')
  })
  expect(lost).toEqual([])
})

test('each message of the seed is one of the English texts', () => {
  const { messages } = readJson('test/seed/texts.json') as SeedTexts
  const areas = readdirSync(new URL('src/words/en/', root)).filter((name) => name.endsWith('.json'))
  const texts = areas.flatMap((name) => Object.values(readJson(`src/words/en/${name}`) as Record<string, string>))
  expect(messages.filter((message) => !texts.includes(message))).toEqual([])
})

test('what the browser stores is under the keys of the seed', () => {
  const keys: Record<StorageKey, true> = {
    authToken: true,
    user: true,
    permissions: true,
    routeList: true,
    isInit: true,
    theme: true,
    collapsed: true,
  }
  expect(Object.keys(keys)).toEqual((readJson('test/seed/texts.json') as SeedTexts).storageKeys)
})
