/** Pages, options that depend on others, and what an entry becomes. */
import { describe, expect, test } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import { answerProblems } from '#domain/answers/answers.ts'
import { offeringOf } from '#domain/answers/choice-filter.ts'
import {
  type AnswerOption,
  type Question,
  type QuestionType,
  type SurveyContent,
  textIn,
} from '#domain/surveys/survey.ts'
import { moved, offeredOptions, parentOf, rankingOf, toggled, withAnswer } from './choices.ts'
import { answerText } from './format.ts'
import { languageOf, wordsLocale } from './language.ts'
import { clockOf, type FormAnswers, momentOf, numberOf } from './given.ts'
import { end, indexOfPlace, pagesOf, placeAt } from './pages.ts'
import { entriesOf, nameIn, storedRepetitions, withoutRepetition, withRepetition } from './repetitions.ts'

const today = '2026-11-22'

function offered(content: SurveyContent, question: Question, given: FormAnswers, repetition?: number) {
  return offeredOptions(content, question, given, { offering: offeringOf(content, given, { today }), repetition })
}

function after(content: SurveyContent, given: FormAnswers, change: { key: string; value: unknown }) {
  return withAnswer(content, given, change, today)
}

function option(code: string, more: Partial<AnswerOption> = {}): AnswerOption {
  return { id: 1, code, text: { en: code.toUpperCase() }, isOther: false, exclusive: false, position: 1, ...more }
}

function question(id: number, type: QuestionType, answers: AnswerOption[] = []): Question {
  return plainQuestion(id, { type, text: { en: `Question ${id}` }, answers })
}

const province = question(1, 'SINGLE', [option('sofala', { position: 2 }), option('manica', { position: 1 })])
const district = question(2, 'SINGLE', [
  option('beira', { parentCode: 'sofala' }),
  option('chimoio', { parentCode: 'manica' }),
  option('elsewhere', { isOther: true }),
])
const villages = question(3, 'MULTIPLE', [
  option('munhava', { parentCode: 'beira' }),
  option('macuti', { parentCode: 'beira' }),
  option('none', { exclusive: true }),
])
const note = question(4, 'NOTE')
const title = { en: 'Section' }
const content = {
  sections: [
    { id: 10, title, position: 1, questions: [province] },
    { id: 20, title, position: 2, questions: [district, villages] },
    { id: 30, title, position: 3, questions: [note] },
  ],
}
const age = question(5, 'INTEGER')
const columned = {
  ...question(6, 'MULTIPLE', [
    option('old', { columns: { year: '1990', kind: 'sofala' } }),
    option('new', { columns: { year: '2020', kind: 'sofala' } }),
  ]),
  optionFilter: "column('year') < q5 and column('kind') = q1 and column('name') != 'x'",
}
const byColumns = { sections: [{ id: 10, title, position: 1, questions: [province, age, columned] }] }
const codes = (options: readonly AnswerOption[]) => options.map(({ code }) => code)

const asking = (...keys: string[]) => ({ asked: new Set(keys), repetitions: () => [undefined] })
const repeating = (asked: string[], ...repetitions: number[]) => ({
  asked: new Set(asked),
  repetitions: () => repetitions,
})

test('a filter offers options by their columns, and takes back and refuses the others', () => {
  const given = { 1: 'sofala', 5: 2000, 6: ['old', 'new'] }
  expect(codes(offered(byColumns, columned, {}))).toEqual([])
  expect(codes(offered(byColumns, columned, given))).toEqual(['old'])
  expect(after(byColumns, given, { key: '5', value: 2030 })).toMatchObject({ 6: ['old', 'new'] })
  expect(after(byColumns, given, { key: '5', value: 2001 })).toMatchObject({ 6: ['old'] })
  expect(after(byColumns, given, { key: '1', value: 'manica' })).not.toHaveProperty('6')
  expect(answerProblems(byColumns, given, { today })).toMatchObject([{ key: '6', code: 'CHOICE_NOT_OFFERED' }])
})

