/**
 * What a screen makes the browser fetch, gzipped, against its budget. Reads the manifest of the last build; ends with 1
 * when a budget is broken.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { furtherLocales } from '#domain/text/locale.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  dynamicImports?: string[]
}

const dist = join(import.meta.dirname, '../dist/web')
const linkDist = join(import.meta.dirname, '../dist/link')
const manifest = manifestOf(dist)
const kilobyte = 1024

function manifestOf(folder: string): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
}

const page = readFileSync(join(dist, 'index.html'), 'utf8')
/** The chunks that the page itself names. */
const first = Object.keys(manifest).filter((key) => page.includes(`src="__BASE__/${manifest[key]?.file}"`))
/** Chunks that the first screen needs; of a group of alternatives (languages) the largest counts. */
const shell = [...first, 'shell/signed-in.ts']
const basicLanguages = furtherLocales.map((language) => [`messages:basic:${language}`])
const languages = [
  ['messages:further:en'],
  ...furtherLocales.map((language) => [`messages:further:${language}`, `messages:basic:${language}`]),
]

interface Budget {
  name: string
  limit: number
  bytes: number
}

/** The manifest names a chunk by its source; those of packages and of virtual modules by a longer path. */
function find(name: string): string {
  const key = Object.keys(manifest).find((candidate) => candidate === name || candidate.endsWith(name))
  if (key === undefined) throw new Error(`The build has no chunk ${name}: is scripts/budgets.ts out of date?`)
  return key
}

/** The chunk and everything it imports statically. */
function chunksOf(key: string): Set<string> {
  const keys = new Set([key])
  // A set also gives out what is added while it is walked.
  for (const each of keys) for (const imported of manifest[each]?.imports ?? []) keys.add(imported)
  return keys
}

function filesOf(key: string): string[] {
  return [...chunksOf(key)].flatMap((each) => manifest[each]?.file ?? [])
}

const sizes = new Map<string, number>()
function gzipped(file: string, folder = dist): number {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const size = gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
  sizes.set(file, size)
  return size
}

function sizeOf(names: readonly string[]): number {
  const files = new Set(names.flatMap((name) => filesOf(find(name))))
  return [...files].reduce((sum, file) => sum + gzipped(file), 0)
}

function screen(name: string, limit: number, chunks: readonly string[], alternatives: string[][]): Budget {
  const bytes = Math.max(...alternatives.map((language) => sizeOf([...chunks, ...language])))
  return { name, limit: limit * kilobyte, bytes }
}

/** Everything that a route may open with; what a dialog or tool brings comes with that. */
const pagesOf = ({ dynamicImports = [] }: Chunk): string[] => dynamicImports.filter(isPage)
// The file of the routes opens most of them; a frame or a page may open one or two of its own.
const [screens = []] = Object.values(manifest)
  .map(pagesOf)
  .sort((a, b) => b.length - a.length)
if (screens.length < 2)
  throw new Error('The build has no file that loads the screens: is scripts/budgets.ts out of date?')

function isPage(key: string): boolean {
  return key.startsWith('pages/')
}

function stylesOf(page: string): number {
  const keys = [...shell, page].map(find)
  const styles = new Set(keys.flatMap((key) => [...chunksOf(key)]).flatMap((key) => manifest[key]?.css ?? []))
  return [...styles].reduce((sum, file) => sum + gzipped(file), 0)
}

const entryFiles = new Set(first.flatMap(filesOf))
const scripts = new Set(Object.values(manifest).map(({ file }) => file))
/** The gallery's files: it brings two whole libraries of charts, each for itself. */
const ofCharts = new Set(
  Object.entries(manifest)
    .filter(([key]) => key.startsWith('pages/charts/'))
    .map(([, { file }]) => file),
)
const lazy = [...scripts].filter((file) => file.endsWith('.js') && !entryFiles.has(file) && !ofCharts.has(file))

/** All of its files: a phone keeps them for the way. */
const linkScripts = new Set(Object.values(manifestOf(linkDist)).map(({ file }) => file))
const linkSizes = [...linkScripts].filter((file) => file.endsWith('.js')).map((file) => gzipped(file, linkDist))

const budgets: Budget[] = [
  screen('/login', 130, [...first, 'pages/login/LoginPage.tsx'], basicLanguages),
  screen('shell and first list', 340, [...shell, 'pages/companies/CompaniesPage.tsx'], languages),
  screen('dashboard', 370, [...shell, 'pages/dashboard/DashboardPage.tsx'], languages),
  { name: 'public link', limit: 130 * kilobyte, bytes: linkSizes.reduce((sum, size) => sum + size, 0) },
  { name: 'largest lazy chunk', limit: 200 * kilobyte, bytes: Math.max(...lazy.map((file) => gzipped(file))) },
  { name: 'styles of a screen', limit: 30 * kilobyte, bytes: Math.max(...screens.map(stylesOf)) },
]

for (const { name, limit, bytes } of budgets) {
  const verdict = bytes > limit ? 'OVER' : 'ok'
  const kb = (size: number) => `${(size / kilobyte).toFixed(1)} KB`
  console.log(`${verdict.padEnd(5)}${name.padEnd(22)}${kb(bytes).padStart(9)} of ${kb(limit)}`)
}
if (budgets.some(({ limit, bytes }) => bytes > limit)) process.exitCode = 1
