import { expect, test } from 'vitest'
import { type AccessRule, ageOn, reaches, ruleProblems, settledFilter, subjectsOf } from './access-rule.ts'
import { accessRights, staffRights } from './survey-access.ts'

/** Country 1 > province 2 > district 3; province 4 beside it. */
const sites = [
  { id: 10, companyId: 100, siteCategoryId: 7, administrativeUnitId: 2 },
  { id: 11, companyId: 100, siteCategoryId: 8, administrativeUnitId: 4 },
  { id: 12, companyId: 101, siteCategoryId: 7, administrativeUnitId: null },
]
const world = { sites, today: '2026-03-01' }
const woman = {
  id: 1,
  adminType: 'PARTICIPANT' as const,
  isActive: true,
  roleId: 5,
  gender: 'Female',
  birthDate: '2000-03-02',
  unitPath: [1, 2, 3],
}
const collect = (subjectType: AccessRule['subjectType'], subjectId: number, filter: AccessRule['filter'] = null) =>
  reaches({ subjectType, subjectId, right: 'COLLECT', filter }, woman, world)

const byRole = (filter: AccessRule['filter']) => ({
  subjectType: 'ROLE' as const,
  subjectId: 5,
  right: 'COLLECT' as const,
  filter,
})

const problemsOf = (subjectType: AccessRule['subjectType'], filter: AccessRule['filter']) =>
  ruleProblems({ subjectType, right: 'COLLECT', filter }).map(({ path, code }) => `${path} ${code}`)

test.each([
  ['herself', 'USER', 1, true],
  ['another', 'USER', 2, false],
  ['her role', 'ROLE', 5, true],
  ['her district', 'ADMIN_UNIT', 3, true],
  ['her country', 'ADMIN_UNIT', 1, true],
  ['the province beside', 'ADMIN_UNIT', 4, false],
  ['a site in her province', 'SITE', 10, true],
  ['a site in the province beside', 'SITE', 11, false],
  ['a site without a unit', 'SITE', 12, false],
  ['a company with a site in her province', 'COMPANY', 100, true],
  ['a company whose sites have no unit', 'COMPANY', 101, false],
] as const)('a woman of a district: a grant to %s reaches her or does not', (_whom, type, id, expected) => {
  expect(collect(type, id)).toBe(expected)
})

test.each([
  ['her gender in other letters', { gender: 'female' }, true],
  ['another gender', { gender: 'M' }, false],
  ['the age she has until tomorrow', { ageMin: 25, ageMax: 25 }, true],
  ['the age she has from tomorrow', { ageMin: 26 }, false],
  ['her province', { administrativeUnitId: 2 }, true],
  ['the province beside', { administrativeUnitId: 4 }, false],
  ['a category of a site where she lives', { siteCategoryId: 7 }, true],
  ['a category of sites elsewhere', { siteCategoryId: 8 }, false],
  ['one right and one wrong condition', { gender: 'Female', ageMax: 20 }, false],
])('a filter by %s keeps her or leaves her out', (_by, filter, expected) => {
  expect(collect('ROLE', 5, filter)).toBe(expected)
})

test('the category is that of the sites of the company itself', () => {
  expect(collect('COMPANY', 100, { siteCategoryId: 7 })).toBe(true)
  expect(collect('COMPANY', 100, { siteCategoryId: 8 })).toBe(false)
  expect(collect('COMPANY', 101, { siteCategoryId: 7 })).toBe(false)
})

test('who does not say a gender or a birth date is reached by no filter on it', () => {
  const silent = { ...woman, gender: null, birthDate: null }
  expect(reaches(byRole(null), silent, world)).toBe(true)
  for (const filter of [{ gender: 'Female' }, { ageMin: 0 }, { ageMax: 150 }])
    expect(reaches(byRole(filter), silent, world)).toBe(false)
})

test('collecting reaches active participants alone, all other rights active staff', () => {
  for (const right of accessRights)
    for (const adminType of ['ADMIN', 'PARTICIPANT'] as const) {
      const rule = { subjectType: 'USER' as const, subjectId: 1, right, filter: null }
      expect(reaches(rule, { ...woman, adminType }, world)).toBe(
        (right === 'COLLECT') === (adminType === 'PARTICIPANT'),
      )
      expect(reaches(rule, { ...woman, adminType, isActive: false }, world)).toBe(false)
    }
})

test('the day before a birthday, and a birthday on 29 February, count right', () => {
  expect(ageOn('2026-03-01', '2000-03-02')).toBe(25)
  expect(ageOn('2026-03-02', '2000-03-02')).toBe(26)
  expect(ageOn('2026-02-28', '2004-02-29')).toBe(21)
  expect(ageOn('2026-03-01', '2004-02-29')).toBe(22)
})

test('a right in the back office is given to people and roles alone, without a filter', () => {
  for (const right of staffRights) {
    expect(subjectsOf(right)).toEqual(['USER', 'ROLE'])
    for (const subjectType of ['COMPANY', 'ADMIN_UNIT', 'SITE'] as const)
      expect(ruleProblems({ subjectType, right, filter: null })).toEqual([{ path: 'subjectType', code: 'NOT_ALLOWED' }])
    expect(ruleProblems({ subjectType: 'ROLE', right, filter: { gender: 'F' } })).toEqual([
      { path: 'filter', code: 'NOT_ALLOWED' },
    ])
  }
})

test('a filter on one person, reversed ages or the category of one site is refused', () => {
  expect(problemsOf('USER', { gender: 'F' })).toEqual(['filter NOT_ALLOWED'])
  expect(problemsOf('SITE', { ageMin: 30, ageMax: 20, siteCategoryId: 7 })).toEqual([
    'filter.ageMin RANGE_REVERSED',
    'filter.siteCategoryId NOT_ALLOWED',
  ])
  expect(problemsOf('COMPANY', { ageMin: 20, ageMax: 20, siteCategoryId: 7 })).toEqual([])
  expect(settledFilter({ gender: '', ageMin: null })).toBeNull()
  expect(settledFilter({ gender: 'F', ageMin: undefined })).toEqual({ gender: 'F' })
})