describe('options', () => {
  test('options come by their position, and those of a parent once it is chosen', () => {
    expect(codes(offered(content, province, {}))).toEqual(['manica', 'sofala'])
    expect(codes(offered(content, district, {}))).toEqual(['elsewhere'])
    expect(codes(offered(content, district, { 1: 'sofala' }))).toEqual(['beira', 'elsewhere'])
    expect(codes(offered(content, villages, { 1: 'sofala', 2: 'beira' }))).toEqual(['munhava', 'macuti', 'none'])
  })

  test('a code counts as chosen only in an earlier question that has it as an option', () => {
    const typed = { sections: [{ id: 10, title, position: 1, questions: [question(1, 'TEXT'), district] }] }
    expect(codes(offered(typed, district, { 1: 'sofala' }))).toEqual(['elsewhere'])
    expect(codes(offered(content, district, { 3: 'sofala' }))).toEqual(['elsewhere'])
    expect(parentOf(content, villages)).toBe(district)
    expect(parentOf(content, province)).toBeUndefined()
  })

  test('another province takes the district and its villages away, and what fits stays', () => {
    const given = { 1: 'sofala', 2: 'beira', 3: ['munhava', 'macuti'] }
    expect(after(content, given, { key: '1', value: 'manica' })).toEqual({ 1: 'manica' })
    expect(after(content, given, { key: '2', value: 'elsewhere' })).toEqual({ 1: 'sofala', 2: 'elsewhere' })
    expect(after(content, given, { key: '3', value: undefined })).toEqual({ 1: 'sofala', 2: 'beira' })
  })

  test('the text of an "other" goes when another option is chosen', () => {
    const given = { 1: 'sofala', 2: 'elsewhere', '2.other': 'Búzi' }
    expect(after(content, given, { key: '1', value: 'manica' })).toMatchObject({ '2.other': 'Búzi' })
    expect(after(content, given, { key: '2', value: 'beira' })).toEqual({ 1: 'sofala', 2: 'beira' })
  })

  test('an exclusive option and the others put each other out', () => {
    expect(toggled(villages, ['munhava'], 'macuti')).toEqual(['munhava', 'macuti'])
    expect(toggled(villages, ['munhava', 'macuti'], 'none')).toEqual(['none'])
    expect(toggled(villages, ['none'], 'macuti')).toEqual(['macuti'])
    expect(toggled(villages, ['macuti'], 'macuti')).toEqual([])
  })

  test('a ranking holds what was ranked, then the others; an entry moves up and down', () => {
    expect(codes(rankingOf(villages.answers, ['none', 'munhava']))).toEqual(['none', 'munhava', 'macuti'])
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  })
})

function pagesWith(one: Question, shown: 'ASKED' | 'ALL'): number {
  return pagesOf({ sections: [{ id: 10, title, position: 1, questions: [one] }] }, asking('5'), shown).length
}

describe('pages', () => {
  test('a calculation called by its code alone is shown to makers of surveys only', () => {
    const total = { ...question(5, 'INTEGER'), text: { en: 'q5' }, calculation: '1 + 1' }
    const named = { ...total, text: { en: 'Total' } }
    const judged = { ...total, constraint: '. < 5' }
    expect([total, named, judged].map((one) => pagesWith(one, 'ASKED'))).toEqual([0, 1, 1])
    expect(pagesWith(total, 'ALL')).toBe(1)
  })

  test('a section without questions to ask is no page', () => {
    const pages = pagesOf(content, asking('1', '4'), 'ASKED')
    expect(pages.map(({ section, groups }) => [section.id, groups[0]?.questions.length])).toEqual([
      [10, 1],
      [30, 1],
    ])
  })

  test('a long section comes apart where its form has a group, and nowhere in a table', () => {
    const questions = Array.from({ length: 60 }, (_, index) => {
      const group = index < 18 ? 'a' : index < 36 ? 'b' : 'c'
      return { ...question(100 + index, 'TEXT'), formPath: `${group}/q${index}` }
    })
    const long = { id: 50, title, position: 1, questions }
    const pagesIn = (section: SurveyContent['sections'][number]) =>
      pagesOf({ sections: [section] }, asking(...questions.map(({ id }) => String(id))), 'ASKED')
    const pages = pagesIn(long)
    expect(pages.map(({ place, groups }) => [place, groups[0]?.questions.length])).toEqual([
      [50, 18],
      ['50/1', 18],
      ['50/2', 24],
    ])
    expect(indexOfPlace({ sections: [long] }, pages.slice(1), '50/2')).toBe(1)
    expect(pagesIn({ ...long, appearance: 'field-list' })).toHaveLength(1)
  })

  test('one at a time, a note is with the question behind it, and a grid is one', () => {
    const grid = (id: number) => ({ ...question(id, 'YES_NO'), appearance: 'list-nolabel', formPath: `g/q${id}` })
    const computed = { ...question(65, 'TEXT'), text: { en: 'q65' }, calculation: '1' }
    const questions = [question(60, 'NOTE'), question(61, 'TEXT'), grid(62), grid(63), question(64, 'TEXT'), computed]
    const sections = [{ id: 60, title, position: 1, questions }]
    const asked = asking(...questions.map(({ id }) => String(id)))
    const pages = pagesOf({ sections }, asked, 'ASKED', 'QUESTION')
    expect(pages.map(({ groups: [group] }) => group?.questions.map(({ id }) => id))).toEqual([[60, 61], [62, 63], [64]])
    expect(indexOfPlace({ sections }, pages, '60/2', 'QUESTION')).toBe(2)
  })

  test('a section that repeats is a page while something may be added to it', () => {
    const roster = { ...content.sections[1], id: 20, title, position: 2, repeat: { max: 3 }, questions: [district] }
    const [page] = pagesOf({ sections: [roster] }, repeating(['s20', '2.2'], 1, 2), 'ASKED')
    expect(page?.groups.map(({ repetition, questions }) => [repetition, questions.length])).toEqual([
      [1, 0],
      [2, 1],
    ])
    expect(pagesOf({ sections: [roster] }, repeating(['s20']), 'ASKED')).toHaveLength(1)
    expect(pagesOf({ sections: [roster] }, repeating([]), 'ASKED')).toEqual([])
  })

  test('a section hidden while open gives its place to the next, or to the summary', () => {
    const pages = pagesOf(content, asking('1', '2', '3'), 'ASKED')
    expect(indexOfPlace(content, pages, undefined)).toBe(0)
    expect(indexOfPlace(content, pages, 20)).toBe(1)
    expect(indexOfPlace(content, pages, 30)).toBe(2)
    expect(indexOfPlace(content, pages, end)).toBe(2)
    expect(indexOfPlace(content, pages.slice(1), 10)).toBe(0)
    expect([0, 1, 2].map((index) => placeAt(pages, index))).toEqual([10, 20, end])
  })
})

