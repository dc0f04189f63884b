import { expect } from 'vitest'
import { sites } from '#contract/sites.ts'
import { tasks } from '#contract/tasks.ts'
import { test } from '../test/with-app.ts'

test('the tasks of a site or unit go to one person, and tasks of responses stay', async ({ given, as, sql }) => {
  const user = await given.admin()
  const staff = as(user)
  const survey = await given.survey()
  const { id: siteCategoryId } = await given.siteCategory()
  const siteOf = async (title: string) => (await staff.call(sites.create, { body: { title, siteCategoryId } })).data
  const [near, far] = [await siteOf('Near'), await siteOf('Far')]
  const make = async (siteId: number) =>
    (await staff.call(tasks.create, { body: { surveyId: survey.id, siteId } })).data.id
  const ids = [await make(near.id), await make(near.id), await make(far.id)]
  await given.responses(survey, 1)
  const { id: assigneeId } = await given.participant()
  const filter = { siteId: String(near.id) }
  await expect(staff.call(tasks.assign, { body: { filter, expected: 3, assigneeId } })).rejects.toMatchObject({
    code: 'SELECTION_CHANGED',
    data: { total: 2 },
  })
  const { data } = await staff.call(tasks.assign, { body: { filter, expected: 2, assigneeId } })
  expect(data).toMatchObject({ requested: 2, succeeded: 2, failed: 0 })
  const owned = async () =>
    (await staff.call(tasks.list, { query: { assigneeId: String(assigneeId), sort: 'createdAt', status: '0' } })).list
  expect((await owned()).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const version = (await owned())[0]?.version
  await staff.call(tasks.assign, { body: { ids: ids.slice(0, 2), assigneeId } })
  expect((await owned())[0]?.version).toBe(version)
  const { rows } = await sql.owner.query<{ id: number }>('select id from task where form_id is not null')
  const mixed = await staff.call(tasks.assign, { body: { ids: [ids[2], rows[0]?.id, 999_999], assigneeId } })
  expect(mixed.data.results.map(({ code }) => code)).toEqual(['OK', 'TASK_FOLLOWS_RESPONSE', 'NOT_FOUND'])
  await expect(staff.call(tasks.assign, { body: { ids, assigneeId: 999_999 } })).rejects.toMatchObject({
    errors: [{ path: 'assigneeId', code: 'UNKNOWN_REFERENCE' }],
  })
  await staff.call(tasks.assign, { body: { ids, assigneeId: null } })
  expect(await owned()).toEqual([])
})
