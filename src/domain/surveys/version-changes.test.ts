import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { anyAnsweredSurvey } from '../../server/test/any-survey.ts'
import { plainQuestion } from '../answers/test/small-survey.ts'
import type { Question, SurveyContent } from './survey.ts'
import { contentChanges, fitsRevision, logicChanges } from './version-changes.ts'

function question(id: number, more: Partial<Question> = {}): Question {
  const answers = [{ id: id * 10, code: 'a', text: { en: 'A' }, isOther: false, exclusive: false, position: 1 }]
  return plainQuestion(id, { type: 'SINGLE', answers, ...more })
}

const content = (questions: Question[], more: Partial<SurveyContent> = {}): SurveyContent => ({
  sections: [{ id: 1, title: { en: 'All' }, position: 1, questions }],
  ...more,
})

const before = content([question(1), question(2)])

test('rules and conditions that came, changed or went are counted', () => {
  const rule = {
    id: 5,
    fromQuestionId: 1,
    operator: 'EQ',
    value: 'a',
    answerId: 10,
    action: 'END_SURVEY',
    target: null,
  }
  const asked = content([question(1, { constraint: '. > 1' }), question(2, { relevant: 'q1 = "a"' })], {
    skips: [rule as never],
  })
  expect(logicChanges(null, asked)).toEqual({ rules: 1, conditions: 2 })
  expect(logicChanges(asked, asked)).toEqual({ rules: 0, conditions: 0 })
  expect(logicChanges(asked, before)).toEqual({ rules: 1, conditions: 2 })
  const looser = content([question(1, { constraint: '. > 0', text: { en: 'Other' } })], { skips: [] })
  expect(logicChanges(asked, looser)).toEqual({ rules: 1, conditions: 2 })
})

const option = { id: 99, code: 'b', text: { en: 'B' }, isOther: false, exclusive: false, position: 2 }

test.each([
  ['a text', content([question(1, { text: { en: 'Other words' } }), question(2)]), ['QUESTION CHANGED q1 text'], true],
  [
    'a translation',
    content([question(1, { text: { en: 'Question 1', zh: '一' } }), question(2)]),
    ['QUESTION CHANGED q1 text'],
    true,
  ],
  [
    'another order',
    content([question(2), question(1)]),
    ['QUESTION CHANGED q2 position', 'QUESTION CHANGED q1 position'],
    true,
  ],
  ['a gap between positions', content([question(1), question(2, { position: 9 })]), [], false],
  [
    'one option more',
    content([question(1, { answers: [...question(1).answers, option] }), question(2)]),
    ['ANSWER ADDED b'],
    true,
  ],
  ['an option less', content([question(1, { answers: [] }), question(2)]), ['ANSWER REMOVED a'], false],
  ['a new question', content([question(1), question(2), question(3)]), ['QUESTION ADDED q3', 'ANSWER ADDED a'], false],
  ['a question less', content([question(1)]), ['QUESTION REMOVED q2', 'ANSWER REMOVED a'], false],
  ['a bound', content([question(1, { required: true }), question(2)]), ['QUESTION CHANGED q1 required'], false],
  [
    'a rule',
    content([question(1), question(2)], {
      skips: [
        {
          id: 5,
          fromQuestionId: 1,
          operator: 'EQ',
          value: 'a',
          answerId: null,
          action: 'END',
          target: null,
          priority: 1,
        },
      ],
    }),
    ['SKIP ADDED 5'],
    false,
  ],
])('%s is told, and whether it fits a revision', (_name, after, told, fits) => {
  const changes = contentChanges(before, after)
  const words = changes.map(({ of, change, name, fields }) =>
    [of, change, name, ...fields.map(({ field }) => field)].join(' '),
  )
  expect(words).toEqual(told)
  expect(fitsRevision(changes)).toBe(fits)
})

test('before the first version all is added, and a content never differs from itself', () => {
  fc.assert(
    fc.property(anyAnsweredSurvey(), ({ content: any }) => {
      expect(contentChanges(any, structuredClone(any))).toEqual([])
      const added = contentChanges(null, any)
      expect(added.every(({ change }) => change === 'ADDED')).toBe(true)
      expect(contentChanges(any, { sections: [] }).map(({ id }) => id)).toEqual(added.map(({ id }) => id))
    }),
    { numRuns: 50 },
  )
})
