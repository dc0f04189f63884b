/** Forms with groups that repeat inside of others. */
import { expect, test } from 'vitest'
import { keyOfRef } from '#domain/answers/answer-keys.ts'
import { fill } from '#domain/answers/filling.ts'
import { draftProblems } from '#domain/publishing/survey-rules.ts'
import { questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import type { Cell } from '../excel/cell.ts'
import { differences } from '../test/forms-engine.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'
import { formSheets } from './write-form.ts'

function read(rows: readonly (readonly Cell[])[]) {
  const report = new Report()
  return { ...readForm(new Map([['survey', rows]]), { report, fallbackTitle: 'Form' }), remarks: report.remarks }
}

const farm = [
  ['type', 'name', 'label', 'repeat_count', 'relevant', 'calculation'],
  ['begin_group', 'land', 'Land'],
  ['begin_repeat', 'field', 'Field', null, null],
  ['text', 'name', 'Name'],
  ['integer', 'area', 'Area'],
  ['begin_group', 'use', null, null, '${area} > 0'],
  ['begin_repeat', 'crop', 'Crop', '${area} div 2', "${name} != 'none'"],
  ['text', 'crop_name', 'Which crop of ${name}?'],
  ['integer', 'bags', 'Bags', null, 'position(..) < 3'],
  ['end_repeat'],
  ['end_group'],
  ['begin_repeat', 'tree', 'Tree'],
  ['text', 'tree_name', 'Which tree?', null, '${area} > 1'],
  ['end_repeat'],
  ['calculate', 'field_bags', null, null, null, 'sum(${bags})'],
  ['note', 'much', 'Much', null, '${field_bags} > 5 or count(${tree_name}) > 1'],
  ['end_repeat'],
  ['end_group'],
  ['calculate', 'all_bags', null, null, null, 'sum(${bags}) + count(${field})'],
]

test('a group inside of a repeating one is a section inside of it, and nothing is lost', async () => {
  const { content, remarks } = read(farm)
  expect(content.sections.map(({ formPath, repeat, relevant }) => [formPath, repeat, relevant])).toEqual([
    ['land/field', { max: 200 }, null],
    ['land/field/use/crop', { max: 200, depth: 2, countCode: 'crop_count' }, "(area > 0) and (not(name = 'none'))"],
    ['land/field/tree', { max: 200, depth: 2 }, null],
    ['', undefined, null],
  ])
  const codes = content.sections.map(({ questions }) => questions.map(({ code }) => code).join(' '))
  expect(codes).toEqual(['name area crop_count field_bags much', 'crop_name bags', 'tree_name', 'all_bags'])
  expect(remarks.filter(({ verdict }) => verdict === 'LEFT_OUT' || verdict === 'WRONG')).toEqual([])
  expect(remarks.filter(({ code }) => code === 'REPEAT_INSIDE').map(({ row }) => row)).toEqual([7, 12])
  expect(draftProblems(content)).toEqual([])
  expect(await differences({ content, forms: [formOf(content, 5), formOf(content, 1), {}] }, '2026-03-01')).toEqual([])
  const sheets = formSheets({ title: 'Form', id: 'form', version: 1, content })
  const rows = sheets.find(({ name }) => name === 'survey')?.rows ?? []
  expect(plain(read([...rows] as Cell[][]).content)).toEqual(plain(content))
})

function plain({ sections }: SurveyContent) {
  return contentOf({ sections, skips: [] })
}

function formOf(content: SurveyContent, area: number) {
  const [field, , tree] = content.sections.map(({ id }) => `s${id}`)
  const answers = {
    'name.1': 'River',
    'area.1': area,
    'name.2': 'none',
    'area.2': 4,
    'crop_name.1.1': 'rye',
    'bags.1.1': 4,
    'bags.1.2': 3,
    'tree_name.1.1': 'oak',
    'tree_name.1.2': 'fir',
  }
  const byKey = Object.entries(answers).map(([code, value]) => [keyOfRef(content, code), value])
  return { [`${field}`]: 2, [`${tree}.1`]: 2, [`${tree}.2`]: 1, ...Object.fromEntries(byKey) }
}

test('the number of a repetition around the own one counts as it does in the engine', async () => {
  const rows = farm.map((row) => row.map((cell) => (cell === 'position(..) < 3' ? 'position(../../..) < 2' : cell)))
  const { content, remarks } = read(rows)
  expect(remarks.filter(({ verdict }) => verdict === 'LEFT_OUT')).toEqual([])
  expect(questionsOf(content).find(({ code }) => code === 'bags')?.relevant).toContain('position(1) < 2')
  const { asked } = fill(content, formOf(content, 2), { today: '2026-03-01' })
  const bags = keyOfRef(content, 'bags.1.1')
  expect([asked.has(bags), asked.has(bags.replace('.1.1', '.2.1'))]).toEqual([true, false])
  expect(await differences({ content, forms: [formOf(content, 2), formOf(content, 0)] }, '2026-03-01')).toEqual([])
})

test('twenty groups inside of each other are read as far as five, at once', () => {
  const deep = Array.from({ length: 20 }, (_, depth) => depth + 1)
  const rows = [
    ['type', 'name', 'label', 'repeat_count'],
    ...deep.flatMap((depth) => [
      ['begin_repeat', `r${depth}`, 'R', '200'],
      ['text', `q${depth}`, 'Q'],
    ]),
    ...deep.map(() => ['end_repeat']),
  ]
  const began = performance.now()
  const { content, remarks } = read(rows)
  expect(performance.now() - began).toBeLessThan(1000)
  expect(content.sections.flatMap(({ repeat }) => (repeat ? [repeat.depth ?? 1] : []))).toEqual([1, 2, 3, 4, 5])
  expect(questionsOf(content).filter(({ code }) => code.startsWith('q'))).toHaveLength(5)
  expect(remarks.filter(({ code }) => code === 'REPEAT_LEFT').map(({ row }) => row)).toEqual([12])
})
