/** Forms as people have them: in old words, with formulas, in any language, with names that only a group knows. */
import { expect, test } from 'vitest'
import { questionsOf } from '#domain/surveys/survey.ts'
import type { Cell } from '../excel/cell.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'

type Rows = (Cell | undefined)[][]

function read(survey: Rows, choices: Rows = [], settings: Rows = []) {
  const report = new Report()
  const filled = (rows: Rows) => rows.map((row) => Array.from(row, (cell) => cell ?? null))
  const sheets = new Map([
    ['survey', filled(survey)],
    ['choices', filled(choices)],
    ['settings', filled(settings)],
  ])
  const form = readForm(sheets, { report, fallbackTitle: 'Form' })
  const told = (code: string) => report.remarks.filter((remark) => remark.code === code)
  return {
    ...form,
    questions: questionsOf(form.content),
    told,
    wrong: report.remarks.filter(({ verdict }) => verdict === 'WRONG'),
  }
}

function formula(last: string) {
  return { kind: 'formula' as const, last }
}

const head = ['type', 'name', 'label', 'relevant']
const yesNo: Rows = [
  ['list_name', 'name', 'label'],
  ['sex', 'f', 'Woman'],
  ['sex', 'm', 'Man'],
]

test('what Excel last made of formulas is taken, which is said once per column', () => {
  const { questions, told, wrong } = read([
    ['type', 'name', 'label'],
    ['text', formula('a'), formula('First')],
    ['text', formula('b'), formula('Second')],
    ['text', 'c', formula('')],
  ])
  expect(questions).toMatchObject([
    { code: 'a', text: { en: 'First' } },
    { code: 'b', text: { en: 'Second' } },
    { code: 'c', text: { en: 'c' } },
  ])
  expect(told('FORMULA_VALUES').map(({ cell }) => cell)).toEqual(['B2', 'C2'])
  expect(wrong).toEqual([])
})

test('a name may be in several groups; twice in one group is wrong', () => {
  const { questions, told, wrong } = read([
    head,
    ['begin_group', 'mother', 'Mother'],
    ['integer', 'age', 'Age'],
    ['end_group'],
    ['begin_group', 'father', 'Father'],
    ['integer', 'age', 'Age'],
    ['text', 'father', 'Name'],
    ['text', 'father', 'Name again'],
    ['end_group'],
  ])
  expect(questions.map(({ code }) => code).slice(0, 3)).toEqual(['age', 'age_2', 'father'])
  expect(told('NAME_MADE_UNIQUE')).toMatchObject([{ cell: 'B6', name: 'age_2', value: 'age' }, { cell: 'B8' }])
  expect(wrong.map(({ code, cell }) => [code, cell])).toEqual([['NAME_TWICE', 'B8']])
})

test('options with long, shared or unfit names get codes of their own', () => {
  const long = 'a'.repeat(120)
  const choices: Rows = [
    ['list_name', 'name', 'label', 'province'],
    ['p', 'north', 'North'],
    ['p', 'south', 'South'],
    ['town', 'market', 'Market', 'north'],
    ['town', 'market', 'Market', 'south'],
    ['town', 'a;b', 'Both', 'south'],
    ['town', long, 'Long', 'south'],
  ]
  const survey: Rows = [
    ['type', 'name', 'label', 'choice_filter', 'relevant'],
    ['select_one p', 'province', 'Province'],
    ['select_one town', 'town', 'Town', 'province = ${province}'],
    ['text', 'stall', 'Stall', null, "${town} = 'market'"],
    ['text', 'none', 'None', null, "${town} != 'market' and selected(${town}, 'a;b')"],
  ]
  const { questions, told, wrong } = read(survey, choices, [['allow_choice_duplicates'], ['yes']])
  expect(wrong).toEqual([])
  expect(questions[1]?.answers.map(({ code, parentCode }) => [code, parentCode])).toEqual([
    ['market', 'north'],
    ['market_2', 'south'],
    ['a_b', 'south'],
    ['a'.repeat(100), 'south'],
  ])
  expect(questions[2]?.relevant).toBe("town = 'market' or town = 'market_2'")
  expect(questions[3]?.relevant).toBe("not(town = 'market' or town = 'market_2') and selected(town, 'a_b')")
  expect(told('CHOICE_CHANGED').map(({ cell }) => cell)).toEqual(['B5', 'B6', 'B7'])
  expect(read(survey, choices).wrong.map(({ code, cell }) => [code, cell])).toEqual([['CHOICE_TWICE', 'B5']])
})

