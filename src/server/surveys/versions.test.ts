import { expect } from 'vitest'
import { answers } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { versions } from '#contract/versions.ts'
import { test } from '../test/with-app.ts'

test('a changed text goes into a revision, a new question takes the next version', async ({ staff, given }) => {
  const survey = await given.survey()
  await given.responses(survey, 3)
  const params = { surveyId: survey.encodedId }
  await expect(staff.call(versions.revise, { params })).rejects.toMatchObject({ code: 'SURVEY_UNCHANGED' })

  const { id } = survey.question('village')
  await staff.call(questions.update, { params: { id }, body: { text: { en: 'Which village?', zh: '哪个村庄？' } } })
  await staff.call(answers.create, { body: { questionId: id, text: 'Another one', code: 'x1' } })
  const { data: pending } = await staff.call(versions.changes, { params })
  expect(pending).toMatchObject({
    from: { number: 1, revision: 0 },
    to: null,
    fitsRevision: true,
    responseCount: 3,
    changes: [
      { of: 'QUESTION', change: 'CHANGED', name: 'village', fields: [{ field: 'text' }] },
      { of: 'ANSWER', change: 'ADDED', name: 'x1' },
    ],
  })
  const { data: revision } = await staff.call(versions.revise, { params })
  expect(revision).toMatchObject({ number: 1, revision: 1 })
  const { data: survey1 } = await staff.call(surveys.get, { params: { id: survey.id } })
  expect(survey1).toMatchObject({ currentVersion: 1, changedSincePublish: false })
  expect(survey1.sections[1]?.questions[0]?.answers.at(-1)).toMatchObject({ code: 'x1', firstVersion: 1 })

  await staff.call(questions.create, {
    body: { sectionId: survey1.sections[0]?.id ?? 0, text: 'More', type: 'TEXT' },
  })
  await expect(staff.call(versions.revise, { params })).rejects.toMatchObject({ status: 409, code: 'VERSION_NEEDED' })
  await staff.call(surveys.publish, { params })

  const { list, total } = await staff.call(versions.list, { params })
  expect(total).toBe(3)
  expect(list.map(({ number, revision: r, responseCount }) => [number, r, responseCount])).toEqual([
    [2, 0, 0],
    [1, 1, 3],
    [1, 0, 3],
  ])
  const { data: ofSecond } = await staff.call(versions.changes, { params, query: { to: '2' } })
  expect(ofSecond).toMatchObject({ from: { number: 1, revision: 1 }, changes: [{ of: 'QUESTION', change: 'ADDED' }] })
  const { data: ofFirst } = await staff.call(versions.changes, { params, query: { to: '1.0' } })
  expect(ofFirst.from).toBeNull()
  expect(ofFirst.changes.every(({ change }) => change === 'ADDED')).toBe(true)
  await expect(staff.call(versions.changes, { params, query: { from: '7' } })).rejects.toMatchObject({ status: 404 })
})

test('a draft has no version to revise', async ({ staff }) => {
  const { data: survey } = await staff.call(surveys.create, { body: { title: 'New' } })
  await staff.call(sections.create, { body: { surveyId: survey.id, title: 'All' } })
  const params = { surveyId: survey.id }
  await expect(staff.call(versions.revise, { params })).rejects.toMatchObject({ code: 'SURVEY_TRANSITION' })
  expect((await staff.call(versions.changes, { params })).data).toMatchObject({
    from: null,
    changes: [{ of: 'SECTION' }],
  })
})
