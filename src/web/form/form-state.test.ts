import { expect, test } from 'vitest'
import { companies, CompanyFields } from '#contract/companies.ts'
import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import {
  changedNames,
  conflictsOf,
  createBody,
  isClearable,
  isRequired,
  plainText,
  settled,
  problemsIn,
  sortProblems,
  startingValues,
  turnsPageOnly,
  updateBody,
} from './form-state.ts'

const stored = { id: 5, version: 2, title: 'Ana', category: null, address: 'Beira', description: null }
const problem = (path: string) => ({ path, code: 'TYPE' as const, message: '' })
const before = startingValues(CompanyFields, stored)

test('a form holds the fields of the resource and nothing else of the record', () => {
  expect(before).toEqual({ title: 'Ana', category: null, address: 'Beira', description: null })
})

test('blank is blank: emptying an empty field changes nothing', () => {
  expect(changedNames(before, { ...before, category: '' })).toEqual([])
})

test('an object with its keys in another order is the same', () => {
  const texts = { text: { en: 'Village', zh: '村庄' } }
  expect(changedNames(texts, { text: { zh: '村庄', en: 'Village' } })).toEqual([])
  expect(changedNames(texts, { text: { en: 'Village' } })).toEqual(['text'])
})

test('a text in several languages names each of them', () => {
  const names: Record<string, string> = { en: 'English', zh: '中文' }
  const said = plainText({ en: 'Wells', zh: '水井' }, (key) => names[key] ?? key)
  expect(said).toBe('English: Wells\n中文: 水井')
})

test('only what takes null can be cleared', () => {
  expect(['title', 'address', 'logo'].map((name) => isClearable(CompanyFields, name))).toEqual([false, true, false])
})

test('an update sends what changed, and null for what was emptied', () => {
  expect(updateBody(before, { ...before, title: 'Bia', address: '' })).toEqual({ title: 'Bia', address: null })
})

test('a new record sends what was filled in', () => {
  expect(createBody({ title: 'Ana', category: '', address: undefined, description: null })).toEqual({ title: 'Ana' })
})

test('the same problems are found as on the server', () => {
  expect(problemsIn(companies, { title: '  ' })).toMatchObject([{ path: 'title', code: 'REQUIRED' }])
  expect(problemsIn(companies, { title: 'x'.repeat(201) })).toMatchObject([{ code: 'TOO_LONG', limit: 200 }])
  expect(problemsIn(companies, { title: 'Ana' })).toEqual([])
  expect(['title', 'address'].map((name) => isRequired(CompanyFields, name))).toEqual([true, false])
})

test('what is no amount is answered with an amount of the currency', () => {
  const paid = { title: { en: 'Wells' }, surveyType: 'PAID', amount: 'ten' }
  const said = (currency: string) => problemsIn(surveys, { ...paid, currency }).map(({ code, limit }) => [code, limit])
  expect(said('MZN')).toEqual([['NOT_AN_AMOUNT', '1250.00']])
  expect(said('UGX')).toEqual([['NOT_AN_AMOUNT', '1250']])
  expect(said('TND')).toEqual([['NOT_AN_AMOUNT', '1250.000']])
})

test('problems of the shape and of the sense of a record are found at once', () => {
  const found = problemsIn(sites, { title: '', latitude: 91, longitude: null, radiusMeters: 5, contactPhone: 'none' })
  expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'title REQUIRED',
    'siteCategoryId REQUIRED',
    'latitude TOO_BIG',
    'radiusMeters TOO_SMALL',
    'longitude POINT_INCOMPLETE',
    'contactPhone BAD_PHONE',
  ])
  expect(found.at(-3)).toMatchObject({ limit: 10, code: 'TOO_SMALL' })
})

test('of a survey, what it pays and when it runs is judged before anything is sent', () => {
  const days = { startsAt: '2026-03-02T10:00:00Z', endsAt: '2026-03-01T10:00:00Z' }
  const found = problemsIn(surveys, { title: 'Backwards', surveyType: 'PAID', amount: '', ...days })
  expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(['amount AMOUNT_NEEDED', 'endsAt END_BEFORE_START'])
})

test('a field that cannot be read is not judged by what it would mean', () => {
  const found = problemsIn(sites, {
    title: 'Gate',
    siteCategoryId: 1,
    latitude: '1,5',
    longitude: 2,
    radiusMeters: 5.5,
  })
  expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(['latitude TYPE', 'radiusMeters TYPE'])
})

test('problems go to their fields, those of no field to the summary', () => {
  const sorted = sortProblems(['title', 'sections[0].title', 'version'].map(problem), new Set(['title', 'sections']))
  expect(Object.keys(sorted.byField)).toEqual(['title', 'sections'])
  expect(sorted.rest.map(({ path }) => path)).toEqual(['version'])
})

test('a conflict shows the fields in which mine and theirs differ', () => {
  const mine = { ...before, title: 'Mine', address: 'Tete' }
  const theirs = { ...before, title: 'Theirs', address: 'Tete', description: 'New' }
  expect(conflictsOf(before, mine, theirs)).toEqual([
    { name: 'title', isMine: true, mine: 'Mine', theirs: 'Theirs' },
    { name: 'description', isMine: false, mine: null, theirs: 'New' },
  ])
})

test('a merge keeps my value where I changed it, and theirs where I did not', () => {
  const mine = { ...before, title: 'Mine', address: 'Tete' }
  const theirs = { ...before, title: 'Theirs', address: 'Chimoio', description: 'New' }
  expect(settled(before, mine, theirs, {})).toEqual({ ...theirs, title: 'Mine', address: 'Tete' })
  expect(settled(before, mine, theirs, { address: 'theirs' })).toEqual({ ...theirs, title: 'Mine' })
  expect(settled(before, mine, theirs, { title: 'theirs', address: 'theirs' })).toEqual(theirs)
})

test('problems of nested parts are at their field, or in the summary without one', () => {
  const nested = [problem('items.0.name'), problem('address.street'), problem('sections[1].title')]
  const sorted = sortProblems(nested, new Set(['items', 'sections']))
  expect(sorted.byField['items']?.map(({ path }) => path)).toEqual(['items.0.name'])
  expect(sorted.byField['sections']?.map(({ path }) => path)).toEqual(['sections[1].title'])
  expect(sorted.rest.map(({ path }) => path)).toEqual(['address.street'])
})

const to = (search: string, pathname = '/sites') => ({ pathname, search })

test('a list that turns its page leaves its form open; closing the form does not', () => {
  const form = to('?page=3&modal=update&id=7')
  expect(turnsPageOnly(form, to('?modal=update&id=7'))).toBe(true)
  expect(turnsPageOnly(form, to('?page=2&modal=update&id=7'))).toBe(true)
  for (const next of [to('?page=3'), to('?modal=update&id=8'), to(form.search, '/companies')])
    expect(turnsPageOnly(form, next)).toBe(false)
  // Forms that are opened by another word of the address.
  expect(turnsPageOnly(to('?form=question:12', '/survey/1'), to('', '/survey/1'))).toBe(false)
})
