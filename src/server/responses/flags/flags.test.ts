/** Quality flags: raised at every door, filtered and counted, raised again by edits, dismissed by reviewers. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { responseRemoval } from '#contract/response-removal.ts'
import { responseFlags } from '#contract/response-flags.ts'
import { responses } from '#contract/responses.ts'
import { usualRules } from '#domain/answers/quality-flags.ts'
import type { Caller } from '../../test/caller.ts'
import type { GivenSurvey, SurveySpec } from '../../test/given-survey.ts'
import { refusalOf, send as upload, workbook } from '../../test/given-upload.ts'
import { test } from '../../test/with-app.ts'

const numbers = Array.from({ length: 20 }, (_, n) => ({ code: `q${n}`, type: 'INTEGER' as const }))
const withPhone: SurveySpec = {
  allowMultipleResponses: true,
  sections: [[...numbers, { code: 'call', type: 'PHONE' }]],
}

/** `seed` makes all answers differ from those of another; `changed` of them are others. */
function answers(seed: number, changed = 0): Record<string, number> {
  return Object.fromEntries(numbers.map(({ code }, n) => [code, n < changed ? 9_000_000 + n : seed * 1000 + n]))
}

async function give(staff: Caller, { id }: GivenSurvey, body: object) {
  const { data } = await staff.call(entry.send, { body: { surveyId: id, ...body } })
  return data
}

const counted = async (staff: Caller, { id: surveyId }: GivenSurvey) => {
  const { data } = await staff.call(responseFlags.ofSurvey, { params: { surveyId } })
  return Object.fromEntries(data.counts.map(({ flag, count }) => [flag, count]))
}

test('a response like an earlier one is flagged: same answers, nearly, person or phone', async ({ staff, given }) => {
  const survey = await given.survey(withPhone)
  const participantPhone = '+258847000001'
  const first = await give(staff, survey, { participantPhone, answers: answers(1) })
  const same = await give(staff, survey, { participantPhone: '+258847000002', answers: answers(1) })
  const near = await give(staff, survey, { participantPhone, answers: answers(1, 1) })
  const other = await give(staff, survey, { answers: { ...answers(2), call: participantPhone } })
  expect([first, same, near, other].map(({ flags }) => flags)).toEqual([
    [],
    ['IDENTICAL_ANSWERS'],
    ['DUPLICATE_PARTICIPANT', 'NEAR_DUPLICATE'],
    ['DUPLICATE_PHONE'],
  ])
  const { data } = await staff.call(responses.get, { params: { id: near.id } })
  expect(data.raisedFlags.map(({ flag, facts }) => [flag, facts])).toEqual([
    ['DUPLICATE_PARTICIPANT', { other: first.id }],
    ['NEAR_DUPLICATE', { other: same.id, percent: 95 }],
  ])
  const asked = { surveyId: survey.id, flags: 'NEAR_DUPLICATE,DUPLICATE_PHONE', sort: 'submittedAt' }
  const { list, statusCounts } = await staff.call(responses.list, { query: asked })
  expect(list.map(({ id }) => id)).toEqual([near.id, other.id])
  expect(statusCounts.RECEIVED).toBe(2)
  const { total } = await staff.call(responses.list, { query: { surveyId: survey.id, flags: '~' } })
  expect(total).toBe(1)
  expect(await counted(staff, survey)).toEqual({
    DUPLICATE_PARTICIPANT: 1,
    DUPLICATE_PHONE: 1,
    IDENTICAL_ANSWERS: 1,
    NEAR_DUPLICATE: 1,
  })
  await staff.call(responseRemoval.remove, { params: { id: near.id } })
  expect(await counted(staff, survey)).toEqual({ DUPLICATE_PHONE: 1, IDENTICAL_ANSWERS: 1 })
})

test('rows of one workbook are compared with each other, and numbers with all of them', async ({ staff, given }) => {
  const survey = await given.survey({ sections: [numbers] })
  const copies = Array.from({ length: 40 }, (_, n) => ({ formKey: `f${n}`, ...answers(n % 37) }))
  const rows = [...copies, { formKey: 'wild', ...answers(20), q3: 1_000_000 }]
  await upload(staff, survey, await workbook(survey, rows))
  const flagged = { surveyId: survey.id, flags: '!~', sort: 'submittedAt', pageSize: 50 }
  const { list } = await staff.call(responses.list, { query: flagged })
  expect(list.map(({ formKey, flags }) => `${formKey} ${flags.join()}`).sort()).toEqual([
    'f37 IDENTICAL_ANSWERS',
    'f38 IDENTICAL_ANSWERS',
    'f39 IDENTICAL_ANSWERS',
    'wild NEAR_DUPLICATE,OUTLIER',
  ])
  const wild = list.find(({ formKey }) => formKey === 'wild')?.id ?? 0
  const { data } = await staff.call(responses.get, { params: { id: wild } })
  const [outlier] = data.raisedFlags.flatMap(({ facts }) => facts.outliers ?? [])
  expect(outlier).toMatchObject({ question: survey.question('q3').id })
  expect(outlier?.high).toBeLessThan(1_000_000)
})

