import { expect, test } from 'vitest'
import { pipedText, type ReadAt } from './piped-text.ts'
import { plainQuestion } from './test/small-survey.ts'

const title = { en: 'Section' }
const content = {
  sections: [
    { id: 10, title, position: 1, questions: [plainQuestion(1, { code: 'head' })] },
    {
      id: 20,
      title,
      position: 2,
      repeat: { max: 5 },
      questions: [plainQuestion(2, { code: 'name' }), plainQuestion(3, { code: 'age' })],
    },
  ],
}
const answers = { '1': 'Ana', '2.1': 'Rui', '2.2': 'Eva' }

function shown(text: string, at: ReadAt = {}): string {
  return pipedText(text, { content, answers, at }, (_, value) => String(value))
}

test('a text shows the answer to the question that it names', () => {
  expect(shown('Where was ${head} born? Ask ${ head }.')).toBe('Where was Ana born? Ask Ana.')
})

test('a text in a repetition shows the answers of that repetition, elsewhere of all', () => {
  expect(shown('Age of ${name}', { section: 20, repetition: 2 })).toBe('Age of Eva')
  expect(shown('Age of ${name}', { section: 10 })).toBe('Age of Rui, Eva')
})

test('a blank answer is three dots, and an unknown code stays as it is written', () => {
  expect(shown('${age} of ${nobody} for $5 {head}')).toBe('… of ${nobody} for $5 {head}')
})
