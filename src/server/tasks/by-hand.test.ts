import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import { tasks } from '#contract/tasks.ts'
import { test } from '../test/with-app.ts'

test('a task is made, assigned, started, handed in, returned, and approved when redone', async ({ given, as }) => {
  const user = await given.admin()
  const staff = as(user)
  const survey = await given.survey()
  const dueAt = '2026-01-05T00:00:00.000Z'
  const body = { surveyId: survey.encodedId, note: 'Mend the sign', dueAt }
  const { data: made } = await staff.call(tasks.create, { body })
  expect(made).toMatchObject({
    surveyId: survey.id,
    status: 0,
    note: 'Mend the sign',
    dueAt,
    assignee: null,
    formId: null,
  })
  const params = { id: made.id }
  const { data: mine } = await staff.call(tasks.update, { params, body: { assigneeId: user.id, version: 1 } })
  expect(mine.assignee?.id).toBe(user.id)
  for (const query of [{ mine: 'true' }, { overdue: 'true' }, { mine: 'true', status: '0' }] as const) {
    const { list, total, statusCounts } = await staff.call(tasks.list, { query })
    expect([list.map(({ id }) => id), total, statusCounts[0]]).toEqual([[made.id], 1, 1])
  }
  for (const status of [1, 2, 4, 1, 2, 3] as const) {
    const { data } = await staff.call(tasks.update, { params, body: { status } })
    expect(data.status).toBe(status)
  }
  const { statusCounts } = await staff.call(tasks.list, { query: { surveyId: survey.id } })
  expect(statusCounts).toEqual({ 0: 0, 1: 0, 2: 0, 3: 1, 4: 0, 5: 0 })
  expect((await staff.call(tasks.list, { query: { overdue: 'true' } })).total).toBe(0)
  await expect(staff.call(tasks.update, { params, body: { status: 0 } })).rejects.toMatchObject({
    code: 'TASK_TRANSITION',
  })
  await expect(staff.call(tasks.update, { params, body: { note: 'x', version: 1 } })).rejects.toMatchObject({
    code: 'STALE',
  })
})

test('the task of a response follows its review, and only cancelling is done by hand', async ({ staff, given }) => {
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const move = { params: { id: response?.id ?? 0 } }
  for (const formStatus of ['IN_REVIEW', 'HAS_ISSUES'])
    await staff.call(responses.move, { ...move, body: { formStatus } })
  const [task] = (await staff.call(tasks.list, { query: { surveyId: survey.id } })).list
  expect(task).toMatchObject({ status: 4, formId: response?.id })
  const params = { id: task?.id ?? 0 }
  await expect(staff.call(tasks.update, { params, body: { status: 3 } })).rejects.toMatchObject({
    code: 'TASK_FOLLOWS_RESPONSE',
  })
  const { data } = await staff.call(tasks.update, { params, body: { status: 5 } })
  expect(data.status).toBe(5)
})

test('a task names a real site and person, in a survey that its maker reviews', async ({ given, as }) => {
  const survey = await given.survey()
  const staff = as(await given.admin())
  await expect(
    staff.call(tasks.create, { body: { surveyId: survey.id, siteId: 999_999, assigneeId: 999_999 } }),
  ).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'siteId', code: 'UNKNOWN_REFERENCE' },
      { path: 'assigneeId', code: 'UNKNOWN_REFERENCE' },
    ],
  })
  const reader = as(await given.admin({ permissions: ['tasks.read', 'surveys.all'] }))
  await expect(reader.call(tasks.create, { body: { surveyId: survey.id } })).rejects.toMatchObject({ status: 403 })
})