test('an interview that took less than the time set for its answers is too fast', async ({ staff, given }) => {
  const survey = await given.survey({ sections: [numbers] })
  const times = { startedAt: '2024-03-01T10:00:00Z', finishedAt: '2024-03-01T10:00:39Z' }
  const fast = await give(staff, survey, { ...times, answers: answers(1) })
  expect(fast.flags).toEqual(['TOO_FAST'])
  const rules = { ...usualRules, secondsPerAnswer: 1 }
  const { data } = await staff.call(responseFlags.setRules, { params: { surveyId: survey.id }, body: rules })
  expect(data).toEqual({ rules, counts: [{ flag: 'TOO_FAST', count: 1 }] })
  expect((await give(staff, survey, { ...times, answers: answers(2) })).flags).toEqual([])
  const turned = { startedAt: times.finishedAt, finishedAt: times.startedAt, deviceId: 'phone', answers: answers(3) }
  const { code, errors } = await refusalOf(give(staff, survey, turned))
  expect([code, ...errors.map((found) => `${found.path} ${found.code}`)]).toEqual([
    'VALIDATION_FAILED',
    'finishedAt RANGE_REVERSED',
  ])
})

test('a device of too many participants is flagged, but not where staff enter papers', async ({ staff, given }) => {
  const survey = await given.survey({ sections: [numbers] })
  const rules = { ...usualRules, mostPeople: 2 }
  await staff.call(responseFlags.setRules, { params: { surveyId: survey.id }, body: rules })
  const flags = []
  for (let n = 1; n <= 4; n++) {
    const about = { participantPhone: `+25884700000${n}`, deviceId: 'tablet', answers: answers(n) }
    flags.push((await give(staff, survey, { ...about, ...(n === 4 ? { source: 'STAFF' } : {}) })).flags.join())
  }
  expect(flags).toEqual(['', '', 'SHARED_DEVICE', ''])
})

test('a reviewer dismisses a flag with a note; an edit reopens it for new reasons only', async ({
  staff,
  given,
  sql,
}) => {
  const survey = await given.survey(withPhone)
  await give(staff, survey, { answers: answers(1) })
  const { id } = await give(staff, survey, { answers: answers(1) })
  const third = await give(staff, survey, { answers: answers(2) })
  const body = { flag: 'IDENTICAL_ANSWERS' as const, note: 'Twins' }
  const { data } = await staff.call(responseFlags.dismiss, { params: { id }, body })
  expect(data).toMatchObject({ flags: [], raisedFlags: [{ ...body, dismissedAt: expect.any(String) }] })
  expect(await counted(staff, survey)).toEqual({})
  expect((await refusalOf(staff.call(responseFlags.dismiss, { params: { id }, body }))).code).toBe('ALREADY_DONE')
  const never = { params: { id }, body: { flag: 'TOO_FAST' as const } }
  expect((await refusalOf(staff.call(responseFlags.restore, never))).code).toBe('NOT_FOUND')

  const edit = (changes: object) =>
    staff.call(responseEdits.update, { params: { id }, body: { answers: changes as Record<string, number> } })
  const { data: called } = await edit({ call: '+258847000009' })
  expect(called.flags).toEqual(['NEAR_DUPLICATE'])
  const { data: copied } = await edit({ ...answers(2), call: null as unknown as number })
  expect(copied).toMatchObject({
    flags: ['IDENTICAL_ANSWERS'],
    raisedFlags: [{ flag: 'IDENTICAL_ANSWERS', facts: { other: third.id }, dismissedAt: null }],
  })
  await staff.call(responseFlags.dismiss, { params: { id }, body })
  const { data: opened } = await staff.call(responseFlags.restore, { params: { id }, body: { flag: body.flag } })
  expect(opened.flags).toEqual(['IDENTICAL_ANSWERS'])
  expect(await counted(staff, survey)).toEqual({ IDENTICAL_ANSWERS: 1 })
  const { rows } = await sql.owner.query(`select action from audit where action like 'responses.%Flag' order by id`)
  expect(rows.map(({ action }: { action: string }) => action)).toEqual([
    'responses.dismissFlag',
    'responses.dismissFlag',
    'responses.restoreFlag',
  ])
})
