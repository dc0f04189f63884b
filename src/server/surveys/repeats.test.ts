/** Sections that repeat: saved, copied, checked and published. */
import { expect } from 'vitest'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { skips } from '#contract/skips.ts'
import { surveys } from '#contract/surveys.ts'
import { versions } from '#contract/versions.ts'
import type { SurveySpec } from '../test/given-survey.ts'
import { test } from '../test/with-app.ts'

const refused = (path: string, code: string) => ({ status: 400, errors: [{ path, code }] })

const household: NonNullable<SurveySpec['sections']> = [
  [
    { code: 'members', type: 'INTEGER', validation: { min: 0, max: 9 } },
    { code: 'village', type: 'TEXT' },
  ],
  {
    repeat: { max: 9, countCode: 'members' },
    asks: [
      { code: 'age', type: 'INTEGER' },
      { code: 'school', type: 'TEXT', relevant: 'age < 18 and answered(village)' },
    ],
  },
  [{ code: 'together', type: 'INTEGER', calculation: 'sum(age)' }],
]

test('a section is saved with how often it repeats, and its copy repeats alike', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT', sections: household })
  const { data: made } = await staff.call(sections.create, {
    body: { surveyId: survey.encodedId, title: { en: 'Goats' }, repeat: { max: 3 } },
  })
  expect(made).toMatchObject({ repeat: { max: 3 }, position: 4 })
  const params = { id: made.id }
  const repeat = { max: 200, countCode: 'members' }
  expect((await staff.call(sections.update, { params, body: { repeat } })).data).toMatchObject({ repeat })
  expect((await staff.call(sections.get, { params })).data).toMatchObject({ repeat })
  const { data: copy } = await staff.call(surveys.duplicate, { params: { surveyId: survey.encodedId } })
  const read = await staff.call(surveys.get, { params: { id: copy.id } })
  expect(read.data.sections.map((section) => section.repeat)).toEqual([
    null,
    { max: 9, countCode: 'members' },
    null,
    repeat,
  ])
  expect((await staff.call(sections.update, { params, body: { repeat: null } })).data.repeat).toBeNull()
})

test('repetitions that no earlier question counts are refused, by the database too', async ({ staff, given, sql }) => {
  const survey = await given.survey({ status: 'DRAFT', sections: household })
  const [first, roster, last] = survey.content.sections.map(({ id }) => id)
  const put = (id = 0, repeat: unknown) => staff.call(sections.update, { params: { id }, body: { repeat } })
  const path = 'repeat.countCode'
  const wrong: [number | undefined, string, string][] = [
    [roster, 'none', 'COUNT_UNKNOWN'],
    [roster, 'village', 'COUNT_NOT_INTEGER'],
    [roster, 'together', 'COUNT_NOT_EARLIER'],
    [last, 'age', 'COUNT_REPEATED'],
    [first, 'members', 'COUNT_REPEATED'],
  ]
  for (const [id, countCode, code] of wrong)
    await expect(put(id, { max: 5, countCode })).rejects.toMatchObject({ status: 400, errors: [{ path, code }] })
  await expect(put(roster, { max: 201 })).rejects.toMatchObject({ errors: [{ path: 'repeat.max', code: 'TOO_BIG' }] })
  await expect(put(roster, { max: 0 })).rejects.toMatchObject({ errors: [{ path: 'repeat.max', code: 'TOO_SMALL' }] })
  await expect(put(roster, { max: 5, times: 2 })).rejects.toMatchObject({ errors: [{ code: 'UNKNOWN_KEY' }] })
  for (const bad of ['{}', '{"max":0}', '{"max":201}', '{"max":1.5}', '{"max":"2"}', '[1]', '{"max":1,"countCode":7}'])
    await expect(sql.owner.query('update section set repeat = $1::jsonb where id = $2', [bad, roster])).rejects.toThrow(
      'section_repeat',
    )
})

test('a question that gives the number of repetitions is not deleted', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT', sections: household })
  const params = { id: survey.question('members').id }
  await expect(staff.call(questions.remove, { params })).rejects.toMatchObject({
    code: 'IN_USE',
    data: { usedBy: { expression: 1 }, expressions: [{ of: { en: 'Section 2' }, field: 'repeat' }] },
  })
})

test('expressions of a repetition see their own, others only all of them together', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT', sections: household })
  const put = (code: string, body: object) =>
    staff.call(questions.update, { params: { id: survey.question(code).id }, body })
  expect((await put('school', { relevant: 'age < 15' })).data.relevant).toBe('age < 15')
  expect((await put('together', { calculation: 'count(school) + max(age)' })).data).toMatchObject({ version: 2 })
  await expect(put('together', { relevant: 'age > 3' })).rejects.toMatchObject({
    errors: [{ path: 'relevant', code: 'REPEATED_OUTSIDE', limit: 1, names: 'age' }],
  })
  await expect(put('school', { relevant: '1 < count(age)' })).rejects.toMatchObject({
    errors: [{ path: 'relevant', code: 'NOT_REPEATED', limit: 11 }],
  })
})

test('rules stay in their repetition, on save and on publish', async ({ staff, given, sql }) => {
  const survey = await given.survey({ status: 'DRAFT', sections: household })
  const [, roster, last] = survey.content.sections.map(({ id }) => id)
  const rule = (from: string, action: string, target: number | null = null) =>
    staff.call(skips.create, {
      body: { fromQuestionId: survey.question(from).id, operator: 'ANSWERED', action, target },
    })
  await expect(rule('age', 'END')).rejects.toMatchObject(refused('action', 'RULE_LEAVES_REPEAT'))
  const { id: school } = survey.question('school')
  await expect(rule('members', 'JUMP_TO_QUESTION', school)).rejects.toMatchObject(refused('target', 'RULE_INTO_REPEAT'))
  await rule('members', 'JUMP_TO_SECTION', roster)
  await rule('age', 'JUMP_TO_SECTION', last)
  await sql.owner.query(`update skip set action = 'END', target = null where from_question_id = $1`, [
    survey.question('age').id,
  ])
  await sql.owner.query(`update section set position = 0 where id = $1`, [roster])
  await expect(staff.call(surveys.publish, { params: { surveyId: survey.encodedId } })).rejects.toMatchObject({
    code: 'SURVEY_NOT_READY',
    errors: [
      { path: 'sections[0].repeat.countCode', code: 'COUNT_NOT_EARLIER' },
      { path: 'skips[0].target', code: 'RULE_BACKWARD' },
      { path: 'skips[1].action', code: 'RULE_LEAVES_REPEAT' },
      { code: 'RULE_LOOP' },
    ],
  })
})

test('a section that repeats otherwise needs the next version', async ({ staff, given }) => {
  const survey = await given.survey({ sections: household })
  const [, roster] = survey.content.sections.map(({ id }) => id)
  const repeat = { max: 12, countCode: 'members' }
  await staff.call(sections.update, { params: { id: roster ?? 0 }, body: { repeat } })
  const params = { surveyId: survey.encodedId }
  await expect(staff.call(versions.revise, { params })).rejects.toMatchObject({ code: 'VERSION_NEEDED' })
  expect((await staff.call(surveys.publish, { params })).data.version.number).toBe(2)
})

test('a survey names no version that there is not', async ({ given, sql }) => {
  const { id } = await given.survey()
  const set = (version: number) =>
    sql.owner.query('update survey set current_version = $1 where id = $2', [version, id])
  await expect(set(2)).rejects.toThrow('There is no such version')
  await set(1)
})