test('a filter by any expression comes along with the columns that it names', () => {
  const choices: Rows = [
    ['list_name', 'name', 'label', 'district', 'year', 'remark'],
    ['d', 'n', 'North'],
    ['d', 's', 'South'],
    ['v', 'a', 'A', 'n', '2010', 'x'],
    ['v', 'b', 'B', 's', '2020', 'x'],
  ]
  const filtered = (filter: string) =>
    read(
      [
        ['type', 'name', 'label', 'choice_filter'],
        ['select_one d', 'district', 'District'],
        ['integer', 'since', 'Since'],
        ['select_one v', 'first', 'First', filter],
        ['select_one v', 'second', 'Second', 'name != ${first}'],
      ],
      choices,
    )
  const { questions, told } = filtered('district=${district} and year < ${since}')
  expect(questions[2]).toMatchObject({
    optionFilter: "column('district') = district and column('year') < since",
    answers: [{ columns: { district: 'n', year: '2010' } }, { columns: { district: 's', year: '2020' } }],
  })
  expect(questions[3]?.optionFilter).toBe("column('name') != first")
  expect(told('COLUMN_UNKNOWN').map(({ value }) => value)).toEqual(['remark'])
  const wrong = filtered('instance_of(district) = 1')
  expect(wrong.questions[2]?.optionFilter).toBe(null)
  expect(wrong.told('FILTER_LEFT')).toMatchObject([{ cell: 'D4', value: 'instance_of()' }])
})

test('the words of older forms mean what they mean today', () => {
  const types = {
    'select one from sex': 'SINGLE',
    'select all that apply from sex': 'MULTIPLE',
    'add select one prompt using sex': 'SINGLE',
    'add select multiple prompt using sex': 'MULTIPLE',
    'q string': 'TEXT',
    'add integer prompt': 'INTEGER',
    'q picture': 'IMAGE',
    select1: 'SINGLE',
  }
  const rows = Object.keys(types).map((type, index) => [type === 'select1' ? 'select1 sex' : type, `n${index}`, 'Text'])
  const { questions, wrong } = read([head, ...rows, ['note', null, 'Welcome']], yesNo)
  expect(questions.map(({ type }) => type)).toEqual([...Object.values(types), 'NOTE'])
  expect(wrong).toEqual([])
})

test('headings are known in any case and spelling, and texts in any language', () => {
  const { questions, told } = read(
    [
      [
        'TYPE',
        'Name',
        'label::eng',
        'Label : Tetun',
        'label::Swahili(swa)',
        'label::Klingon',
        'bind:relevant',
        'bind:jr:constraintMsg',
      ],
      ['text', 'a', 'House', 'Uma', 'Nyumba', 'juH', null, null],
      ['integer', 'b', 'Rooms', null, null, null, '${a} != ‘x’', 'Too many'],
    ],
    [],
    [['default_language'], ['English']],
  )
  expect(questions[0]?.text).toEqual({ en: 'House', tet: 'Uma', sw: 'Nyumba', qaa: 'juH' })
  expect(questions[1]).toMatchObject({ relevant: "not(a = 'x')", validation: { message: { en: 'Too many' } } })
  expect(told('LANGUAGE_LOCAL')).toMatchObject([{ name: 'qaa', value: 'klingon' }])
  expect(told('COLUMN_UNKNOWN')).toEqual([])
})

