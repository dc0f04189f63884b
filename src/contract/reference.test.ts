/** The parts that follow from a declaration of reference data, kind by kind. */
import { expect, test } from 'vitest'
import { companies } from './companies.ts'
import { choice, code, description, record, reference, title, yesNo } from './reference.ts'

const vehicles = reference({
  path: 'siteCategories',
  subject: 'site_category',
  fields: {
    title,
    code,
    kind: choice(['LAND', 'WATER']),
    active: yesNo(true),
    companyId: record(companies, 'company'),
    description,
  },
})

const given = { title: ' Boat ', code: 'BOAT', kind: 'WATER', active: false, companyId: 5, description: null } as const

test('create takes every field by its kind, and reports the problem of each', () => {
  expect(vehicles.create.body.parse(given)).toEqual({ ...given, title: 'Boat' })
  const wrong = { title: '', code: 'boat', kind: 'AIR', active: 'yes', companyId: 0, description: 1, bogus: 1 }
  const { error } = vehicles.create.body.safeParse(wrong)
  const paths = error?.issues.map(({ path, ...issue }) => path[0] ?? ('keys' in issue ? issue.keys[0] : undefined))
  expect(paths?.sort()).toEqual(Object.keys(wrong).sort())
})

test('update takes any part of it, and a field that is left out stays as it is', () => {
  expect(vehicles.update.body.parse({ version: 2 })).toEqual({ version: 2 })
})

test('a row has the common fields, its own, and the title of the record that it names', () => {
  const record = ['id', 'version', 'createdAt', 'updatedAt']
  expect(Object.keys(vehicles.row.shape)).toEqual([...record, ...Object.keys(given), 'companyTitle'])
})

test('the list filters by every field but the description, and by both times', () => {
  expect(vehicles.filters).toEqual({
    title: { kind: 'text' },
    code: { kind: 'text' },
    kind: { kind: 'oneOf', values: ['LAND', 'WATER'] },
    active: { kind: 'yesNo' },
    companyId: { kind: 'record', of: 'companies' },
    createdAt: { kind: 'day' },
    updatedAt: { kind: 'day' },
  })
})

test('lines and choices are sorted by, lines are searched in', () => {
  expect(vehicles.sort).toEqual(['title', 'code', 'kind', 'createdAt', 'updatedAt'])
  expect(vehicles.search).toEqual(['title', 'code'])
})

test('the rights are those of its path, the screen is called like the subject', () => {
  const { list, create, removeMany, screen } = vehicles
  expect([list.access, create.access, removeMany.access, screen]).toEqual([
    'siteCategories.read',
    'siteCategories.write',
    'siteCategories.delete',
    'siteCategory',
  ])
})
