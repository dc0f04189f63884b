import { describe, expect } from 'vitest'
import { categories } from '#contract/categories.ts'
import { companies } from '#contract/companies.ts'
import { history, historyRecords } from '#contract/history.ts'
import { lists } from '#contract/views.ts'
import { people } from '#contract/people.ts'
import { roles } from '#contract/roles.ts'
import type { Caller } from '../test/caller.ts'
import { test } from '../test/with-app.ts'

function historyOf(staff: Caller, subjectType: string, subjectId: number | string, query = {}) {
  return staff.call(history.list, { params: { subjectType, subjectId }, query })
}

describe('the history of a record', () => {
  test('is for all who may read the record, and hides the origin of the actions', async ({ given, as }) => {
    const staff = await given.admin()
    const reader = as(await given.admin({ permissions: ['categories.read'] }))
    const { id } = (await as(staff).call(categories.create, { body: { title: 'Wells' } })).data
    await as(staff).call(categories.update, { params: { id }, body: { title: 'Water' } })
    const { data, total, nextCursor } = await historyOf(reader, 'category', id)
    expect([total, nextCursor]).toEqual([2, null])
    expect(data[0]).toMatchObject({
      action: 'categories.update',
      actor: { id: staff.id },
      changes: [{ field: 'title', before: 'Wells', after: 'Water' }],
    })
    expect(data[0]).not.toHaveProperty('address')
    expect(data[0]).not.toHaveProperty('requestId')
  })

  test('hides the saved views of other people', async ({ given, as }) => {
    const staff = await given.admin()
    await as(staff).call(lists.setLook, { params: { list: 'companies' }, body: { density: 'compact' } })
    const reader = as(await given.admin({ permissions: ['admins.read'] }))
    expect((await historyOf(reader, 'person', staff.id)).data).toEqual([])
  })

  test('is refused like the record: without permission, missing, or of another owner', async ({ given, as }) => {
    const reader = as(await given.admin({ permissions: ['categories.read', 'users.read'] }))
    const staff = await given.admin()
    const { id } = await given.company()
    await expect(historyOf(reader, 'company', id)).rejects.toMatchObject({ status: 403 })
    await expect(historyOf(reader, 'role', 1)).rejects.toMatchObject({ status: 403 })
    await expect(historyOf(reader, 'category', 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(historyOf(reader, 'category', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // Staff are missing to a user who reads participants only.
    await expect(historyOf(reader, 'person', staff.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(historyOf(reader, 'session', 1)).rejects.toMatchObject({ status: 400 })
  })

  test('of a member of staff hides sign-ins and refusals, and masks phones as elsewhere', async ({ given, as }) => {
    const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const clerk = await given.admin({ permissions: ['companies.read'] })
    await administrator.call(people.update, { params: { id: clerk.id }, body: { phone: '+258869999999' } })
    await as(clerk).raw(people.update, { params: { id: clerk.id }, body: { phone: '+258861111111' } })
    const masked = await historyOf(as(await given.admin({ permissions: ['admins.read'] })), 'person', clerk.id)
    expect(masked.data.map(({ action }) => action)).toEqual(['people.update'])
    expect(masked.data[0]?.changes).toEqual([{ field: 'phone', before: null, after: '+258•••••••99' }])
    const full = await historyOf(administrator, 'person', clerk.id)
    expect(full.data[0]?.changes).toEqual([{ field: 'phone', before: null, after: '+258869999999' }])
  })

  test('is paged by cursor, each action once', async ({ staff, given }) => {
    const { id } = await given.company()
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      await staff.call(companies.update, { params: { id }, body: { title } })
    const titles: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await historyOf(staff, 'company', id, { pageSize: 2, cursor })
      titles.push(...page.data.map(({ changes }) => changes[0]?.after))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(titles.slice(0, 5)).toEqual(['Five', 'Four', 'Three', 'Two', 'One'])
  })

  test('is offered for records that some call reads, whose id the trail knows', () => {
    for (const { path, method } of Object.values(historyRecords)) {
      expect(method).toBe('GET')
      if (path !== roles.list.path) expect(path).toMatch(/\{\w+\}$/)
    }
  })
})
