import { expect, test } from 'vitest'
import { changedTexts } from './survey-texts.ts'

const before = { title: { en: 'Homes', 'pt-br': 'Casas' }, description: { zh: '说明' }, summary: null }

test('a plain text is that of the default language; an object is all there are', () => {
  expect(changedTexts(undefined, { title: 'Homes', summary: { zh: '摘要' } })).toEqual({
    title: { en: 'Homes' },
    description: null,
    summary: { zh: '摘要' },
  })
  expect(changedTexts(before, { title: 'Houses' }).title).toEqual({ en: 'Houses', 'pt-br': 'Casas' })
  expect(changedTexts(before, { title: { 'pt-br': 'Lares' } }).title).toEqual({ 'pt-br': 'Lares' })
})

test('a plain text that is sent back as it was read adds no language', () => {
  expect(changedTexts(before, { title: 'Homes', description: '说明' })).toEqual(before)
})

test('null and a blank text clear a description; an absent one stays', () => {
  expect(changedTexts(before, { description: null }).description).toBeNull()
  expect(changedTexts(before, { description: '' }).description).toBeNull()
  expect(changedTexts(before, {})).toEqual(before)
})
