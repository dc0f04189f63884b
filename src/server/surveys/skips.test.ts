import { expect } from 'vitest'
import { answers } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { skips } from '#contract/skips.ts'
import { surveys } from '#contract/surveys.ts'
import { test } from '../test/with-app.ts'

test('a rule is kept with its defaults, and the survey shows its rules by priority', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  const fromQuestionId = survey.question('members').id
  const target = survey.content.sections[1]?.id
  const body = { fromQuestionId, operator: 'GE', value: 5, action: 'JUMP_TO_SECTION', target, priority: 2 }
  const { data: first } = await staff.call(skips.create, { body })
  expect(first).toMatchObject({ ...body, surveyId: survey.id, answerId: null, version: 1 })
  const some = { fromQuestionId, operator: 'IN', value: [1, 3], action: 'END' }
  const { data: second } = await staff.call(skips.create, { body: some })
  expect(second).toMatchObject({ ...some, target: null, priority: 1 })
  const { data } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(data.skips.map(({ id }) => id)).toEqual([second.id, first.id])
  const params = { id: second.id }
  await expect(staff.call(skips.update, { params, body: { operator: 'ANSWERED' } })).rejects.toMatchObject({
    errors: [{ path: 'value', code: 'NOT_ALLOWED' }],
  })
  const bare = { operator: 'ANSWERED', value: null }
  expect((await staff.call(skips.update, { params, body: bare })).data).toMatchObject(bare)
})

test('a rule names questions, options and sections of its own survey alone', async ({ staff, given, sql }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  const other = await given.survey({ status: 'DRAFT' })
  const fromQuestionId = survey.question('village').id
  const body = { fromQuestionId, operator: 'EQ', action: 'JUMP_TO_QUESTION' }
  const foreign = {
    ...body,
    answerId: other.question('village').options['god'],
    target: other.question('notes').id,
  }
  await expect(staff.call(skips.create, { body: foreign })).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'answerId', code: 'UNKNOWN_REFERENCE' },
      { path: 'target', code: 'UNKNOWN_REFERENCE' },
    ],
  })
  await expect(staff.call(skips.create, { body: { ...body, fromQuestionId: 999_999 } })).rejects.toMatchObject({
    status: 422,
    errors: [{ path: 'fromQuestionId', code: 'UNKNOWN_REFERENCE' }],
  })
  const own = { ...body, answerId: survey.question('village').options['god'], target: survey.question('notes').id }
  const { data: rule } = await staff.call(skips.create, { body: own })
  const smuggled = (column: string, id: unknown) =>
    sql.owner.query(`update skip set ${column} = $1 where id = $2`, [id, rule.id])
  await expect(smuggled('target', foreign.target)).rejects.toMatchObject({ code: '23503' })
  await expect(smuggled('answer_id', foreign.answerId)).rejects.toMatchObject({ code: '23503' })
  await expect(smuggled('survey_id', other.id)).rejects.toMatchObject({ code: '23503' })
})

