/** What the builder does beside plain changes: copies, orders. */
import { expect } from 'vitest'
import { answers } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { test } from '../test/with-app.ts'

test('the copy of a question is right behind it, with its options and rules', async ({ staff, given, sql }) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'village', type: 'SINGLE', options: ['god', 'other'], required: true },
        { code: 'age', type: 'INTEGER', validation: { min: 1 } },
      ],
    ],
  })
  const { id, options } = survey.question('village')
  const target = survey.question('age').id
  await sql.owner.query(
    `insert into skip (survey_id, from_question_id, operator, answer_id, action, target)
       values ($1, $2, 'EQ', $3, 'JUMP_TO_QUESTION', $4)`,
    [survey.id, id, options['other'], target],
  )
  const { data: copy, statusCode } = await staff.call(questions.duplicate, { params: { questionId: id } })
  expect(statusCode).toBe(201)
  expect(copy).toMatchObject({
    code: 'village_2',
    text: { en: 'Question village (copy)', 'pt-br': 'Pergunta village (cópia)' },
    required: true,
    position: 2,
    firstVersion: null,
    answers: [{ code: 'god' }, { code: 'other', isOther: true, firstVersion: null }],
  })
  const { data } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(data.sections[0]?.questions.map(({ code }) => code)).toEqual(['village', 'village_2', 'age'])
  expect(data.skips).toHaveLength(2)
  expect(data.skips[1]).toMatchObject({ fromQuestionId: copy.id, answerId: copy.answers[1]?.id, target })
})

test('sections, questions and options take a new order; unmoved rows stay as they are', async ({ staff, given }) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'a', type: 'TEXT' },
        { code: 'b', type: 'SINGLE', options: ['x', 'y', 'z'] },
        { code: 'c', type: 'TEXT' },
      ],
      [{ code: 'd', type: 'TEXT' }],
    ],
  })
  const [a, b, c] = ['a', 'b', 'c'].map((code) => survey.question(code).id)
  const [first, second] = survey.content.sections.map(({ id }) => id)
  const sectionId = first ?? 0
  const put = await staff.call(questions.reorder, { params: { sectionId }, body: { questionIds: [c, b, a] } })
  expect(put.questions.map(({ code, position, version }) => [code, position, version])).toEqual([
    ['c', 1, 2],
    ['b', 2, 1],
    ['a', 3, 2],
  ])
  const { x, y, z } = survey.question('b').options
  const ordered = await staff.call(answers.reorder, { params: { questionId: b ?? 0 }, body: { ids: [z, x, y] } })
  expect(ordered.data.map(({ code }) => code)).toEqual(['z', 'x', 'y'])
  const body = { sectionIds: [second, first] }
  const swapped = await staff.call(sections.reorder, { params: { surveyId: survey.encodedId }, body })
  expect(swapped.data.map(({ id }) => id)).toEqual([second, first])
})

test('an order with missing, doubled and foreign ids is refused and names them', async ({ staff, given }) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'a', type: 'TEXT' },
        { code: 'b', type: 'TEXT' },
      ],
      [{ code: 'c', type: 'TEXT' }],
    ],
  })
  const [a, b, c] = ['a', 'b', 'c'].map((code) => survey.question(code).id)
  const params = { sectionId: survey.content.sections[0]?.id ?? 0 }
  await expect(staff.call(questions.reorder, { params, body: { ids: [a, c, a] } })).rejects.toMatchObject({
    status: 422,
    code: 'ORDER_INCOMPLETE',
    data: { missing: [b], doubled: [a], foreign: [c] },
    errors: [
      { path: 'ids', code: 'LEFT_OUT', limit: String(b) },
      { path: 'ids[1]', code: 'UNKNOWN_REFERENCE' },
      { path: 'ids[2]', code: 'DUPLICATE' },
    ],
  })
  await expect(staff.call(questions.reorder, { params, body: {} })).rejects.toMatchObject({
    errors: [{ path: 'ids', code: 'REQUIRED' }],
  })
  const both = { ids: [a, b], questionIds: [b, a] }
  await expect(staff.call(questions.reorder, { params, body: both })).rejects.toMatchObject({ status: 400 })
})

test('the constraint of a copied question looks at the answer of the copy', async ({ staff, given }) => {
  const constraint = "age >= 18 and ${age} < 100 and length(name) > 1 and name != 'age'"
  const survey = await given.survey({
    sections: [
      [
        { code: 'name', type: 'TEXT' },
        { code: 'age', type: 'INTEGER', constraint, relevant: 'answered(name)' },
      ],
    ],
  })
  const { data } = await staff.call(questions.duplicate, { params: { questionId: survey.question('age').id } })
  expect(data).toMatchObject({
    code: 'age_2',
    relevant: 'answered(name)',
    constraint: "age_2 >= 18 and ${age_2} < 100 and length(name) > 1 and name != 'age'",
  })
})

test('another code of a question is named by all expressions of its survey at once', async ({ staff, given }) => {
  const survey = await given.survey({
    status: 'DRAFT',
    sections: [
      [
        { code: 'age', type: 'INTEGER', constraint: 'age >= 18 and . < 100' },
        { code: 'page', type: 'INTEGER', relevant: "age > 18 and 'age' != 'x'", calculation: '${age} + sum(age, 1)' },
      ],
      [{ code: 'name', type: 'TEXT' }],
    ],
  })
  const [first, second] = survey.content.sections.map(({ id }) => id)
  await staff.call(sections.update, {
    params: { id: second ?? 0 },
    body: { relevant: 'age < 65', repeat: { max: 3, countCode: 'age' } },
  })
  const { id } = survey.question('age')
  const { data: renamed } = await staff.call(questions.update, { params: { id }, body: { code: 'mod' } })
  expect(renamed).toMatchObject({ code: 'mod', constraint: '${mod} >= 18 and . < 100', version: 2 })
  const { data } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(data.sections.find((section) => section.id === second)).toMatchObject({
    relevant: '${mod} < 65',
    repeat: { max: 3, countCode: 'mod' },
  })
  expect(data.sections.find((section) => section.id === first)?.questions[1]).toMatchObject({
    relevant: "${mod} > 18 and 'age' != 'x'",
    calculation: '${mod} + sum(${mod}, 1)',
    version: 2,
  })
})

test('a question goes back as a section gives it, with its options', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  for (const { id: sectionId } of survey.content.sections) {
    const read = await staff.call(questions.ofSection, { params: { sectionId } })
    for (const question of read.questions) {
      const { data } = await staff.call(questions.update, { params: { id: question.id }, body: question })
      const { answers: _answers, ...same } = question
      expect(data).toMatchObject(same)
    }
  }
})
