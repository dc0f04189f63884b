import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Budget } from '../budget.ts'
import {
  arithmetic,
  comparisons,
  type Expression,
  parseExpression,
  printExpression,
  referencesOf,
} from './expression.ts'
import { compileExpression } from './expression-types.ts'
import type { Value, ValueType } from './expression-values.ts'
import { scopeOver } from '../answers/filling-plan.ts'
import { smallQuestion } from '../answers/test/small-survey.ts'
import { questionTypes } from '../surveys/survey.ts'

const given: Record<string, Value> = {
  members: 5,
  income: 12.5,
  name: 'Ana',
  visited: '2026-02-27',
  at: '09:30',
  seen: '2026-03-01T10:00Z',
  village: 'god',
  items: ['radio', 'cow'],
  ok: 'yes',
  here: { latitude: -19.5, longitude: 34.75, accuracy: 8 },
}
const questions = (
  [
    ['members', 'INTEGER'],
    ['income', 'DECIMAL'],
    ['name', 'TEXT'],
    ['visited', 'DATE'],
    ['at', 'TIME'],
    ['seen', 'DATETIME'],
    ['village', 'SINGLE'],
    ['items', 'MULTIPLE'],
    ['ok', 'YES_NO'],
    ['home', 'GEOPOINT'],
    ['here', 'GEOPOINT'],
    ['told', 'NOTE'],
    ['blank', 'INTEGER'],
    ['blankText', 'TEXT'],
    ['blankItems', 'MULTIPLE'],
    ['mod', 'INTEGER'],
  ] as const
).map(([code, type], place) => smallQuestion({ code, type, options: ['god', 'radio', 'cow'] }, place))
const scope = { ...scopeOver(questions), own: questions[0] }

function compiled(source: string, wanted: ValueType) {
  return compileExpression(source, scope, wanted)
}

function valueOf(source: string, wanted: ValueType): Value {
  const { problems, run } = compiled(source, wanted)
  expect(problems).toEqual([])
  const codes = new Map(questions.map(({ id, code }) => [id, code]))
  return run({
    today: '2026-03-01',
    now: '2026-03-01T10:00:00Z',
    budget: new Budget(),
    answerTo: (id) => given[codes.get(id) ?? ''],
    answersTo: () => [],
  })
}

describe('a condition', () => {
  test.each([
    ['members = 5', true],
    ['members != 5', false],
    ['. >= 5 and income < 13', true],
    ["members > 9 or village = 'god'", true],
    ["members == 5 && village <> 'cow' AND TRUE || false", true],
    ['members div 2 = 2.5 and int(0 - income) = 0 - 12 and abs(1 - members) = pow(2, 2)', true],
    ['round(cos(pi()) + sqrt(4) + atan2(0, 1) + exp(0) + log10(1), 6) = 2 and not(answered(log(0)))', true],
    ["selectedAt(here, 3) = 8 and concat(here) = '-19.5 34.75 0 8' and length(home) = 0", true],
    [
      "distance('0 0; 0 0.001') = 111.32 and area('0 0; 0 0.001; 0.001 0.001') > 6195 and not(answered(area(name)))",
      true,
    ],
    ["formatDate(visited, '%e/%n/%y %a') = '27/2/26 Fri' and formatDate(seen, '%H.%M') = '10.00'", true],
    ["date(formatDate(visited + 2, '%Y-%m-%d')) = today()", true],
    ["choiceName(village, village) = 'god' and choiceName(ok, ok) = 'Yes'", true],
    ["join(', ', items) = 'radio cow' and not(answered(lastSaved(name)))", true],
    ['not(members > 9) and (1 = 2 or true)', true],
    ['selected(items, \'cow\') and not(selected(items, "radio"))', false],
    ["selected(village, 'god')", true],
    ['countSelected(items) = 2', true],
    ['countSelected(blankItems) = 0', true],
    ["visited >= '2026-02-01' and '2026-12-31' > visited", true],
    ["at < '10:00'", true],
    ["seen = '2026-03-01T12:00+02:00'", true],
    ['today() - visited = 2', true],
    ['visited + 2 = today()', true],
    ['seen - seen = 0', true],
    ["name = 'Ana'", true],
    ['answered(home)', false],
    ['${mod} = 1', false],
    ["ok = 'yes'", true],
    // A blank makes a comparison false, whichever it is.
    ['blank = 1', false],
    ['blank != 1', false],
    ['not(blank = 1)', true],
    ['blank + 1 > 0', false],
    ["selected(blankItems, 'cow')", false],
    // Values of one type serve as another.
    ["concat(members) = members and members = '5'", true],
    ['name > 5', false],
    ['members', true],
    ['blank', false],
    ['members and not(blankText)', true],
    ["concat(items) = 'radio cow' and items != 'cow'", true],
    ['(members > 1) = 1', true],
    ["selectedAt(items, 1) = 'cow' and not(answered(selectedAt(items, 2)))", true],
    ["countSelected(concat(name, ' b')) = 2", true],
    ["matches(name, '[A-Z][a-z]+') and not(matches(name, 'A')) and matches(members, '\\d')", true],
  ])('%s: %s', (source, value) => {
    expect(valueOf(source, 'boolean')).toBe(value)
  })
})