test('the device is not asked for; what others read of it is the day, or blank', () => {
  const kinds = ['start', 'end', 'email', 'phonenumber', 'simserial', 'today', 'username']
  const { questions, told } = read([
    ['type', 'name', 'label', 'relevant'],
    ...kinds.map((kind) => [kind, kind === 'today' ? 'day' : kind]),
    ['text', 'a', 'A', "${day} > '2026-01-01' or ${username} = 'ana'"],
  ])
  expect(told('RECORDED_ITSELF').map(({ value }) => value)).toEqual(kinds)
  expect(questions).toMatchObject([
    { code: 'day', type: 'DATE', calculation: 'today()' },
    { code: 'username', type: 'TEXT', calculation: "''" },
    { code: 'a', relevant: "day > '2026-01-01' or username = 'ana'" },
  ])
})

test('an option that is not there is never chosen; the rest of the condition holds', () => {
  const { questions, told } = read(
    [
      head,
      ['select_one sex', 'sex', 'Sex'],
      ['text', 'a', 'A', "${sex} = 'f' or ${sex} = 'dk'"],
      ['text', 'b', 'B', "selected(${sex}, 'dk') or not(${sex} != 'dk')"],
    ],
    yesNo,
  )
  expect(questions.map(({ relevant }) => relevant)).toEqual([null, "sex = 'f' or false", 'false or not(true)'])
  expect(told('OPTION_UNKNOWN')).toMatchObject([
    { cell: 'D3', name: 'sex', value: 'dk' },
    { cell: 'D4', name: 'sex' },
    { cell: 'D4', name: 'sex' },
  ])
})

test('the logic that does not come along is counted by column', () => {
  const { logic } = read([
    ['type', 'name', 'label', 'relevant', 'calculation', 'default'],
    ['integer', 'a', 'A', null, null, '5'],
    ['integer', 'b', 'B', '${a} > 1', null, 'many()'],
    ['integer', 'c', 'C', '${nothing} > 1'],
    ['calculate', 'd', null, null, 'many(${a})'],
    ['calculate', 'e', null, null, '${a} div 2'],
  ])
  expect(logic).toEqual([
    { column: 'relevant', there: 2, left: 1 },
    { column: 'calculation', there: 2, left: 1 },
    { column: 'default', there: 2, left: 1 },
  ])
})

test('conditions in a circle are opened, and the form comes in', () => {
  const { questions, told, wrong } = read([
    head,
    ['text', 'a', 'A', "${b} = 'x'"],
    ['text', 'b', 'B', "../a = 'x' AND string-length(${a}) > 1"],
  ])
  expect(wrong).toEqual([])
  expect(told('CIRCLE')).toMatchObject([{ cell: 'D2' }])
  expect(questions.map(({ relevant }) => relevant)).toEqual([null, "a = 'x' and length(a) > 1"])
})

test('mixed types, patterns anywhere and places of options come along', () => {
  const { questions, wrong, told } = read(
    [
      ['type', 'name', 'label', 'relevant', 'constraint', 'calculation'],
      ['integer', 'age', 'Age'],
      ['select_multiple sex', 'who', 'Who', "${age} != 'NaN' and ${age} = '5'"],
      ['hidden', 'source'],
      ['text', 'id', 'Id', "selected-at(${who}, 0) = 'f' and ./source = 'x'", "regex(., '[a-z]+') or ${age} > 1"],
      ['calculate', 'both', 'Both', null, null, "if(${who} = 'f', ${age}, ${id})"],
      ['text', 'kept', 'Kept', null, null, '.'],
    ],
    yesNo,
  )
  expect(wrong).toEqual([])
  expect(told('EXPRESSION_UNFIT')).toEqual([])
  expect(questions).toMatchObject([
    { code: 'age' },
    { code: 'who', relevant: 'answered(age) and age = 5' },
    { code: 'source', calculation: "''" },
    {
      code: 'id',
      relevant: "selectedAt(who, 0) = 'f' and source = 'x'",
      constraint: "matches(., '[a-z]+') or age > 1",
    },
    { code: 'both', type: 'TEXT', text: { en: 'both' }, calculation: "if(who = 'f', age, id)" },
    { code: 'kept', text: { en: 'Kept' }, calculation: null },
  ])
})

