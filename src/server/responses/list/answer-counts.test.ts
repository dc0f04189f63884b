import { expect, test } from 'vitest'
import { people } from '#contract/people.ts'
import { questions } from '#contract/questions.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { responseRemoval } from '#contract/response-removal.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import type { AnswersAsked } from '#domain/answers/answer-words.ts'
import { wrongCounts } from '../../records/wrong-counts.ts'
import { withApp, type TestApp } from '../../test/with-app.ts'
import { recountAnswers } from './answer-recount.ts'
import { givenAnswered } from '../test/given-answered.ts'

/** By form key, in the order of the list; the counts must be those of its rows. */
async function find({ staff, survey }: Awaited<ReturnType<typeof givenAnswered>>, asked: AnswersAsked, words = {}) {
  const query = { surveyId: survey.id, answers: JSON.stringify(asked), ...words }
  const { list, total } = await staff.call(responses.list, { query })
  expect(total).toBe(list.length)
  return list.map(({ formKey }) => formKey).join('')
}

const counted: [asked: AnswersAsked, found: string][] = [
  [{ sex: { in: ['f'] } }, 'ad'],
  [{ sex: { in: ['f', 'm', 'f'] } }, 'abd'],
  [{ crops: { in: ['rice'] } }, 'ab'],
  [{ crops: { in: ['rice', 'maize'] } }, 'ab'],
  [{ village: 'blank' }, 'c'],
  [{ village: 'answered' }, 'abd'],
]

/** Each state is looked at while its responses are noted, and again when they are counted. */
async function inEachState(app: TestApp, look: () => Promise<void>) {
  await look()
  expect(await wrongCounts(app.services.database.db)).toEqual([])
  await recountAnswers(app.services)
  const { rows } = await app.sql.owner.query('select from answer_recount')
  expect(rows).toEqual([])
  await look()
  expect(await wrongCounts(app.services.database.db)).toEqual([])
}

test(
  'kept counts of answers follow intake, review, undo, edit and deletion',
  withApp(async (app) => {
    const given = await givenAnswered(app)
    const { staff, survey } = given
    await inEachState(app, async () => {
      for (const [asked, found] of counted) expect([asked, await find(given, asked)]).toEqual([asked, found])
    })
    const { list } = await staff.call(responses.list, { query: { surveyId: survey.id } })
    const [a = 0, b = 0, , d = 0] = list.map(({ id }) => id)
    const sex = (answers: string[], words = {}) => find(given, { sex: { in: answers } }, words)
    await staff.call(responses.move, { params: { id: a }, body: { formStatus: 'APPROVED' } })
    await inEachState(app, async () => {
      expect(await sex(['f'], { status: 'APPROVED' })).toBe('a')
      expect(await sex(['f'], { status: 'RECEIVED' })).toBe('d')
      expect(await sex(['f'], { from: '2026-01-04' })).toBe('a')
    })
    await staff.call(responses.undo, { params: { id: a } })
    await staff.call(responseEdits.update, { params: { id: b }, body: { questionId: 'sex', value: 'f' } })
    await inEachState(app, async () => {
      expect(await sex(['f'])).toBe('abd')
      expect(await sex(['m'])).toBe('')
      expect(await sex(['f'], { status: 'RECEIVED' })).toBe('ad')
    })
    await staff.call(responses.move, { params: { id: d }, body: { formStatus: 'APPROVED' } })
    await staff.call(responseEdits.update, { params: { id: d }, body: { questionId: 'sex', value: 'm' } })
    await staff.call(responseRemoval.remove, { params: { id: a } })
    await inEachState(app, async () => {
      expect(await sex(['f'])).toBe('b')
      expect(await sex(['m'])).toBe('d')
      expect(await find(given, { village: 'answered' })).toBe('bd')
      expect(await find(given, { sex: 'blank' })).toBe('c')
    })
  }),
)

test(
  'a question that becomes filterable is counted for the responses that are there',
  withApp(async (app) => {
    const given = await givenAnswered(app)
    const { staff, survey } = given
    const { id } = survey.question('note')
    const sex = survey.question('sex').id
    const noted = async (value: string, submittedAt: string) =>
      (await app.given.responses(survey, 1, { answers: { [id]: value, [sex]: 'f' }, submittedAt }))[0]?.id ?? 0
    const first = await noted('One', '2026-01-06T08:00:00Z')
    await recountAnswers(app.services)
    const second = await noted('Two', '2026-01-07T08:00:00Z')
    // One was counted and then edited, the other was never counted.
    await staff.call(responseEdits.update, { params: { id: first }, body: { questionId: 'sex', value: 'm' } })
    await staff.call(responses.move, { params: { id: second }, body: { formStatus: 'APPROVED' } })
    const { data: question } = await staff.call(questions.get, { params: { id } })
    await staff.call(questions.update, { params: { id }, body: { ...question, filterable: true } })
    await staff.call(surveys.publish, { params: { surveyId: survey.id } })
    await inEachState(app, async () => {
      const query = { surveyId: survey.id, answers: JSON.stringify({ note: 'answered' }) }
      const { list, total, statusCounts } = await staff.call(responses.list, { query })
      expect([total, list.map((row) => row.id)]).toEqual([2, [second, first]])
      expect(statusCounts).toMatchObject({ APPROVED: 1, EDITED: 1, RECEIVED: 0 })
    })
  }),
)

test(
  'the personal answers of a participant who is erased are not counted',
  withApp(async (app) => {
    const staff = app.as(await app.given.admin())
    const survey = await app.given.survey({
      sections: [[{ code: 'name', type: 'TEXT', filterable: true, personal: true }]],
    })
    await app.given.responses(survey, 1, { answers: { [survey.question('name').id]: 'Ana' } })
    await recountAnswers(app.services)
    const query = { surveyId: survey.id, answers: JSON.stringify({ name: 'answered' }) }
    const { list } = await staff.call(responses.list, { query })
    expect(list).toHaveLength(1)
    await staff.call(people.anonymise, { params: { id: list[0]?.participant?.id ?? 0 } })
    await inEachState(app, async () => {
      expect((await staff.call(responses.list, { query })).total).toBe(0)
    })
  }),
)