describe('a calculation', () => {
  test.each<[string, ValueType, Value]>([
    ['2 + 3 * 4', 'number', 14],
    ['(2 + 3) * 4', 'number', 20],
    ['10 - 2 - 3', 'number', 5],
    ['-members + 7 mod 4', 'number', -2],
    ['1 / 0', 'number', undefined],
    ['blank * 2', 'number', undefined],
    ['if(members > 3, members * 10, 0)', 'number', 50],
    ['coalesce(blank, members)', 'number', 5],
    ['round(income / 7, 2)', 'number', 1.79],
    ['round(2.5) + round(1.005, 2)', 'number', 4.01],
    ['round(-2.5) + round(-2.5, 0)', 'number', -5],
    ['min(members, 3, blank) + max(1, 2)', 'number', 5],
    ['sum(members, blank, 2)', 'number', 7],
    ['sum(blank)', 'number', undefined],
    ["length('ção') + length(blankText)", 'number', 3],
    ["contains('banana', 'nan') and not(contains(blankText, 'a'))", 'boolean', true],
    ["concat(name, ' has ', members, blankText)", 'text', 'Ana has 5'],
    ['concat(blankText)', 'text', undefined],
    ["'it''s'", 'text', "it's"],
    ["''", 'text', undefined],
    ["if(members > 3, members, 'few')", 'text', '5'],
    ["if(members > 9, 1, '')", 'number', undefined],
    ['coalesce(blank, name)', 'text', 'Ana'],
    ["'2' * members + concat(1, 2)", 'number', 22],
    ['members', 'text', '5'],
    ['length(members * 100)', 'number', 3],
    ['concat(visited)', 'date', '2026-02-27'],
    ['concat(name)', 'date', undefined],
    ['visited + 2', 'date', '2026-03-01'],
    ['visited + 0.5', 'date', undefined],
    ['visited + 9999999', 'date', undefined],
    ["'2026-01-31'", 'date', '2026-01-31'],
  ])('%s as %s is %j', (source, type, value) => {
    expect(valueOf(source, type)).toEqual(value)
  })
})

describe('is refused with the place of what is wrong', () => {
  test.each<[string, object[]]>([
    ['members >', [{ code: 'EXPRESSION_SYNTAX', limit: 10 }]],
    ['members = 5)', [{ code: 'EXPRESSION_SYNTAX', limit: 12 }]],
    ['1 < members < 5', [{ code: 'EXPRESSION_SYNTAX', limit: 13 }]],
    ['members & 5', [{ code: 'EXPRESSION_SYNTAX', limit: 9 }]],
    ["name = 'open", [{ code: 'EXPRESSION_SYNTAX', limit: 8 }]],
    ['1234567890123456 > 1', [{ code: 'EXPRESSION_SYNTAX', limit: 16 }]],
    ['mod > 1', [{ code: 'EXPRESSION_SYNTAX', limit: 1 }]],
    [`${'('.repeat(60)}1${')'.repeat(60)} = 1`, [{ code: 'EXPRESSION_DEEP', limit: 52 }]],
    [`1 = 1${' or 1 = 1'.repeat(300)}`, [{ code: 'TOO_LONG', limit: 2000 }]],
    [
      'nothing = 5 and told = 1',
      [
        { code: 'EXPRESSION_QUESTION', limit: 1, names: 'nothing' },
        { code: 'EXPRESSION_TYPE', limit: 17 },
      ],
    ],
    ["visited > '2026-02-30'", [{ code: 'EXPRESSION_TYPE', limit: 11 }]],
    ["members = 'many'", [{ code: 'EXPRESSION_TYPE', limit: 11 }]],
    ["members + 'many' > 1", [{ code: 'EXPRESSION_TYPE', limit: 11 }]],
    ['home = 1', [{ code: 'EXPRESSION_TYPE', limit: 6 }]],
    ["matches(name, '(?=a)')", [{ code: 'PATTERN_UNSUPPORTED', limit: 15 }]],
    ['matches(name, name)', [{ code: 'EXPRESSION_TYPE', limit: 15 }]],
    ["village = 'nowhere'", [{ code: 'EXPRESSION_CHOICE', limit: 11, names: 'nowhere' }]],
    ["selected(items, 'bed')", [{ code: 'EXPRESSION_CHOICE', limit: 17, names: 'bed' }]],
    ["name = ''", [{ code: 'EXPRESSION_BLANK', limit: 8 }]],
    ['selcted(items)', [{ code: 'EXPRESSION_FUNCTION', limit: 1, names: 'selcted', nearest: 'selected' }]],
    ['eval(name)', [{ code: 'EXPRESSION_FUNCTION', limit: 1, names: 'eval' }]],
    ['constructor(name)', [{ code: 'EXPRESSION_FUNCTION', limit: 1, names: 'constructor' }]],
    ['length(name, name) > 1', [{ code: 'EXPRESSION_ARGUMENTS', limit: 1, names: 'length' }]],
  ])('%s', (source, problems) => {
    expect(compiled(source, 'boolean').problems).toEqual(problems)
  })

  test('the own answer where there is none', () => {
    expect(compileExpression('. > 1', scopeOver(questions), 'boolean').problems).toMatchObject([{ names: '.' }])
  })
})