describe('repetitions', () => {
  const member = { id: 7, title, position: 1, repeat: { max: 4 }, questions: [question(8, 'TEXT'), district] }
  const roster = { sections: [{ id: 6, title, position: 1, questions: [province] }, member] }
  const of = { content: roster, section: member, outer: undefined }
  const given = {
    s7: 3,
    1: 'sofala',
    '8.1': 'Ana',
    '8.2': 'Rui',
    '2.2': 'elsewhere',
    '2.2.other': 'Búzi',
    '8.3': 'Eva',
  }

  test('later repetitions move up when one goes, and down again when it comes back', () => {
    const without = withoutRepetition(of, given, 1)
    const moved = { s7: 2, 1: 'sofala', '8.1': 'Rui', '2.1': 'elsewhere', '2.1.other': 'Búzi', '8.2': 'Eva' }
    expect(without).toEqual(moved)
    expect(withRepetition(of, without, 1, entriesOf(roster, member, 1, given))).toEqual(given)
    expect(withRepetition(of, {})).toEqual({ s7: 1 })
    expect(withoutRepetition(of, { s7: 1, '8.1': 'Ana' }, 1)).toEqual({ s7: 0 })
  })

  test('what is inside of a repetition goes and comes with it', () => {
    const meal = { id: 9, title, position: 2, repeat: { max: 3, depth: 2 }, questions: [question(10, 'TEXT')] }
    const content = { sections: [member, meal] }
    const outer = { content, section: member, outer: undefined }
    const eaten = { s7: 2, '8.1': 'Ana', 's9.1': 1, '10.1.1': 'rice', 's9.2': 2, '10.2.1': 'fig', '10.2.2': 'rye' }
    const without = withoutRepetition(outer, eaten, 1)
    expect(without).toEqual({ s7: 1, 's9.1': 2, '10.1.1': 'fig', '10.1.2': 'rye' })
    expect(withRepetition(outer, without, 1, entriesOf(content, member, 1, eaten))).toEqual(eaten)
    const inner = { content, section: meal, outer: 2 }
    const moved = withoutRepetition(inner, eaten, 1)
    expect(moved).toEqual({ s7: 2, '8.1': 'Ana', 's9.1': 1, '10.1.1': 'rice', 's9.2': 1, '10.2.1': 'rye' })
    expect(withRepetition(inner, moved, 1, entriesOf(content, meal, '2.1', eaten))).toEqual(eaten)
    expect(storedRepetitions(content, meal, eaten)).toEqual(['1.1', '2.1', '2.2'])
  })

  test('a repetition is called by the first text in it', () => {
    expect([1, 2, 4].map((repetition) => nameIn(member, repetition, given))).toEqual(['Ana', 'Rui', ''])
  })

  test('options and texts of an "other" depend on the answers of their own repetition', () => {
    expect(after(roster, given, { key: '2.2', value: 'beira' })).not.toHaveProperty(['2.2.other'])
    expect(after(roster, given, { key: '2.1', value: 'beira' })).toMatchObject({ '2.2.other': 'Búzi' })
    const chosen = after(roster, given, { key: '2.1', value: 'beira' })
    expect(after(roster, chosen, { key: '1', value: 'manica' })).not.toHaveProperty(['2.1'])
    const inner = { ...member, questions: [district, villages] }
    expect(codes(offered({ sections: [inner] }, villages, { '2.1': 'beira' }, 1))).toHaveLength(3)
    expect(codes(offered({ sections: [inner] }, villages, { '2.1': 'beira' }, 2))).toEqual(['none'])
  })

  test('stored answers have as many repetitions as they say, and each that is answered', () => {
    expect(storedRepetitions(roster, member, { s7: 2 })).toEqual([1, 2])
    expect(storedRepetitions(roster, member, { '8.3': 'Eva' })).toEqual([1, 2, 3])
    const counted = { ...member, repeat: { max: 4, countCode: 'q1' } }
    const content = { sections: [{ id: 6, title, position: 1, questions: [question(1, 'INTEGER')] }, counted] }
    expect(storedRepetitions(content, counted, { 1: 9 })).toEqual([1, 2, 3, 4])
  })
})

