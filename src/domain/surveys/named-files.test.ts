import { expect, test } from 'vitest'
import { usesOfFiles } from './named-files.ts'
import { plainQuestion } from '../answers/test/small-survey.ts'
import type { Question } from './survey.ts'

const question = (id: number, more: Partial<Question>) => plainQuestion(id, { type: 'SINGLE', ...more })

test('a file is used by what chooses from it, looks it up, or shows it', () => {
  const goat = { id: 1, code: 'goat', text: { en: 'Goat' }, isOther: false, exclusive: false, position: 1 }
  const questions = [
    question(1, { list: { file: 'a.csv' }, media: { image: { en: 'a.png', zh: 'b.png' } } }),
    question(2, { answers: [{ ...goat, media: { audio: { en: 'a.mp3' } } }], media: { image: { en: 'a.png' } } }),
    question(3, { relevant: "lookup('a.csv', 'name', 'code', q1) = 'x'" }),
  ]
  const section = { id: 9, title: { en: 'Farm' }, position: 1, media: { video: { en: 'a.mp4' } }, questions }
  const uses = [...usesOfFiles({ sections: [section] })]
  expect(uses.map(([file, parts]) => [file, [...parts].map(({ id }) => id)])).toEqual([
    ['a.mp4', [9]],
    ['a.csv', [1, 3]],
    ['a.png', [1, 2]],
    ['b.png', [1]],
    ['a.mp3', [2]],
  ])
})
