/** How surveys are found: the search of the seed, the counts of the tabs, their titles in any language. */
import { expect } from 'vitest'
import { surveys } from '#contract/surveys.ts'
import { test } from '../test/with-app.ts'

test('a search by a blank name is the list as it begins; by a name it is paged', async ({ staff, given }) => {
  for (let n = 10; n < 22; n++) await given.survey({ title: `Well ${n}`, status: 'DRAFT' })
  const list = await staff.call(surveys.list, {})
  for (const query of [{}, { name: '' }, { name: '  ', page: '2', size: '3' }]) {
    const found = await staff.call(surveys.search, { query })
    expect(found.list).toEqual(list.list)
    expect(found.pagination).toMatchObject({ current: 1, pageSize: 10, total: 12 })
  }
  const second = await staff.call(surveys.search, { query: { name: 'wéll', page: '2', size: '5' } })
  expect(second.list.map(({ title }) => title)).toEqual(['Well 15', 'Well 16', 'Well 17', 'Well 18', 'Well 19'])
  expect((await staff.call(surveys.search, { query: { name: 'WELL 21' } })).total).toBe(1)
  expect((await staff.call(surveys.search, { query: { name: '%' } })).total).toBe(0)
  await expect(staff.call(surveys.search, { query: { q: 'Well' } })).rejects.toMatchObject({ status: 400 })
})

test('the list counts each status under the other filters, of the caller’s surveys', async ({ given, as }) => {
  const reader = await given.admin({ permissions: ['surveys.read'] })
  for (const status of ['DRAFT', 'DRAFT', 'PAUSED', 'CLOSED'] as const)
    await given.survey({ status, title: `Mine ${status}`, ownerId: reader.id })
  await given.survey({ status: 'PAUSED' })
  const counts = async (query: Record<string, string>) => (await as(reader).call(surveys.list, { query })).statusCounts
  const mine = { DRAFT: 2, PILOT: 0, PUBLISHED: 0, PAUSED: 1, CLOSED: 1, ARCHIVED: 0 }
  expect(await counts({})).toEqual(mine)
  expect(await counts({ status: 'PAUSED' })).toEqual(mine)
  expect(await counts({ q: 'mine draft' })).toEqual({ ...mine, PAUSED: 0, CLOSED: 0 })
})

test('texts come by language or plain; any language of its title finds a survey', async ({ staff }) => {
  const title = { 'pt-br': 'Agregados', zh: '住户' }
  const { data } = await staff.call(surveys.create, { body: { title, summary: 'Short', description: '' } })
  expect(data).toMatchObject({ title: '住户', summary: 'Short', description: null })
  expect(data.texts).toEqual({ title, summary: { en: 'Short' }, description: null })
  const sentBack = { ...data, amount: undefined }
  const same = await staff.call(surveys.update, { params: { id: data.id }, body: sentBack })
  expect(same.data.texts).toEqual(data.texts)
  const update = async (body: object) => (await staff.call(surveys.update, { params: { id: data.id }, body })).data
  expect((await update({ title: 'Households' })).texts.title).toEqual({ ...title, en: 'Households' })
  expect((await update({ summary: null })).texts.summary).toBeNull()
  for (const q of ['agreg', '住户', 'household'])
    expect((await staff.call(surveys.list, { query: { q } })).total, q).toBe(1)
  for (const wrong of [{}, { en: '' }, { xx1: 'No' }, null, 7])
    await expect(update({ title: wrong }), JSON.stringify(wrong)).rejects.toMatchObject({ status: 400 })
})