test('a part that rules name stays with a list of them, and goes with them when asked', async ({ given, as, sql }) => {
  const person = await given.admin()
  const staff = as(person)
  const survey = await given.survey({ status: 'DRAFT' })
  const [, second] = survey.content.sections
  const village = survey.question('village')
  const add = async (body: object) => (await staff.call(skips.create, { body })).data
  const god = { fromQuestionId: village.id, operator: 'EQ', action: 'JUMP_TO_QUESTION' }
  const byId = await add({ ...god, answerId: village.options['god'], target: survey.question('notes').id })
  const byCode = await add({ ...god, operator: 'IN', value: ['god', 'ruaca'], action: 'END', priority: 2 })
  const toSection = {
    fromQuestionId: survey.question('name').id,
    operator: 'ANSWERED',
    action: 'JUMP_TO_SECTION',
    target: second?.id,
  }
  const jump = await add(toSection)

  const option = { id: village.options['god'] ?? 0 }
  await expect(staff.call(answers.remove, { params: option })).rejects.toMatchObject({
    status: 409,
    code: 'IN_USE',
    data: {
      usedBy: { skip: 2 },
      rules: [
        { id: byId.id, from: 'village', value: 'god', to: 'notes', reference: 'village EQ god → notes' },
        { id: byCode.id, value: ['god', 'ruaca'], to: null, reference: 'village IN god, ruaca → END' },
      ],
    },
  })
  const uses = async (resource: typeof questions | typeof sections, id: number) => {
    const refusal = (await staff.call(resource.remove, { params: { id } }).catch((error: unknown) => error)) as {
      data: { rules: { id: number }[] }
    }
    return refusal.data.rules.map((rule) => rule.id)
  }
  expect(await uses(questions, survey.question('notes').id)).toEqual([byId.id])
  expect(await uses(sections, second?.id ?? 0)).toEqual([byId.id, jump.id, byCode.id])
  const ids = [survey.question('notes').id, survey.question('members').id]
  expect((await staff.call(questions.removeMany, { body: { ids } })).data.results).toMatchObject([
    { ok: false, code: 'IN_USE', usedBy: { skip: 1 } },
    { ok: true },
  ])

  await staff.call(answers.remove, { params: option, query: { withRules: 'true' } })
  expect((await staff.call(skips.list, { query: { surveyId: survey.id } })).data).toMatchObject([{ id: jump.id }])
  await staff.call(sections.remove, { params: { id: second?.id ?? 0 }, query: { withRules: 'true' } })
  const trail = await sql.owner.query<{ subject_id: string }>(
    `select subject_id from audit where actor_id = $1 and action = 'skips.delete' order by id`,
    [person.id],
  )
  expect(trail.rows.map((row) => Number(row.subject_id))).toEqual([byId.id, byCode.id, jump.id])
})

test('an unreadable expression is refused with its place; text serves as a number', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  const [section] = survey.content.sections
  const ask = (body: object) =>
    staff.call(questions.create, { body: { sectionId: section?.id, text: 'What?', ...body } })
  await expect(ask({ type: 'INTEGER', relevant: 'member > 3', calculation: 'members +' })).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'relevant', code: 'EXPRESSION_QUESTION', limit: 1, names: 'member', nearest: 'members' },
      { path: 'calculation', code: 'EXPRESSION_SYNTAX', limit: 10 },
    ],
  })
  await expect(ask({ type: 'NOTE', constraint: '. > 1' })).rejects.toMatchObject({
    errors: [{ path: 'constraint', code: 'NOT_FOR_TYPE' }],
  })
  await expect(ask({ type: 'TEXT', validation: { regex: '(a)\\1' } })).rejects.toMatchObject({
    errors: [{ path: 'validation.regex', code: 'PATTERN_UNSUPPORTED', limit: 5 }],
  })
  await expect(ask({ type: 'TEXT', validation: { regex: `${'.*'.repeat(249)}b` } })).rejects.toMatchObject({
    errors: [{ path: 'validation.regex', code: 'PATTERN_TOO_LARGE', limit: 5000 }],
  })
  const { data: guests } = await ask({
    type: 'INTEGER',
    code: 'guests',
    relevant: 'members > 3',
    constraint: '. < members',
  })
  const params = { id: section?.id ?? 0 }
  await expect(staff.call(sections.update, { params, body: { relevant: "members > 'many'" } })).rejects.toMatchObject({
    errors: [{ path: 'relevant', code: 'EXPRESSION_TYPE', limit: 11 }],
  })

  const members = { params: { id: survey.question('members').id } }
  const uses = [
    { of: 'guests', field: 'relevant', expression: 'members > 3' },
    { of: 'guests', field: 'constraint', expression: '. < members' },
  ]
  await expect(staff.call(questions.remove, members)).rejects.toMatchObject({
    code: 'IN_USE',
    data: { usedBy: { expression: 2 }, rules: [], expressions: uses },
  })
  const { data } = await staff.call(questions.removeMany, { body: { ids: [members.params.id] } })
  expect(data.results).toMatchObject([{ code: 'IN_USE', usedBy: { expression: 2 } }])
  await staff.call(questions.update, { ...members, body: { type: 'TEXT', validation: {} } })
  const other = await staff.call(questions.update, {
    params: { id: guests.id },
    body: { relevant: 'members > 3', help: 'How many came?' },
  })
  expect(other.data).toMatchObject({ relevant: 'members > 3', help: { en: 'How many came?' } })
  const published = await staff.call(surveys.publish, { params: { surveyId: survey.id } })
  expect(published.data.survey).toMatchObject({ status: 'PUBLISHED' })
})

