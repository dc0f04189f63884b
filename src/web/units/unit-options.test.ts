import { expect, test } from 'vitest'
import type { AdministrativeUnit } from '#contract/administrative-units.ts'
import { foundOptions, pathIds, walkedOptions } from './unit-options.ts'

function unit(id: number, above: AdministrativeUnit[] = [], childCount = 0): AdministrativeUnit {
  const ancestors = above.map(({ id: each, code, name }) => ({ id: each, code, name }))
  const moments = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
  const parentId = above.at(-1)?.id ?? null
  return {
    id,
    code: `C${id}`,
    name: `Unit ${id}`,
    level: above.length,
    parentId,
    childCount,
    ancestors,
    version: 1,
    ...moments,
  }
}

const country = unit(1, [], 2)
const province = unit(2, [country], 1)
const district = unit(3, [country, province])

test('the tree is offered as far as it was opened, and units without children end it', () => {
  const below = new Map([
    [0, [country]],
    [1, [province, unit(4, [country])]],
  ])
  expect(walkedOptions(below)).toEqual([
    {
      value: 1,
      label: 'Unit 1',
      isLeaf: false,
      children: [
        { value: 2, label: 'Unit 2', isLeaf: false },
        { value: 4, label: 'Unit 4', isLeaf: true },
      ],
    },
  ])
})

test('a found unit is below all units above it, once, also when one of those was found', () => {
  expect(foundOptions([district, province])).toEqual([
    {
      value: 1,
      label: 'Unit 1',
      isLeaf: false,
      children: [
        { value: 2, label: 'Unit 2', isLeaf: false, children: [{ value: 3, label: 'Unit 3 (C3)', isLeaf: true }] },
      ],
    },
  ])
  expect(pathIds(district)).toEqual([1, 2, 3])
})
