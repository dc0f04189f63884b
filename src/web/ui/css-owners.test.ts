import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')
const sheets = globSync('**/*.css', { cwd: sources }).sort()

/** Those of packages. */
const isForeign = (name: string) => /^(ant|anticon|leaflet)/.test(name)

/** The classes of each selector of a sheet. */
function selectorsOf(sheet: string): string[][] {
  const text = readFileSync(join(sources, sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const heads = [...text.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head).filter((head) => !/^\s*@/.test(head))
  return heads
    .flatMap((head) => head.split(/,(?![^(]*\))/))
    .map((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
    .map((names) => [...new Set(names.filter((name) => !isForeign(name)))])
}

const owners = new Map<string, Set<string>>()
for (const sheet of sheets) {
  for (const [name, ...others] of selectorsOf(sheet)) {
    if (name !== undefined && others.length === 0) owners.set(name, (owners.get(name) ?? new Set()).add(sheet))
  }
}

test('one style sheet owns a class: no other one sets rules on that class alone', () => {
  const shared = [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files].join(' '))
  expect(shared).toEqual([])
})

test('a rule about several classes is in the sheet that owns one of them', () => {
  const astray = sheets.flatMap((sheet) =>
    selectorsOf(sheet)
      .filter((names) => names.length > 1 && names.every((name) => owners.has(name) && !owners.get(name)?.has(sheet)))
      .map((names) => [sheet, ...names].join(' ')),
  )
  expect(astray).toEqual([])
})
