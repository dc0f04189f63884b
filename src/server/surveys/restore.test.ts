/** A deleted part of a draft comes back as it was, whole or not at all. */
import { expect } from 'vitest'
import { answers } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { skips } from '#contract/skips.ts'
import { surveys } from '#contract/surveys.ts'
import { test, type TestApp } from '../test/with-app.ts'

/** A section whose choice has a rule and a condition, with one more question behind it. */
async function draft({ given, as }: TestApp) {
  const staff = as(await given.admin())
  const survey = await given.survey({
    status: 'DRAFT',
    sections: [
      [
        { code: 'well', type: 'SINGLE', options: ['yes', 'no'] },
        { code: 'depth', type: 'INTEGER', relevant: "well = 'yes'" },
      ],
      [{ code: 'name', type: 'TEXT' }],
    ],
  })
  const well = survey.question('well')
  const { data: rule } = await staff.call(skips.create, {
    body: {
      fromQuestionId: well.id,
      operator: 'EQ',
      answerId: well.options['no'] ?? 0,
      action: 'JUMP_TO_QUESTION',
      target: survey.question('name').id,
    },
  })
  const params = { surveyId: survey.id }
  return {
    staff,
    survey,
    rule,
    well,
    content: async () => {
      const { data } = await staff.call(surveys.get, { params: { id: survey.id } })
      return { sections: data.sections, skips: data.skips }
    },
    restore: (kind: 'section' | 'question' | 'answer' | 'skip', id: number) =>
      staff.call(surveys.restore, { params, body: { kind, id } }),
  }
}

const query = { withRules: 'true' } as const

test('every kind of part comes back with its ids, its options and its rules', async ({ app }) => {
  const { staff, survey, rule, well, content, restore } = await draft(app)
  const before = await content()
  const sectionId = survey.content.sections[0]?.id ?? 0
  await staff.call(sections.remove, { params: { id: sectionId }, query })
  await restore('section', sectionId)
  expect(await content()).toEqual(before)
  await staff.call(questions.remove, { params: { id: well.id }, query })
  expect((await content()).skips).toEqual([])
  await restore('question', well.id)
  expect(await content()).toEqual(before)
  const optionId = well.options['no'] ?? 0
  await staff.call(answers.remove, { params: { id: optionId }, query })
  await restore('answer', optionId)
  await staff.call(skips.remove, { params: { id: rule.id } })
  await restore('skip', rule.id)
  expect(await content()).toEqual(before)
  await expect(restore('skip', rule.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a part stays deleted while another has its code or its section is gone', async ({ app }) => {
  const { staff, survey, well, content, restore } = await draft(app)
  const sectionId = survey.content.sections[0]?.id ?? 0
  await staff.call(questions.remove, { params: { id: well.id }, query })
  const body = { sectionId, code: 'WELL', type: 'TEXT', text: 'Well' } as const
  const { data: other } = await staff.call(questions.create, { body })
  const between = await content()
  await expect(restore('question', well.id)).rejects.toMatchObject({
    code: 'DUPLICATE',
    errors: [{ path: 'code', code: 'DUPLICATE' }],
  })
  expect(await content()).toEqual(between)
  await staff.call(questions.remove, { params: { id: other.id }, query })
  await staff.call(sections.remove, { params: { id: sectionId }, query })
  await expect(restore('question', well.id)).rejects.toMatchObject({ code: 'UNKNOWN_REFERENCE' })
  expect((await content()).sections).toHaveLength(1)
  await restore('section', sectionId)
  await restore('question', well.id)
  expect((await content()).skips).toHaveLength(1)
})

test('a question whose code answers another type since then stays deleted', async ({ app }) => {
  const { staff, survey, well, restore } = await draft(app)
  await staff.call(questions.remove, { params: { id: well.id }, query })
  await app.sql.owner.query(
    `insert into survey_version (survey_id, number, content, checksum)
       values ($1, 1, '{"sections": [{"questions": [{"code": "Well", "type": "TEXT"}]}]}', '')`,
    [survey.id],
  )
  await expect(restore('question', well.id)).rejects.toMatchObject({
    errors: [{ path: 'code', code: 'CODE_OF_OTHER_TYPE' }],
  })
})

test('a part comes back in its own survey alone, for a day after its deletion', async ({ app }) => {
  const { staff, survey, rule, well, restore } = await draft(app)
  const other = await draft(app)
  await staff.call(skips.remove, { params: { id: rule.id } })
  await expect(other.restore('skip', rule.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.sql.owner.query(`update removed_part set removed_at = now() - interval '25 hours' where survey_id = $1`, [
    survey.id,
  ])
  await staff.call(questions.remove, { params: { id: well.id }, query })
  await expect(restore('skip', rule.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await restore('question', well.id)
})