describe('entries', () => {
  test('numbers are read with a point or a comma, and other texts stay as they are', () => {
    expect([' 12 ', '-2,5', '2.50', '+3', ''].map(numberOf)).toEqual([12, -2.5, 2.5, 3, undefined])
    expect(['1.000,5', '1e3', 'two', '1.', '-'].map(numberOf)).toEqual(['1.000,5', '1e3', 'two', '1.', '-'])
  })

  test('a local time of the clock becomes its moment, and is shown as it was entered', () => {
    const moment = momentOf('2026-03-29T08:30')
    expect(moment).toMatch(/^2026-03-29T08:30[+-]\d\d:\d\d$/)
    expect(new Date(moment).getTime()).toBe(new Date('2026-03-29T08:30').getTime())
    expect(clockOf(moment)).toBe('2026-03-29T08:30')
    expect(momentOf('soon')).toBe('soon')
  })

  test('an answer is shown in the language’s words, an unreadable one as it was typed', () => {
    const words = { language: 'pt-br', say: (word: string) => `<${word}>` }
    const text = (type: QuestionType, value: unknown) => answerText(question(9, type, villages.answers), value, words)
    expect(text('MULTIPLE', ['munhava', 'gone'])).toBe('MUNHAVA, gone')
    expect(text('RANK', ['none', 'macuti'])).toBe('NONE › MACUTI')
    expect(text('DECIMAL', 2.5)).toBe('2,5')
    expect(text('DECIMAL', '2..5')).toBe('2..5')
    expect(text('YES_NO', 'yes')).toBe('<yes>')
    expect(text('DATE', '2026-11-22')).toBe('22 de novembro de 2026')
    expect(text('DATE', '')).toBe('')
    expect(text('GEOPOINT', { latitude: -19.8, longitude: 34.8, accuracy: 12.4 })).toBe('-19.8, 34.8 (± 12 m)')
    expect(text('GEOTRACE', '0 1; 0 2')).toBe('<line>')
    expect(text('GEOTRACE', '0,1; 0 2')).toBe('0,1; 0 2')
    expect(text('FILE', { file: 1, name: 'plan.pdf' })).toBe('plan.pdf')
  })

  test('a text tells the language it came in, and words follow the survey’s language', () => {
    expect(languageOf({ en: 'Water', fr: 'Eau' }, 'fr')).toBe('fr')
    expect(languageOf({ en: 'Water', fr: 'Eau' }, 'sw')).toBe('en')
    expect(languageOf({ fr: 'Eau' }, 'sw')).toBe('fr')
    expect(['pt-br', 'pt', 'zh-hans', 'fr', 'z'].map(wordsLocale)).toEqual(['pt-br', 'pt-br', 'zh', 'en', 'en'])
  })
})

test('a text of the same language in another country comes before English', () => {
  const text = { en: 'Water', pt: 'Água' }
  expect([textIn(text, 'pt-br'), textIn(text, 'zh'), textIn({ 'pt-br': 'Água' }, 'pt')]).toEqual([
    'Água',
    'Water',
    'Água',
  ])
})
