import { expect, test } from 'vitest'
import { fill } from '#domain/answers/filling.ts'
import { begun, followed } from '#domain/answers/initial.ts'
import { keyOfRef } from '#domain/answers/answer-keys.ts'
import { formLayout } from '#domain/surveys/form-layout.ts'
import { smallSurvey } from '#domain/answers/test/small-survey.ts'
import { nodesOf, openForm } from '../test/forms-engine.ts'

test('a form begins and follows its triggers here as in the collecting apps’ engine', async () => {
  const clock = { today: new Date().toLocaleDateString('sv') }
  const content = smallSurvey([
    [
      { code: 'visits', type: 'INTEGER', initial: '2' },
      { code: 'next', type: 'INTEGER', initial: 'visits + 1' },
      { code: 'day', type: 'DATE', initial: 'today()' },
      { code: 'rate', type: 'INTEGER' },
      { code: 'fee', type: 'INTEGER', calculation: 'visits * rate', trigger: 'rate' },
      { code: 'first', type: 'TEXT', calculation: 'once(concat(rate))' },
      { code: 'cut', type: 'TEXT', calculation: "substr('abcdef', floor(rate / 4), 5)" },
    ],
    {
      repeat: { max: 3 },
      asks: [
        { code: 'from', type: 'INTEGER', initial: 'visits' },
        { code: 'role', type: 'TEXT', initial: "'head'" },
        { code: 'place', type: 'INTEGER', calculation: 'position()' },
      ],
    },
    [
      { code: 'roles', type: 'TEXT', calculation: "join(', ', role)" },
      { code: 'second', type: 'INTEGER', calculation: 'indexedRepeat(from, 2)' },
      { code: 'people', type: 'INTEGER', calculation: 'repetitions(role)' },
      { code: 'shown', type: 'TEXT', calculation: "formatDate(day, '%Y, %e %b')" },
    ],
  ])
  const root = await openForm(content)
  const layout = formLayout(content.sections)
  const codes = ['visits', 'next', 'day', 'rate', 'fee', 'first', 'cut', 'from.1', 'role.1', 'from.2', 'role.2']
  codes.push('place.2', 'roles', 'second', 'people', 'shown')
  const there = () => codes.map((code) => nodesOf(root, layout).get(code)?.currentState.instanceValue ?? '')
  let given = begun(content, clock)
  const here = () => {
    const { answers } = fill(content, given, clock)
    return codes.map((code) => written(answers[keyOfRef(content, code)]))
  }
  const change = (code: string, value: number) => {
    given = followed(content, { before: given, after: { ...given, [keyOfRef(content, code)]: value } }, clock)
  }
  expect(there()).toEqual(here())
  nodesOf(root, layout).get('rate')?.setValue('10')
  change('rate', 10)
  expect(here().slice(4, 7)).toEqual(['20', '10', 'cde'])
  expect(there()).toEqual(here())
  nodesOf(root, layout).get('visits')?.setValue('5')
  change('visits', 5)
  const range = nodesOf(root, layout).get('section_2')
  range?.addInstances((range.currentState.children?.length ?? 0) - 1, 2)
  change('s2', 2)
  expect(here().slice(7, -1)).toEqual(['5', 'head', '5', 'head', '2', 'head, head', '5', '2'])
  expect(there()).toEqual(here())
  nodesOf(root, layout).get('rate')?.setValue('3')
  change('rate', 3)
  expect(here().slice(4, 6)).toEqual(['15', '10'])
  expect(there()).toEqual(here())
})

function written(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}
