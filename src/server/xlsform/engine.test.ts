import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOfRef } from '#domain/answers/answer-keys.ts'
import { fill } from '#domain/answers/filling.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import type { Cell } from '../excel/cell.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'
import { formSheets } from './write-form.ts'
import { anyFillings, differences } from '../test/forms-engine.ts'

test('a question is visible, required and valid here exactly as in the XForms engine', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const property = fc.asyncProperty(anyFillings(8), async (fillings) => {
    expect(await differences(fillings, today)).toEqual([])
  })
  await fc.assert(property, { numRuns: 40, endOnFailure: true })
})

test('a count by any expression gives as many repetitions as in the engine', async () => {
  const survey = [
    ['type', 'name', 'label', 'repeat_count', 'parameters'],
    ['integer', 'members', 'Members'],
    ['range', 'rooms', 'Rooms', null, 'start=0 end=4 step=2'],
    ['select_multiple crops', 'crops', 'Crops'],
    ['begin_repeat', 'room', 'Room', '${rooms}'],
    ['text', 'walls', 'Walls'],
    ['end_repeat'],
    ['begin_repeat', 'crop', 'Crop', 'count-selected(${crops})'],
    ['text', 'seed', 'Seed'],
    ['end_repeat'],
    ['begin_repeat', 'half', 'Half', 'min(${members} div 2, 3)'],
    ['text', 'who', 'Who'],
    ['end_repeat'],
    ['begin_repeat', 'pair', 'Pair', '2'],
    ['text', 'shoe', 'Shoe'],
    ['end_repeat'],
  ]
  const choices = [['list_name', 'name', 'label'], ...['fig', 'rye'].map((name) => ['crops', name, name])]
  const sheets = new Map([
    ['survey', survey],
    ['choices', choices],
  ])
  const { content } = readForm(sheets, { report: new Report(), fallbackTitle: 'Form' })
  const key = (code: string) => keyOfRef(content, code)
  const form = (members: number, rooms: number, crops: string[]) => ({
    [key('members')]: members,
    [key('rooms')]: rooms,
    ...(crops.length > 0 ? { [key('crops')]: crops } : {}),
  })
  const forms = [{}, form(5, 2, ['fig']), form(-3, 0, []), form(99, 4, ['fig', 'rye']), form(1, 2, [])]
  expect(await differences({ content, forms }, '2026-03-01')).toEqual([])
  const counts = forms.map((each) => {
    const { repetitions } = fill(content, each, { today: '2026-03-01' })
    return content.sections.filter(({ repeat }) => repeat).map((section) => repetitions(section).length)
  })
  expect(counts).toEqual([
    [0, 0, 0, 2],
    [2, 1, 2, 2],
    [0, 0, 0, 2],
    [4, 2, 3, 2],
    [2, 0, 0, 2],
  ])
  const again = readForm(sheetsOf(formSheets({ title: 'Form', id: 'form', version: 1, content })), {
    report: new Report(),
    fallbackTitle: 'Form',
  })
  expect(contentOf({ ...again.content, skips: [] })).toEqual(contentOf({ ...content, skips: [] }))
})

function sheetsOf(sheets: ReturnType<typeof formSheets>) {
  return new Map(sheets.map(({ name, rows }) => [name, [...rows] as Cell[][]]))
}