const at = 0
const { tree: anyTree } = fc.letrec<{ tree: Expression }>((tie) => {
  const pair = { at: fc.constant(at), left: tie('tree'), right: tie('tree') }
  return {
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.record({
        kind: fc.constant('number' as const),
        at: fc.constant(at),
        value: fc.constantFrom(0, 7, 1.5, 1e-10),
      }),
      fc.record({ kind: fc.constant('text' as const), at: fc.constant(at), value: fc.string({ maxLength: 5 }) }),
      fc.record({ kind: fc.constant('boolean' as const), at: fc.constant(at), value: fc.boolean() }),
      fc.record({
        kind: fc.constant('question' as const),
        at: fc.constant(at),
        code: fc.constantFrom('a', 'q_1', 'mod'),
      }),
      fc.constant<Expression>({ kind: 'own', at }),
      fc.record({ kind: fc.constant('minus' as const), at: fc.constant(at), of: tie('tree') }),
      fc.record({ kind: fc.constant('logic' as const), operator: fc.constantFrom('and', 'or'), ...pair }),
      fc.record({ kind: fc.constant('comparison' as const), operator: fc.constantFrom(...comparisons), ...pair }),
      fc.record({ kind: fc.constant('arithmetic' as const), operator: fc.constantFrom(...arithmetic), ...pair }),
      fc.record({
        kind: fc.constant('call' as const),
        at: fc.constant(at),
        name: fc.constantFrom('if', 'sum', 'today'),
        of: fc.array(tie('tree'), { maxLength: 3 }),
      }),
    ),
  }
})

function withoutPlaces(expression: Expression | undefined): unknown {
  return JSON.parse(JSON.stringify(expression, (key, value: unknown) => (key === 'at' ? 0 : value)) || 'null')
}

test('what is printed of a tree is read as the same tree', () => {
  fc.assert(
    fc.property(anyTree, (tree) => {
      const text = printExpression(tree)
      fc.pre(text.length <= 2000)
      expect(withoutPlaces(parseExpression(text).expression)).toEqual(withoutPlaces(tree))
    }),
    { numRuns: 1000 },
  )
})

test('any text is read to an end, computed or refused', () => {
  const words = fc.constantFrom(
    'members',
    'items',
    "'cow'",
    '5',
    '.',
    '(',
    ')',
    ',',
    '+',
    '-',
    '=',
    '<',
    'and',
    'not(',
    'if(',
    'sum(',
    'today()',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words, { maxLength: 20 }).map((parts) => parts.join(' ')),
      ),
      (source) => {
        const { problems, run } = compiled(source, 'boolean')
        const value = run({
          today: '2026-03-01',
          now: '2026-03-01T10:00:00Z',
          budget: new Budget(),
          answerTo: () => undefined,
          answersTo: () => [],
        })
        expect(problems.length > 0 || typeof value === 'boolean' || value === undefined).toBe(true)
        for (const { limit = 0 } of problems) expect(limit).toBeGreaterThan(0)
      },
    ),
    { numRuns: 2000 },
  )
})

test('an expression that would become endless in forms is refused', () => {
  const nested = `${'min('.repeat(45)}members${', 1)'.repeat(45)}`
  expect(compiled(nested, 'number').problems).toEqual([{ code: 'EXPRESSION_DEEP', limit: 1 }])
  expect(compiled(Array(200).fill('members').join(' + '), 'number').problems).toEqual([])
})

test('the questions that it names are each told once', () => {
  const { expression } = parseExpression('sum(a, ${b}, a) > . or c')
  expect(expression && [...referencesOf(expression)]).toEqual(['a', 'b', 'c'])
})

test('every type of question has its place in expressions', () => {
  for (const type of questionTypes) {
    const question = smallQuestion({ code: 'x', type, options: ['a'] })
    const { problems } = compileExpression('answered(x)', scopeOver([question]), 'boolean')
    expect([type, problems.length]).toEqual([type, type === 'NOTE' ? 1 : 0])
  }
})
