/** A text that comes with a screen is there wherever the screen's code, or code that it loads later, names it. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts } from '#words/texts.ts'
import { areaOf, trailAreas } from './areas.ts'

const web = join(import.meta.dirname, '..')
const ids = new Set(Object.keys(readTexts('en')))
const routes = readFileSync(join(web, 'routes.tsx'), 'utf8')

interface Screen {
  visit: string
  page: string
  texts: string[]
}

/** Each `{ visit: …, texts: … }` with the page imported after it, there or in the constant named there; reference data. */
function screensOf(source: string): Screen[] {
  const constants = source.matchAll(/const (\w+) = async .*?import\('(.+?)'\)/g)
  const pages = new Map([...constants].map(([, name, path]) => [name, path]))
  const handles = source.matchAll(/\{\s*visit: '([\w-]+)'([^}]*)\},\s*(?:(\w+),?\s*\)|async .*?import\('(.+?)'\))/g)
  const each = /function reference\(.*?import\('(.+?)'\).*?texts: \[(.*?)\]/s.exec(source)
  const references = [...source.matchAll(/\.\.\.reference\('(\w+)'/g)].flatMap(([, visit = '']) =>
    [visit, `${visit}-detail`].map((visit) => ({ visit, page: join(web, each?.[1] ?? ''), texts: wordsIn(each?.[2]) })),
  )
  const others = [...handles].map(([, visit = '', rest = '', name, path]) => ({
    visit,
    page: join(web, path ?? pages.get(name) ?? ''),
    texts: rest.includes('trailAreas') ? [...trailAreas] : wordsIn(/texts: \[([^\]]*)/.exec(rest)?.[1]),
  }))
  return [...references, ...others]
}

function wordsIn(list = ''): string[] {
  return [...list.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word)
}

/** Comments, and texts that have a substitute. */
const notNeeded = /\/\*[^]*?\*\/|^\s*\/\/.*|textOr\(\s*['`][^'`]*['`]/gm

/** What the module and all it imports, also on demand, name of areas that have not been loaded then. */
function missing(file: string, loaded: readonly string[], seen = new Set<string>()): string[] {
  const source = readFileSync(file, 'utf8').replaceAll(notNeeded, '')
  const own = [...source.matchAll(/loadArea\('([\w-]+)'\)/g)].map(([, area = '']) => area)
  const all = [...new Set([...loaded, ...own])].toSorted((a, b) => a.localeCompare(b))
  const visited = `${all.join()} ${file}`
  if (seen.has(visited)) return []
  seen.add(visited)
  const named = [...source.matchAll(/'([\w-]+(?:\.[\w-]+)+)'|"([\w-]+(?:\.[\w-]+)+)"/g)].map(
    ([, one, two]) => one ?? two ?? '',
  )
  const begun = [...source.matchAll(/`([\w-]+\.(?:[\w-]+\.)*)\$\{/g)].map(([, start = '']) => start)
  const areas = [...named.filter((id) => ids.has(id)), ...begun].map((id) => ({ id, area: areaOf(id) }))
  const here = areas.filter(({ area }) => area !== undefined && !all.includes(area))
  const imported = [
    ...source.matchAll(/^import (?!type\b).*?'(\..+?\.tsx?)'|^\} from '(\..+?\.tsx?)'|import\('(\..+?\.tsx?)'\)/gm),
  ]
  const files = imported.map(([, one, several, later]) => ({
    next: join(dirname(file), one ?? several ?? later ?? ''),
    known: later ? [...all, ...areasBeside(source, later)] : all,
  }))
  return [
    ...here.map(({ id }) => `${id} in ${relative(web, file)}`),
    ...files.filter(({ next }) => existsSync(next)).flatMap(({ next, known }) => missing(next, known, seen)),
  ]
}

/** The areas that `lazyComponent` is told beside what it loads. */
function areasBeside(source: string, path: string): readonly string[] {
  const found = new RegExp(`import\\('${path}'\\)\\)\\.[\\w<>]+,([^)]*)\\)`).exec(source)?.[1] ?? ''
  return found.includes('...trailAreas') ? trailAreas : wordsIn(found)
}

const screens = screensOf(routes)

test('every screen is looked at', () => {
  const references = routes.split('...reference(').length - 1
  expect(screens.length).toBe([...routes.matchAll(/\bvisit: '/g)].length + 2 * references)
  expect(references).toBeGreaterThan(3)
  expect(screens.filter(({ page }) => !existsSync(page))).toEqual([])
})

test.each(screens)('the screen $visit brings the texts that it names', ({ page, texts }) => {
  expect(missing(page, texts)).toEqual([])
})

test('the shell names no text that comes with a screen', () => {
  expect(missing(join(web, 'shell/Shell.tsx'), [])).toEqual([])
})
