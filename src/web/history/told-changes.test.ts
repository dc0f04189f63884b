import { expect, test } from 'vitest'
import { languageOf, plainField, toldChanges } from './told-changes.ts'

const change = (field: string, after: unknown, before: unknown = null) => ({ field, before, after })

test('an object is told field by field, and a text by language instead of once more', () => {
  const texts = { title: { en: 'Wells', 'pt-br': 'Poços' }, summary: null }
  const told = toldChanges([change('title', 'Wells'), change('texts', texts), change('published', { number: 2 })])
  expect(told).toEqual([
    change('texts.title.en', 'Wells'),
    change('texts.title.pt-br', 'Poços'),
    change('published.number', 2),
  ])
  expect([languageOf('texts.title.pt-br'), plainField('texts.title.pt-br')]).toEqual(['pt-br', 'title'])
  expect([languageOf('title'), plainField('title')]).toEqual([undefined, 'title'])
})

test('an id beside what it names is not told, a list stays one value', () => {
  const told = toldChanges([change('roleId', 4), change('role', 'AUDITOR'), change('permissions', ['a', 'b'])])
  expect(told).toEqual([change('role', 'AUDITOR'), change('permissions', ['a', 'b'])])
})