test('a loop is a group for each option, and rows without a question are none', () => {
  const { questions, wrong, content } = read(
    [head, ['begin loop over sex', 'each', 'Each'], ['integer', 'number', 'How many: %(label)s?'], ['end loop']],
    [...yesNo, [null, null, 'A note of the author']],
  )
  expect(wrong).toEqual([])
  expect(questions).toMatchObject([
    { code: 'number', text: { en: 'How many: Woman?' } },
    { code: 'number_2', text: { en: 'How many: Man?' } },
  ])
  expect(content.sections).toHaveLength(1)
})

test('`or_other` gives the whole list an option, and a text behind the question', () => {
  const { questions, wrong } = read(
    [head, ['select_one sex or_other', 'sex', 'Sex'], ['select_one sex', 'of_child', 'Of the child']],
    yesNo,
  )
  expect(questions).toMatchObject([
    { code: 'sex', answers: [{ code: 'f' }, { code: 'm' }, { code: 'other', isOther: false }] },
    { code: 'sex_other', type: 'TEXT', text: { en: 'Specify other.' }, relevant: "selected(sex, 'other')" },
    { code: 'of_child', answers: [{ code: 'f' }, { code: 'm' }, { code: 'other' }] },
  ])
  expect(wrong).toEqual([])
})

const words = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
const nested = (depth: number, of: string): Rows => [
  ...Array.from({ length: depth }, (_, level) => [`begin ${of}`, `g${level}`, 'Level']),
  ['text', 'deep', 'Deep'],
  ...Array.from({ length: depth }, () => [`end ${of}`]),
]
const between = (text: string, many: number) => Array.from({ length: many }, () => text).join(' and ')

test.each<[what: string, survey: Rows, choices: Rows, questions: number, told: string[]]>([
  ['names of prototypes', words.map((word) => ['text', word, word, `\${${word}} != ''`]), [], 4, ['CIRCLE']],
  [
    'lists and options of prototypes',
    words.map((word) => [`select_one ${word}`, `of_${word}`, word]),
    [['list_name', 'name', 'label'], ...words.flatMap((list) => words.map((word) => [list, word, word]))],
    4,
    [],
  ],
  [
    'functions of prototypes',
    words.map((word, index) => ['text', `q${index}`, word, `${word}(\${q0})`]),
    [],
    4,
    ['EXPRESSION_LEFT'],
  ],
  ['types of prototypes', [...words.map((word) => [word, `of_${word}`]), ['text', 'a', 'A']], [], 1, ['TYPE_LEFT']],
  ['groups 2,000 deep', nested(2000, 'group'), [], 1, ['GROUP_JOINED']],
  ['a condition of 100 kB', [['text', 'a', 'A', between("'x' != ''", 8000)]], [], 1, ['EXPRESSION_LEFT']],
  ['20,000 brackets', [['text', 'a', 'A', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`]], [], 1, ['EXPRESSION_LEFT']],
  [
    'one name in 1,500 groups',
    Array.from({ length: 1500 }, (_, index): Rows => [
      ['begin group', `g${index}`, 'G'],
      ['text', 'name', 'N'],
      ['end group'],
    ]).flat(),
    [],
    1500,
    ['NAME_MADE_UNIQUE'],
  ],
  [
    'loops in loops in loops',
    [
      ...Array.from({ length: 9 }, () => ['begin loop over sex', 'g', 'G']),
      ['text', 'a', 'A'],
      ...Array.from({ length: 9 }, () => ['end loop']),
    ],
    yesNo,
    512,
    ['NAME_MADE_UNIQUE'],
  ],
])('a form with %s is read in bounded time', (_what, survey, choices, count, codes) => {
  const begun = performance.now()
  const { questions, told } = read([head, ...survey], choices)
  expect(questions).toHaveLength(count)
  for (const code of codes) expect(told(code).length).toBeGreaterThan(0)
  expect(performance.now() - begun).toBeLessThan(20_000)
})
