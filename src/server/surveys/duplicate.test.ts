import { expect } from 'vitest'
import { geolocations } from '#contract/geolocations.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { test } from '../test/with-app.ts'

const ids = ({ sections }: SurveyDetail) => sections.flatMap(({ questions }) => questions.map((each) => each.id))

/** The content, with each part named by its place instead of its number. */
function shapeOf({ sections, skips }: SurveyDetail) {
  const places = new Map<string, string>()
  sections.forEach((section, s) => {
    places.set(`section ${section.id}`, `${s}`)
    section.questions.forEach((question, q) => {
      places.set(`question ${question.id}`, `${s}.${q}`)
      question.answers.forEach((answer, a) => places.set(`answer ${answer.id}`, `${s}.${q}.${a}`))
    })
  })
  const kinds: Record<string, string> = {
    sectionId: 'section',
    questionId: 'question',
    fromQuestionId: 'question',
    answerId: 'answer',
    JUMP_TO_QUESTION: 'question',
    JUMP_TO_SECTION: 'section',
  }
  const own = new Set(['id', 'surveyId', 'version', 'firstVersion', 'createdAt', 'updatedAt'])
  const rules = skips.map(({ action, target, ...rule }) => ({ action, [action]: target, ...rule }))
  const text = JSON.stringify({ sections, rules }, (key, value: unknown) => {
    if (own.has(key)) return undefined
    const { [key]: kind } = kinds
    return kind && typeof value === 'number' ? (places.get(`${kind} ${value}`) ?? 'elsewhere') : value
  })
  return JSON.parse(text) as unknown
}

test('a copy has the settings, content and rules of its survey, and parts of its own', async ({ given, as, sql }) => {
  const maker = await given.admin()
  const staff = as(maker)
  const spec = { amount: '50.00', allowMultipleResponses: true, participantLimit: 7, graceHours: 5 }
  const { id, encodedId, question, content } = await given.survey({ title: 'Homes', ...spec })
  const village = question('village')
  await sql.owner.query(
    `insert into skip (survey_id, from_question_id, operator, answer_id, value, action, target, priority) values
         ($1, $2, 'EQ', $3, null, 'JUMP_TO_QUESTION', $4, 2), ($1, $2, 'EMPTY', null, null, 'END', null, 1),
         ($1, $5, 'GT', null, '5', 'JUMP_TO_SECTION', $6, 1)`,
    [id, village.id, village.options['god'], question('notes').id, question('members').id, content.sections[1]?.id],
  )
  await sql.owner.query('update survey set question_per_page = true where id = $1', [id])
  await sql.owner.query(`update question set relevant = 'members > 2' where id = $1`, [question('income').id])
  await staff.call(geolocations.update, {
    params: { id },
    body: { mode: 'WARN', reference: 'POINT', latitude: -19, longitude: 34, distance: 250 },
  })
  const person = await given.participant()
  await staff.call(surveyLife.setParticipants, { params: { id }, body: { participantIds: [person.id] } })
  const copy = (await staff.call(surveys.duplicate, { params: { surveyId: encodedId } })).data
  expect(copy).toMatchObject({
    title: 'Homes (copy)',
    status: 'DRAFT',
    currentVersion: null,
    amount: '50.00',
    allowMultipleResponses: true,
    questionPerPage: true,
    participantLimit: 7,
    participantCount: 0,
    graceHours: 5,
    responseCount: 0,
    version: 1,
  })
  expect(copy.encodedId).not.toBe(encodedId)
  const [before, after] = await Promise.all(
    [id, copy.id].map(async (each) => (await staff.call(surveys.get, { params: { id: each } })).data),
  )
  if (!before || !after) expect.unreachable()
  expect(after.owner).toMatchObject({ id: maker.id })
  expect(after.skips).toHaveLength(3)
  expect(after.geolocation).toMatchObject({ mode: 'WARN', distanceMeters: 250 })
  expect(shapeOf(after)).toEqual(shapeOf(before))
  expect(new Set([...ids(before), ...ids(after)]).size).toBe(ids(before).length * 2)
  const listed = (await staff.call(surveyLife.participants, { params: { id: copy.id } })).data.participants
  expect(listed.map((each) => each.id)).toEqual([person.id])
  await staff.call(surveys.publish, { params: { surveyId: copy.id } })
})

test('a survey of 2,000 questions is copied in one go, in the order it has', async ({ staff, given }) => {
  const questions = Array.from({ length: 2000 }, (_, n) => ({ code: `q${n}`, type: 'TEXT' as const }))
  const { id } = await given.survey({ status: 'DRAFT', sections: [questions] })
  const copy = (await staff.call(surveys.duplicate, { params: { surveyId: id } })).data
  expect(copy.questionCount).toBe(2000)
  const { sections } = (await staff.call(surveys.get, { params: { id: copy.id } })).data
  expect(sections[0]?.questions.map(({ code }) => code)).toEqual(questions.map(({ code }) => code))
})
