import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groups } from './chart.ts'
import { charts } from './gallery.ts'

test('the gallery declares the charts of the seed, letter for letter', () => {
  const path = new URL('../../../../test/seed/charts.json', import.meta.url)
  const { shows, ...seed } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>
  const declared = groups.map((group) => [
    group,
    charts.filter((chart) => chart.group === group).map(({ name }) => name),
  ])
  expect(Object.fromEntries(declared)).toEqual(seed)
  expect(charts.map(({ name }) => name).sort()).toEqual(Object.keys(shows ?? {}).sort())
})
