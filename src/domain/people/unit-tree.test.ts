import { expect, test } from 'vitest'
import { type KnownUnit, type UnitRow, unitTreeOf } from './unit-tree.ts'

let row = 1
function unit(code: string, parentCode: string | null = null, level: number | null = null): UnitRow {
  return { row: (row += 1), code, name: code, parentCode, level }
}

function problems(rows: UnitRow[], known: KnownUnit[] = []) {
  const codeOf = new Map(rows.map((each) => [each.row, each.code]))
  return unitTreeOf(rows, known).problems.map((found) => ({
    ...found.problem,
    unit: codeOf.get(found.row),
    column: found.column,
  }))
}

test('a tree is accepted in any order of its rows and any case of its codes', () => {
  expect(
    problems(
      [unit('c', 'B', 2), unit('b', 'a', 1), unit('A', null, 0), unit('d', 'x', 4)],
      [{ code: 'X', parentCode: 'C' }],
    ),
  ).toEqual([])
})

test('each unit of a circle names all its members, and units below it are not blamed', () => {
  const found = problems([
    unit('a', 'c'),
    unit('b', 'a'),
    unit('c', 'b'),
    unit('leaf', 'b', 7),
    unit('own', 'OWN'),
  ]).sort((a, b) => (a.unit ?? '').localeCompare(b.unit ?? ''))
  expect(found.map(({ unit: name, column, code }) => [name, column, code])).toEqual(
    ['a', 'b', 'c', 'own'].map((name) => [name, 'parentCode', 'UNIT_CYCLE']),
  )
  expect(found.at(-1)?.names).toBe('own > own')
  for (const { names = '' } of found.slice(0, 3)) expect(new Set(names.split(' > '))).toEqual(new Set(['a', 'b', 'c']))
})

test('a circle that goes through stored units names them too', () => {
  const known = [
    { code: 'top', parentCode: null },
    { code: 'mid', parentCode: 'top' },
    { code: 'low', parentCode: 'mid' },
  ]
  const [found, ...others] = problems([unit('top', 'low')], known)
  expect(others).toEqual([])
  expect(found?.code).toBe('UNIT_CYCLE')
  expect(new Set(found?.names?.split(' > '))).toEqual(new Set(['top', 'mid', 'low']))
})

test('orphans, wrong levels and too deep units are found, also among moved units', () => {
  expect(problems([unit('a', 'nowhere'), unit('b', 'a', 1), unit('c', null, 1)])).toEqual([
    { unit: 'a', column: 'parentCode', code: 'UNKNOWN_PARENT', value: 'nowhere' },
    { unit: 'c', column: 'level', code: 'WRONG_LEVEL', limit: 0 },
  ])
  const chain = Array.from({ length: 10 }, (_, index) => ({
    code: `k${index}`,
    parentCode: index === 0 ? null : `k${index - 1}`,
  }))
  expect(problems([unit('new'), unit('k0', 'new')], chain)).toEqual([
    { unit: 'k0', column: 'parentCode', code: 'UNIT_TOO_DEEP', limit: 9 },
  ])
  expect(problems([unit('deep', 'k9', 3)], chain)).toMatchObject([{ unit: 'deep', code: 'UNIT_TOO_DEEP' }])
})
