import { expect, test } from 'vitest'
import { languageFor, languageName, languageOf, languagesOf } from './languages.ts'

test('a language is found by its code, its name and the name in itself', () => {
  expect(['tet', 'Tetun', 'Chichewa', 'Swahili', 'Makhuwa', 'français', 'Tetum (tet)', 'eng'].map(languageOf)).toEqual([
    'tet',
    'tet',
    'ny',
    'sw',
    'vmw',
    'fr',
    'tet',
    'en',
  ])
  expect(languageOf('Klingonish')).toBeUndefined()
  expect([languageName('sw', 'pt-BR'), languageName('qaa', 'en')]).toEqual(['suaíli', 'qaa'])
})

test('a survey has the languages that are chosen and those of its texts', () => {
  const section = { id: 1, title: { zh: '水', fr: 'Eau' }, position: 1, questions: [] }
  expect(languagesOf({ sections: [section] }, ['tet', 'fr', 'en'])).toEqual(['en', 'zh', 'fr', 'tet'])
})

test('a reader gets the language that they know best', () => {
  expect(languageFor(['en', 'pt'], 'pt-br')).toBe('pt')
  expect(languageFor(['en', 'pt', 'pt-br'], 'pt-br')).toBe('pt-br')
  expect(languageFor(['fr', 'pt'], 'zh')).toBe('fr')
  expect(languageFor([], 'zh')).toBe('zh')
})
