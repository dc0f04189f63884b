import { expect } from 'vitest'
import { categories } from '#contract/categories.ts'
import { companies } from '#contract/companies.ts'
import { issueCategories } from '#contract/issue-categories.ts'
import { referenceData } from '#contract/reference-data.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { snake } from '../db/names.ts'
import { test } from '../test/with-app.ts'

test('site categories are also paged from 0, in words of their own', async ({ staff, given }) => {
  for (const title of ['Paged a', 'Paged b', 'Paged c']) await given.siteCategory({ title })
  const second = await staff.call(siteCategories.list, { query: { q: 'Paged', currentPage: 1, pageSize: 2 } })
  expect(second).toMatchObject({ currentPage: 1, pageSize: 2, totalElements: 3, total: 3 })
  expect(second.content.map((row) => row.title)).toEqual(['Paged c'])
  expect(second.content).toEqual(second.data)
  expect(second.pagination).toEqual({ current: 2, pageSize: 2, total: 3 })
  const first = await staff.call(siteCategories.list, { query: { q: 'Paged', page: 1 } })
  expect(first).toMatchObject({ currentPage: 0, pageSize: 10, totalElements: 3 })
  await expect(staff.call(siteCategories.list, { query: { currentPage: -1 } })).rejects.toMatchObject({ status: 400 })
})

test('deleting what is in use says what uses it, alone and in bulk', async ({ staff, given }) => {
  const used = await given.category()
  const free = await given.category()
  const { data: sub } = await staff.call(subcategories.create, { body: { title: 'Wells', categoryId: used.id } })
  await staff.call(subcategories.create, { body: { title: 'Taps', categoryId: used.id } })
  await expect(staff.call(categories.remove, { params: { id: used.id } })).rejects.toMatchObject({
    code: 'IN_USE',
    data: { usedBy: { subcategory: 2 } },
  })
  const { data } = await staff.call(categories.removeMany, { body: { ids: [used.id, free.id] } })
  expect(data.results).toEqual([
    expect.objectContaining({ id: used.id, ok: false, code: 'IN_USE', usedBy: { subcategory: 2 } }),
    expect.objectContaining({ id: free.id, ok: true }),
  ])
  await staff.call(surveys.create, { body: { title: 'Of wells', subcategoryId: sub.id } })
  await expect(staff.call(subcategories.remove, { params: { id: sub.id } })).rejects.toMatchObject({
    data: { usedBy: { survey: 1 } },
  })
  const company = await given.company()
  const { id: siteCategoryId } = await given.siteCategory()
  const body = { siteCategoryId, companyId: company.id }
  await staff.call(sites.create, { body: { ...body, title: 'A' } })
  await staff.call(sites.create, { body: { ...body, title: 'B' } })
  await staff.call(surveys.create, { body: { title: 'Of both', companyId: company.id } })
  await expect(staff.call(companies.remove, { params: { id: company.id } })).rejects.toMatchObject({
    data: { usedBy: { site: 2, survey: 1 } },
  })
})

test('a reason keeps its scope: its uses hold it there, and its code is unique', async ({ staff, given }) => {
  const { id: siteCategoryId } = await given.siteCategory()
  const reason = async (code: string, appliesTo: 'SITE' | 'PAYMENT') =>
    (await staff.call(issueCategories.create, { body: { code, title: code, appliesTo } })).data.id
  const closed = await reason('CLOSED_GATE', 'SITE')
  const wrongPhone = await reason('WRONG_PHONE', 'PAYMENT')
  await expect(reason('CLOSED_GATE', 'SITE')).rejects.toMatchObject({
    status: 409,
    errors: [expect.objectContaining({ path: 'code', code: 'DUPLICATE' })],
  })
  const place = { title: 'Gate', siteCategoryId }
  await expect(staff.call(sites.create, { body: { ...place, issueCategoryId: wrongPhone } })).rejects.toMatchObject({
    errors: [expect.objectContaining({ path: 'issueCategoryId' })],
  })
  await staff.call(sites.create, { body: { ...place, issueCategoryId: closed } })
  await expect(
    staff.call(issueCategories.update, { params: { id: closed }, body: { appliesTo: 'RESPONSE' } }),
  ).rejects.toMatchObject({ code: 'IN_USE' })
  await expect(staff.call(issueCategories.remove, { params: { id: closed } })).rejects.toMatchObject({
    code: 'IN_USE',
    data: { usedBy: { site: 1 } },
  })
})

function unknown(path: string) {
  return { code: 'UNKNOWN_REFERENCE', errors: [expect.objectContaining({ path, code: 'UNKNOWN_REFERENCE' })] }
}

test('a record that names one which is not there is refused at that field', async ({ staff }) => {
  const body = { title: 'Nowhere', categoryId: 999_999_999 }
  await expect(staff.call(subcategories.create, { body })).rejects.toMatchObject(unknown('categoryId'))
  await expect(staff.call(surveys.create, { body: { title: 'Nowhere', siteId: 999_999_999 } })).rejects.toMatchObject(
    unknown('siteId'),
  )
})

test.for(referenceData)('the sorts and the search of $path use indexes', async ({ subject, sort, search }, { sql }) => {
  const { rows } = await sql.owner.query<{ indexdef: string }>(`select indexdef from pg_indexes where tablename = $1`, [
    subject,
  ])
  const has = (columns: string) => rows.some(({ indexdef }) => indexdef.endsWith(columns))
  const orders = sort.map((key) => ` USING btree (${snake(key)}, id)`)
  const words = ` USING gin (${search.map((key) => `${snake(key)}_folded gin_trgm_ops`).join(', ')})`
  expect([...orders, words].filter((columns) => !has(columns))).toEqual([])
})
