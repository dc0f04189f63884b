/** All answers to a survey in charts, under the filter of the list. */
import { expect } from 'vitest'
import { insight } from '#contract/insight.ts'
import { test } from '../../test/with-app.ts'

test('each question has its chart of the matching responses: choices, numbers, places', async ({ staff, given }) => {
  const survey = await given.survey()
  const id = (code: string) => survey.question(code).id
  const answers = (members: number, village: string) => ({ [id('members')]: members, [id('village')]: village })
  const submittedAt = '2024-03-01T10:00:00Z'
  await given.responses(survey, 3, { submittedAt, answers: answers(2, 'god') })
  await given.responses(survey, 1, { submittedAt: '2024-03-03T10:00:00Z', answers: answers(14, 'ruaca') })
  await given.responses(survey, 2, { submittedAt, answers: answers(2, 'ruaca'), status: 'REJECTED' })
  const ask = async (query: Record<string, string> = {}) =>
    (await staff.call(insight.ofSurvey, { params: { surveyId: survey.id }, query })).data
  const all = await ask()
  expect(all).toMatchObject({
    total: 6,
    hidden: 0,
    days: [
      { day: '2024-03-01', n: 5 },
      { day: '2024-03-03', n: 1 },
    ],
    sources: [{ source: 'EXCEL', n: 6 }],
  })
  const chart = (data: typeof all, code: string) => data.questions.find((each) => each.code === code)
  expect(chart(all, 'village')?.choices.map(({ code, n }) => `${code} ${n}`)).toEqual(['god 3', 'ruaca 3', 'other 0'])
  expect(chart(all, 'members')).toMatchObject({
    kind: 'NUMBERS',
    answered: 6,
    spread: { low: 2, q1: 2, median: 2, q3: 2, high: 14, mean: 4 },
  })
  expect(chart(all, 'members')?.bins.map(({ n }) => n)).toEqual([5, 0, 0, 0, 0, 0, 1])
  expect(chart(all, 'visited')).toMatchObject({ kind: 'DAYS', bins: [{ n: 6 }] })
  expect(chart(all, 'home')?.places).toEqual([{ latitude: -19.1, longitude: 33.5, n: 6 }])
  expect(chart(all, 'notes')).toMatchObject({ kind: 'TEXTS', answered: 6, bins: [] })

  const waiting = await ask({ status: 'RECEIVED', from: '2024-03-02' })
  expect(waiting.total).toBe(1)
  expect((await ask({ source: 'API' })).questions.every(({ answered }) => answered === 0)).toBe(true)
})

test('personal questions are left out for a user without the permission, and counted', async ({ given, as }) => {
  const staff = as(await given.admin({ permissions: ['responses.read', 'surveys.read', 'surveys.all'] }))
  const survey = await given.survey()
  await given.responses(survey, 1)
  const { data } = await staff.call(insight.ofSurvey, { params: { surveyId: survey.id } })
  expect(data.hidden).toBe(1)
  expect(data.questions.map(({ code }) => code)).not.toContain('name')
})

test('numbers beyond all measure keep no chart from being drawn', async ({ staff, given }) => {
  const survey = await given.survey({ sections: [[{ code: 'weight', type: 'DECIMAL' }]] })
  const { id } = survey.question('weight')
  for (const weight of [1.7e308, -1.7e308, 5e-324, 40, 60])
    await given.responses(survey, 1, { answers: { [id]: weight } })
  const { data } = await staff.call(insight.ofSurvey, { params: { surveyId: survey.id }, query: {} })
  expect(data.questions[0]).toMatchObject({ answered: 5, spread: { low: 40, high: 60 } })
})

test('a survey of 100 questions has the chart of each, of words and of numbers', async ({ staff, given }) => {
  const codes = Array.from(
    { length: 100 },
    (_, at) => ({ code: `q${at}`, type: at % 2 ? 'INTEGER' : 'YES_NO' }) as const,
  )
  const survey = await given.survey({ sections: [codes] })
  for (const n of [0, 1, 2]) {
    const answers = codes.map(({ code, type }, at) => [
      survey.question(code).id,
      type === 'INTEGER' ? n * at : n > 0 ? 'yes' : 'no',
    ])
    await given.responses(survey, 1, { answers: Object.fromEntries(answers) })
  }
  const { data } = await staff.call(insight.ofSurvey, { params: { surveyId: survey.id }, query: {} })
  const seen = data.questions.map(({ answered, spread, choices }) => [
    answered,
    spread ? `${spread.low} to ${spread.high}` : choices.map(({ code, n }) => `${code} ${n}`).join(),
  ])
  expect(seen).toEqual(codes.map((_, at) => [3, at % 2 ? `0 to ${2 * at}` : 'yes 2,no 1']))
})
