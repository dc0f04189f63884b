import { expect, test } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import type { Question, QuestionType, SurveyContent } from '#domain/surveys/survey.ts'
import { formsEngine } from '../test/forms-engine.ts'
import { xformOf } from './xform.ts'

function question(
  id: number,
  code: string,
  { type = 'TEXT', text = code }: { type?: QuestionType; text?: string } = {},
) {
  return plainQuestion(id, { code, type, text: { en: text } })
}

function choice(id: number, code: string, options: Record<string, string>): Question {
  const answers = Object.entries(options).map(([option, text], index) => {
    return { id: index + 1, code: option, text: { en: text }, isOther: false, exclusive: false, position: index + 1 }
  })
  return { ...question(id, code, { type: 'SINGLE' }), answers }
}

const content: SurveyContent = {
  sections: [
    { id: 1, title: { en: 'House' }, position: 1, questions: [choice(1, 'roof', { tin: 'Tin & iron' })] },
    {
      id: 2,
      title: { en: 'Member' },
      position: 2,
      repeat: { max: 3 },
      questions: [question(2, 'name'), question(3, 'age', { text: 'Age of ${name} below ${roof}, ${nobody}' })],
    },
  ],
}

interface Node {
  currentState: { reference: string; label?: { asString: string } | null; children?: readonly Node[] | null }
  setValue(value: string): void
  selectValue(value: string): void
  addInstances(after: number, count: number): void
}

function found(node: Node, reference: string): Node {
  const all = (each: Node): Node[] => [each, ...(each.currentState.children ?? []).flatMap(all)]
  return all(node).find((each) => each.currentState.reference === reference) ?? expect.unreachable(reference)
}

test('the collecting apps’ engine fills answers into texts, by repetition', async () => {
  const { createInstance } = await formsEngine()
  const { root: form } = await createInstance(xformOf({ title: 'Form', id: 'form', version: 1, content }))
  const root = form as unknown as Node
  found(root, '/data/section_2').addInstances(-1, 2)
  found(root, '/data/section_1/roof').selectValue('tin')
  found(root, '/data/section_2[1]/name').setValue('Ana')
  found(root, '/data/section_2[2]/name').setValue('Rui')
  const labels = [1, 2].map((n) => found(root, `/data/section_2[${n}]/age`).currentState.label?.asString)
  expect(labels).toEqual(['Age of Ana below Tin & iron, ${nobody}', 'Age of Rui below Tin & iron, ${nobody}'])
})
