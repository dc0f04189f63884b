import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainQuestion } from '../answers/test/small-survey.ts'
import { newSurvey } from '../surveys/survey-settings.ts'
import {
  answerChangeRefusal,
  codeProblems,
  codeTaken,
  freeCodes,
  publishProblems,
  publishRefusal,
  questionChangeRefusal,
  questionProblems,
} from './survey-rules.ts'
import {
  type AnswerOption,
  choiceTypes,
  fixedColumns,
  type Question,
  questionTypes,
  type SurveyContent,
  surveyStatuses,
} from '../surveys/survey.ts'

const positions = { id: 1, position: 1 }

function option(code: string): AnswerOption {
  return { ...positions, code, text: { en: code }, isOther: false, exclusive: false }
}

function question(fields: Partial<Question>): Question {
  return plainQuestion(1, { text: { en: 'How many?' }, ...fields })
}

/** The log of an app has a code of its own. */
const types = questionTypes.filter((type) => type !== 'AUDIT')

/** Content without a problem: up to four sections of up to five questions of any type. */
const soundContent: fc.Arbitrary<SurveyContent> = fc
  .array(
    fc.array(fc.record({ type: fc.constantFrom(...types), options: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((shapes) => ({
    sections: shapes.map((questions, section) => ({
      ...positions,
      title: { en: 'Section' },
      questions: questions.map(({ type, options }, index) => {
        const codes = choiceTypes.includes(type) ? Array.from({ length: options }, (_, n) => option(`o${n}`)) : []
        return question({ code: `s${section}_${index}`, type, answers: codes })
      }),
    })),
  }))

/** One planted defect: how the question becomes broken, and what must be found of it below the question's path. */
const defects: Record<string, { plant: (target: Question) => void; path: string; code: string }> = {
  'a choice without options': {
    plant: (target) => Object.assign(target, { type: 'SINGLE', answers: [] }),
    path: 'answers',
    code: 'TOO_FEW',
  },
  'options of a question that is no choice': {
    plant: (target) => Object.assign(target, { type: 'DATE', answers: [option('a')] }),
    path: 'answers',
    code: 'NOT_FOR_TYPE',
  },
  'two options with one code': {
    plant: (target) => Object.assign(target, { type: 'MULTIPLE', answers: [option('a'), option('b'), option('A')] }),
    path: 'answers[2].code',
    code: 'DUPLICATE',
  },
  'a length on a number': {
    plant: (target) => Object.assign(target, { type: 'INTEGER', answers: [], validation: { maxLength: 3 } }),
    path: 'validation.maxLength',
    code: 'NOT_FOR_TYPE',
  },
  'a minimum above the maximum': {
    plant: (target) => Object.assign(target, { type: 'DECIMAL', answers: [], validation: { min: 2, max: 1 } }),
    path: 'validation.min',
    code: 'MIN_ABOVE_MAX',
  },
  'the name of a fixed column': {
    plant: (target) => Object.assign(target, { code: 'SubmittedAt' }),
    path: 'code',
    code: 'RESERVED',
  },
}

describe('publishing', () => {
  test('finds nothing in sound content', () => {
    fc.assert(
      fc.property(soundContent, (content) => {
        expect(publishProblems(content, newSurvey, {})).toEqual([])
      }),
    )
  })

  test.each(Object.entries(defects))('finds %s at every place, and nothing else', (_, { plant, path, code }) => {
    fc.assert(
      fc.property(soundContent, fc.nat(), fc.nat(), (content, s, q) => {
        const sectionIndex = s % content.sections.length
        const questions = content.sections[sectionIndex]?.questions ?? []
        const index = q % questions.length
        const target = questions[index]
        if (target) plant(target)
        const found = publishProblems(content, newSurvey, {}).map((problem) => [problem.path, problem.code])
        expect(found).toEqual([[`sections[${sectionIndex}].questions[${index}].${path}`, code]])
      }),
    )
  })

  test('finds two questions with one code, also when only their case differs', () => {
    const section = { ...positions, title: { en: 'A' } }
    const content = {
      sections: [
        { ...section, questions: [question({ code: 'age' })] },
        { ...section, questions: [question({ code: 'AGE' })] },
      ],
    }
    expect(publishProblems(content, newSurvey, {})).toEqual([
      { path: 'sections[1].questions[0].code', code: 'DUPLICATE' },
    ])
  })

  test('finds all that is wrong at once, settings included', () => {
    const content = {
      sections: [
        { ...positions, title: { en: 'Empty' }, questions: [] },
        { ...positions, title: { en: 'A' }, questions: [question({ type: 'SINGLE' })] },
      ],
    }
    const grouped = { ...newSurvey, amount: '300', paymentAggregation: 'GROUPED' as const, aggregationCount: 2 }
    expect(publishProblems(content, grouped, { MZN: 50_000 })).toEqual([
      { path: 'amount', code: 'AMOUNT_TOO_HIGH', limit: 'MZN 500.00' },
      { path: 'sections[0].questions', code: 'TOO_FEW', limit: 1 },
      { path: 'sections[1].questions[0].answers', code: 'TOO_FEW', limit: 1 },
    ])
    expect(publishProblems({ sections: [] }, newSurvey, {})).toEqual([{ path: 'sections', code: 'TOO_FEW', limit: 1 }])
  })

  test('is for surveys that have not ended', () => {
    const open = surveyStatuses.filter((status) => !publishRefusal(status, { contentUnchanged: false }))
    expect(open).toEqual(['DRAFT', 'PILOT', 'PUBLISHED'])
    expect(publishRefusal('CLOSED', { contentUnchanged: true })).toBe('SURVEY_TRANSITION')
  })

  test('again needs a change', () => {
    expect(publishRefusal('PUBLISHED', { contentUnchanged: true })).toBe('SURVEY_UNCHANGED')
    expect(publishRefusal('PILOT', { contentUnchanged: true })).toBeUndefined()
  })
})

test.each(['min', 'max'] as const)('a %s of whole numbers is a whole number', (bound) => {
  const found = (type: 'INTEGER' | 'DECIMAL') => questionProblems(question({ type, validation: { [bound]: 1.5 } }))
  expect(found('INTEGER')).toEqual([{ path: `validation.${bound}`, code: 'NOT_FOR_TYPE' }])
  expect(found('DECIMAL')).toEqual([])
})

test('no fixed column of a workbook can be a question', () => {
  for (const code of fixedColumns)
    expect(questionProblems(question({ code }))).toEqual([{ path: 'code', code: 'RESERVED' }])
})

test('a free code is unused, also in another case', () => {
  expect(freeCodes('q', [])()).toBe('q1')
  expect(freeCodes('q', ['q1', 'village'])()).toBe('q3')
  expect(freeCodes('q', ['Q2'])()).toBe('q3')
  fc.assert(
    fc.property(fc.array(fc.constantFrom('q1', 'Q2', 'q3', 'q4', 'Q5', 'name')), (codes) => {
      expect(codeTaken(freeCodes('q', codes)(), codes)).toBe(false)
    }),
  )
})

describe('once published', () => {
  const draft = { firstVersion: null, code: 'age', type: 'INTEGER' as const }
  const published = { ...draft, firstVersion: 1 }

  test('a question keeps its code and type', () => {
    expect(questionChangeRefusal(published, { code: 'years' })).toBe('QUESTION_FROZEN')
    expect(questionChangeRefusal(published, { type: 'DECIMAL' })).toBe('QUESTION_FROZEN')
    expect(questionChangeRefusal(published, { code: 'age', type: 'INTEGER' })).toBeUndefined()
    expect(questionChangeRefusal(published, {})).toBeUndefined()
    expect(questionChangeRefusal(draft, { code: 'years', type: 'DECIMAL' })).toBeUndefined()
  })

  test('an answer keeps its code', () => {
    expect(answerChangeRefusal(published, { code: 'b' })).toBe('QUESTION_FROZEN')
    expect(answerChangeRefusal(published, { code: 'age' })).toBeUndefined()
    expect(answerChangeRefusal(draft, { code: 'b' })).toBeUndefined()
  })

  test('a code of an earlier version comes back with its type only', () => {
    expect(codeProblems('TEXT', [])).toEqual([])
    expect(codeProblems('TEXT', ['TEXT'])).toEqual([])
    expect(codeProblems('TEXT', ['TEXT', 'DATE'])).toEqual([{ path: 'code', code: 'CODE_OF_OTHER_TYPE' }])
  })
})

test('the log of an app is called audit, so that a survey has one', () => {
  expect(questionProblems(question({ type: 'AUDIT', code: 'log' }))).toEqual([{ path: 'code', code: 'AUDIT_CODE' }])
  expect(questionProblems(question({ type: 'AUDIT', code: 'audit' }))).toEqual([])
})
