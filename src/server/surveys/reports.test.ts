import { expect } from 'vitest'
import { reports } from '#contract/reports.ts'
import { surveys } from '#contract/surveys.ts'
import { test } from '../test/with-app.ts'

const view = { rows: 'village', by: 'unit', of: 'rows', look: 'chart' } as const
const parts = [
  { kind: 'text' as const, text: { en: 'What we found', zh: '我们的发现' } },
  { kind: 'figure' as const, view, query: 'status=APPROVED' },
]

test('a report is kept in its order, and a stale change of it is refused', async ({ staff, given }) => {
  const { id } = await given.survey({})
  const made = (await staff.call(reports.create, { params: { id }, body: { title: 'Findings', parts } })).data
  expect(made).toMatchObject({ title: { en: 'Findings' }, parts, version: 1 })
  const params = { id, reportId: made.id }
  const turned = (await staff.call(reports.update, { params, body: { parts: parts.toReversed(), version: 1 } })).data
  expect(turned).toMatchObject({ title: { en: 'Findings' }, parts: parts.toReversed(), version: 2 })
  const late = staff.call(reports.update, { params, body: { title: 'Late', version: 1 } })
  await expect(late).rejects.toMatchObject({ code: 'STALE', data: { version: 2 } })
  const { list, total } = await staff.call(reports.list, { params: { id } })
  expect([total, list]).toEqual([1, [turned]])
  const other = await given.survey({})
  const foreign = staff.call(reports.remove, { params: { id: other.id, reportId: made.id } })
  await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await staff.call(reports.remove, { params })
  expect((await staff.call(reports.list, { params: { id } })).total).toBe(0)
})

test('all that is wrong with a report is said at once', async ({ staff, given }) => {
  const { id } = await given.survey({})
  const bad = {
    title: '',
    parts: [
      { kind: 'figure', view: { look: 'pie' }, query: '' },
      { kind: 'text', text: '' },
    ],
  }
  await expect(staff.call(reports.create, { params: { id }, body: bad })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: ['title', 'parts[0].view.rows', 'parts[0].view.look', 'parts[1].text'].map((path) => ({ path })),
  })
})

test('targets are a setting of the survey: each names what it is of, or all is refused', async ({ staff, given }) => {
  const { id } = await given.survey({})
  const targets = [
    { of: 'APPROVED' as const, per: 'UNIT' as const, goal: 40 },
    { of: 'ANSWER' as const, per: 'SURVEY' as const, goal: 90, question: 'village', option: 'god' },
  ]
  expect((await staff.call(surveys.update, { params: { id }, body: { targets } })).data.targets).toEqual(targets)
  const wrong = [
    { of: 'ANSWER' as const, per: 'SURVEY' as const, goal: 120, question: 'village' },
    { of: 'RECEIVED' as const, per: 'DAY' as const, goal: 5, option: 'god' },
  ]
  await expect(staff.call(surveys.update, { params: { id }, body: { targets: wrong } })).rejects.toMatchObject({
    errors: [
      { path: 'targets[0].goal', code: 'TOO_BIG' },
      { path: 'targets[0].option', code: 'REQUIRED' },
      { path: 'targets[1].option', code: 'NOT_ALLOWED' },
    ],
  })
})