test('a rule that moved questions turn back keeps the survey from being published', async ({ staff, given }) => {
  const survey = await given.survey({ status: 'DRAFT' })
  const from = survey.question('name')
  const rule = { fromQuestionId: from.id, operator: 'EQ', value: 'Ana', action: 'JUMP_TO_QUESTION' }
  const target = survey.question('visited').id
  await expect(staff.call(skips.create, { body: { ...rule, target: from.id } })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'target', code: 'RULE_SELF' }],
  })
  await staff.call(skips.create, { body: { ...rule, target } })
  await staff.call(questions.update, { params: { id: from.id }, body: { position: 9 } })
  const publish = () => staff.call(surveys.publish, { params: { surveyId: survey.id } })
  await expect(publish()).rejects.toMatchObject({
    errors: [
      { path: 'skips[0].target', code: 'RULE_BACKWARD' },
      { path: 'skips[0].target', code: 'RULE_LOOP', names: 'visited, name' },
    ],
  })
  await staff.call(questions.update, { params: { id: from.id }, body: { position: 1 } })
  expect((await publish()).data.version).toMatchObject({ number: 1 })
})

test('a section goes with its inner conditions, and with outer ones only on request', async ({ staff, given }) => {
  const survey = await given.survey({
    status: 'DRAFT',
    sections: [
      [{ code: 'a', type: 'TEXT' }],
      [
        { code: 'b', type: 'TEXT' },
        { code: 'c', type: 'TEXT', relevant: 'answered(b)' },
      ],
    ],
  })
  const [first, second] = survey.content.sections.map(({ id }) => ({ params: { id } }))
  await staff.call(sections.update, { ...second, body: { relevant: 'answered(a)' } })
  await expect(staff.call(sections.remove, first)).rejects.toMatchObject({
    data: { expressions: [{ of: { en: 'Section 2' }, field: 'relevant' }] },
  })
  await staff.call(sections.remove, { ...first, query: { withRules: 'true' } })
  await staff.call(sections.remove, second)
  expect((await staff.call(questions.list, { query: { surveyId: survey.id } })).total).toBe(0)
})

test('an option named by a rule with a number, or by a condition, goes when asked', async ({ staff, given }) => {
  const survey = await given.survey({
    status: 'DRAFT',
    sections: [
      [
        { code: 'pick', type: 'SINGLE', options: ['5', '6', '7'] },
        {
          code: 'many',
          type: 'MULTIPLE',
          options: ['6', 'b'],
          relevant: "'6' = pick",
          constraint: "selected(., 'b')",
        },
      ],
    ],
  })
  const { id: fromQuestionId, options } = survey.question('pick')
  const refusal = (id = 0, query = {}) => staff.call(answers.remove, { params: { id }, query }).catch((error) => error)
  await staff.call(skips.create, { body: { fromQuestionId, operator: 'IN', value: [5, 7], action: 'END' } })
  expect(await refusal(options['5'])).toMatchObject({ code: 'IN_USE', data: { usedBy: { skip: 1 } } })
  const condition = { of: 'many', field: 'relevant', expression: "'6' = pick" }
  expect(await refusal(options['6'])).toMatchObject({ data: { usedBy: { expression: 1 }, expressions: [condition] } })
  const many = survey.question('many').options
  const constraint = { of: 'many', field: 'constraint', expression: "selected(., 'b')" }
  expect(await refusal(many['b'])).toMatchObject({ data: { expressions: [constraint] } })
  const ids = [many['b'] ?? 0, many['6'] ?? 0]
  expect((await staff.call(answers.removeMany, { body: { ids } })).data.results).toMatchObject([
    { ok: false, code: 'IN_USE', usedBy: { expression: 1 } },
    { ok: true },
  ])
  expect(await refusal(options['6'], { withRules: 'true' })).toMatchObject({ data: { code: '6' } })
})
