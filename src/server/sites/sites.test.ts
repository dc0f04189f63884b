import { expect } from 'vitest'
import { sites } from '#contract/sites.ts'
import { test } from '../test/with-app.ts'

test('a site says everything that is wrong with it at once', async ({ staff }) => {
  const body = {
    title: 'Nowhere',
    siteCategoryId: 999_999_999,
    companyId: 999_999_998,
    latitude: 91,
    radiusMeters: 5,
    contactPhone: '12',
  }
  const total = (await staff.call(sites.list)).total
  await expect(staff.call(sites.create, { body })).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    errors: [
      { path: 'latitude', code: 'TOO_BIG', limit: 90 },
      { path: 'radiusMeters', code: 'TOO_SMALL', limit: 10 },
      { path: 'longitude', code: 'POINT_INCOMPLETE' },
      { path: 'contactPhone', code: 'BAD_PHONE' },
      { path: 'siteCategoryId', code: 'UNKNOWN_REFERENCE' },
      { path: 'companyId', code: 'UNKNOWN_REFERENCE' },
    ],
  })
  expect((await staff.call(sites.list)).total).toBe(total)
})

test('a change is checked together with what stays', async ({ staff, given }) => {
  const { id: siteCategoryId } = await given.siteCategory()
  const body = { title: 'Well', siteCategoryId, latitude: -19.8, longitude: 34.8, contactPhone: '+258 84 123 4567' }
  const { data: site } = await staff.call(sites.create, { body })
  expect(site).toMatchObject({ status: 'ACTIVE', contactPhone: '+258841234567', siteCategoryId })
  const params = { id: site.id }
  await expect(staff.call(sites.update, { params, body: { latitude: null } })).rejects.toMatchObject({
    errors: [{ path: 'latitude', code: 'POINT_INCOMPLETE' }],
  })
  const { data: moved } = await staff.call(sites.update, { params, body: { latitude: -20 } })
  expect(moved).toMatchObject({ latitude: -20, longitude: 34.8, contactPhone: '+258841234567' })
  const cleared = { latitude: null, longitude: null, contactPhone: null }
  expect((await staff.call(sites.update, { params, body: cleared })).data).toMatchObject(cleared)
})

test('a site without a code is given an unused one; codes never differ by case alone', async ({ staff, given }) => {
  const { id: siteCategoryId } = await given.siteCategory()
  const make = async (code?: string) => {
    const body = { title: 'Coded', siteCategoryId, ...(code === undefined ? {} : { code }) }
    return (await staff.call(sites.create, { body })).data.code
  }
  const [, number = ''] = /^S(\d+)$/.exec(await make()) ?? []
  expect(await make(`s${Number(number) + 1}`)).toBe(`s${Number(number) + 1}`)
  expect(await make()).toBe(`S${Number(number) + 2}`)
  await expect(make(`S${number}`)).rejects.toMatchObject({ code: 'DUPLICATE', errors: [{ path: 'code' }] })
  for (const code of ['', '=1', 'a b']) await expect(make(code)).rejects.toMatchObject({ status: 400 })
})

test('how many tasks of surveys a site has is told to those alone who see all surveys', async ({ given, as, sql }) => {
  const survey = await given.survey()
  const { id: siteCategoryId } = await given.siteCategory()
  const manager = as(await given.admin())
  const { id } = (await manager.call(sites.create, { body: { title: 'Well', siteCategoryId } })).data
  await sql.owner.query('insert into task (survey_id, site_id, status) values ($1, $2, 0)', [survey.id, id])
  const clerk = as(await given.admin({ permissions: ['sites.delete'] }))
  const remove = (staff = clerk) => staff.call(sites.remove, { params: { id } })
  await expect(remove()).rejects.toHaveProperty('data', { usedBy: {} })
  await expect(remove(manager)).rejects.toMatchObject({ data: { usedBy: { task: 1 } } })
})
