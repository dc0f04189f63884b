import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import type { Question } from '#domain/surveys/survey.ts'
import type { Locale } from '#domain/text/locale.ts'
import { readTexts } from '#words/texts.ts'
import { conditionWords, namesApart } from './condition-words.ts'

const option = (code: string, text: string) => ({ code, text: { en: text } })
const question = (text: string, type: Question['type'], answers: object[] = []) =>
  ({ text: { en: text }, type, answers }) as unknown as Question

const questions = new Map([
  ['sex', question('Sex', 'SINGLE', [option('f', 'Female'), option('m', 'Male')])],
  ['age', question('Age', 'INTEGER')],
  ['crops', question('Crops', 'MULTIPLE', [option('maize', 'Maize')])],
  ['owner', question('Do you own it?', 'YES_NO')],
])

function said(source: string, locale: Locale = 'en', own = questions.get('age')): string | undefined {
  const { formatMessage } = createIntl({ locale, messages: readTexts(locale) })
  const t = (id: string, values?: Record<string, string>) => formatMessage({ id }, values)
  const words = conditionWords(source, { questions, own, language: 'en', t: t as never })
  return (
    words &&
    namesApart(words)
      .map(({ text, name }) => (name ? `*${text}*` : text))
      .join('')
  )
}

test('comparisons are said with the texts of questions and options', () => {
  expect(said("sex = 'f'")).toBe('*Sex* is *Female*')
  expect(said("${sex} != 'x'")).toBe('*Sex* is not *x*')
  expect(said('15 <= age')).toBe('*Age* is at least *15*')
  expect(said("owner = 'yes'")).toBe('*Do you own it?* is *Yes*')
  expect(said('. >= 0 and . < -age')).toBeUndefined()
  expect(said('. >= 0 and . < 120')).toBe('the answer is at least *0* and the answer is less than *120*')
})

test('choices, answers and their opposites have words', () => {
  expect(said("selected(crops, 'maize')")).toBe('*Crops* includes *Maize*')
  expect(said("not(selected(crops, 'maize')) or not(answered(age))")).toBe(
    '*Crops* does not include *Maize* or *Age* is not answered',
  )
  expect(said("(sex = 'f' or sex = 'm') and age > 3")).toBe(
    '(*Sex* is *Female* or *Sex* is *Male*) and *Age* is greater than *3*',
  )
})

test('other languages say the same, and what has no words stays as written', () => {
  expect(said("sex = 'f' and age > 3", 'pt-br')).toBe('*Sex* for *Female* e *Age* for maior que *3*')
  expect(said("sex = 'f'", 'zh')).toBe('*Sex* 为 *Female*')
  expect(['age + 1 > 3', 'count(crops) = 2', 'age = ', "gone = '1'"].map((source) => said(source))).toEqual(
    Array(4).fill(undefined),
  )
})
