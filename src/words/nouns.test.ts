import { expect, test } from 'vitest'
import { said, withEach } from './nouns.ts'
import { grammarOf } from './texts.ts'

test('a sentence takes the noun, what agrees with it, and a capital where it begins', () => {
  expect(said(grammarOf('en'), 'siteCategories', '{one} created')).toBe('Site category created')
  expect(said(grammarOf('pt-br'), 'siteCategories', 'Nov{o} {one}')).toBe('Nova categoria de local')
  expect(said(grammarOf('pt-br'), 'issueCategories', '{many} exportad{o}s')).toBe('Motivos de pendência exportados')
  expect(said(grammarOf('zh'), 'categories', '新建{one}')).toBe('新建类别')
  expect(said(grammarOf('en'), 'categories', 'Edit {one}: {name}')).toBe('Edit category: {name}')
})

test('a shared text becomes one per resource, except for missing fields and own texts', () => {
  const texts = withEach(grammarOf('en'), {
    'each.new': 'New {one}',
    'each.field.code': 'Code',
    'usage.each_one': '{count, plural, one {# {one}} other {# {many}}}',
    'categories.new': 'Its own',
    'teach.new': 'Of no resource',
  })
  expect(texts).toMatchObject({
    'categories.new': 'Its own',
    'subcategories.new': 'New subcategory',
    'usage.site_category': '{count, plural, one {# site category} other {# site categories}}',
    'teach.new': 'Of no resource',
  })
  expect(texts).toHaveProperty(['issueCategories.field.code'])
  expect(texts).not.toHaveProperty(['categories.field.code'])
  expect(Object.keys(texts).filter((id) => /(^|\.)each/.test(id))).toEqual([])
})

test('a field that names a record is called like the record', () => {
  const texts = withEach(grammarOf('pt-br'), { 'each.edit': '{one}' })
  expect(texts['subcategories.field.categoryId']).toBe('Categoria')
  expect(texts['subcategories.field.categoryTitle']).toBe('Categoria')
})
