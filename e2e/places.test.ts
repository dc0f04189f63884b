/** Where responses must come from, and who may collect them. */
import { expect, test } from 'vitest'
import type { Geolocation } from '#contract/geolocations.ts'
import { heard } from './browser.ts'
import { manager, signManagerIn } from './manager.ts'
import { callApi, type Made } from './records.ts'
import { blemishes, desktop, flaws, phone } from './screens.ts'

signManagerIn()

interface Placed extends Made {
  latitude: number | null
  surveyId: number
}

test('a geofence is set, refused, set again, taken over, and shown with a response', async () => {
  const { page, t, go } = manager
  const all = await callApi<Placed[]>(page, 'GET', '/responses?pageSize=100')
  const response = all.find(({ latitude }) => latitude !== null)
  const id = response?.surveyId ?? 0
  const api = /\/api\/v1\/geolocations\//
  const save = page.getByRole('button', { name: t('action.save') })
  const change = (body: object) => callApi<Geolocation>(page, 'PUT', `/geolocations/${id}`, body)

  await go(`/survey/${id}?tab=geofence`)
  await page.getByLabel(t('geofence.mode.WARN')).check()
  await page.getByText(t('problems.FENCE_WITHOUT_PLACE')).waitFor()
  expect(await save.isDisabled()).toBe(true)
  await page.getByLabel(t('geofence.reference.POINT')).check()
  await page.getByLabel(t('geofence.field.latitude')).fill('-19.5')
  await page.getByLabel(t('geofence.field.longitude')).fill('34.5')
  await page.route(api, (route) => route.abort())
  await save.click()
  await heard(page, 'Failed to update geolocation.')
  await page.unroute(api)
  await save.click()
  await heard(page, 'Geolocation updated successfully.')

  await page.route(api, (route) => route.abort())
  await page.getByRole('slider').press('ArrowRight')
  await save.click()
  await heard(page, 'Failed to update geolocation distance.')
  await page.unroute(api)
  await save.click()
  await heard(page, 'Geolocation distance updated successfully.')
  await expect.poll(() => page.getByLabel(t('geofence.field.distanceMeters')).inputValue()).toBe('600')

  await page.locator('.map-edge').waitFor()
  const edge = await page.locator('.map-edge').boundingBox()
  if (!edge) expect.unreachable()
  await page.mouse.move(edge.x + 12, edge.y + 12)
  await page.mouse.down()
  await page.mouse.move(edge.x + 72, edge.y + 12, { steps: 5 })
  await page.mouse.up()
  const distance = async () => Number(await page.getByLabel(t('geofence.field.distanceMeters')).inputValue())
  await expect.poll(distance).toBeGreaterThan(650)
  const dragged = await distance()

  await page.getByLabel(t('geofence.mode.BLOCK')).check()
  await change({ mode: 'CAPTURE' })
  await save.click()
  const conflict = page.getByRole('alertdialog', { name: t('geofence.conflict') })
  await conflict.getByText(t('geofence.mode.CAPTURE')).waitFor()
  await conflict.getByRole('button', { name: t('geofence.keepMine') }).click()
  await conflict.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await callApi<{ geolocation: Geolocation }>(page, 'GET', `/surveys/${id}`)).geolocation)
    .toMatchObject({ mode: 'BLOCK', distanceMeters: dragged, latitude: -19.5 })

  await go(`/response?open=${response?.id}`)
  await page.getByRole('application', { name: t('responses.circleMap') }).waitFor()
  await page.getByText(t('responses.circleNow')).waitFor()
  await change({ mode: 'OFF' })
})

test('the map of a response has the places and times of its collector on that day', async () => {
  const { page, t, go } = manager
  const [survey] = await callApi<Made[]>(page, 'GET', '/surveys?q=market&pageSize=1')
  const visit = (daysAgo: number, time: string, latitude: number) => {
    const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    return callApi<Made & { collector: string }>(page, 'POST', '/responses', {
      surveyId: survey?.id,
      submittedAt: `${day}T${time}:00Z`,
      latitude,
      longitude: 34.85,
      participantPhone: '+258845550121',
      answers: { market: 'goto', price_date: day },
    })
  }
  const { id, collector } = await visit(3, '09:15', -19.82)
  await visit(3, '10:20', -19.83)
  await visit(3, '11:25', -19.81)
  await visit(2, '11:30', -19.81)
  await go(`/response?open=${id}`)
  await page.getByRole('link', { name: t('responses.map.track', { count: 2, collector }) }).waitFor()
  const times = () => page.locator('.map-minor').allTextContents()
  await expect.poll(times).toEqual([expect.stringContaining(':20'), expect.stringContaining(':25')])
})

test('a rule says whom it reaches before it is saved, and leaves the list again', async () => {
  const { page, t, go } = manager
  const [survey] = await callApi<Made[]>(page, 'GET', '/surveys?pageSize=1')
  const [unit] = await callApi<(Made & { name: string })[]>(page, 'GET', '/administrative-units?level=1&pageSize=1')
  const name = 'Amália Reached'
  await callApi(page, 'POST', '/auth/create', {
    adminType: 'PARTICIPANT',
    name,
    phone: '+258849990001',
    gender: 'Collector',
    birthDate: '1990-01-01',
    administrativeUnitId: unit?.id,
  })
  for (const path of ['/surveyAccess/List', '/surveyAccess/Filter', '/surveyAccess']) {
    await go(path)
    await page.getByRole('heading', { name: t('surveyAccess.title') }).waitFor()
  }
  await page.getByRole('button', { name: t('action.new') }).click()
  const dialog = page.getByRole('dialog', { name: t('surveyAccess.newRule') })
  await dialog.getByLabel(t('surveyAccess.field.surveyId')).fill(survey?.title ?? '')
  await page
    .getByTitle(survey?.title ?? '', { exact: true })
    .last()
    .click()
  await dialog.getByLabel(t('surveyAccess.right'), { exact: true }).click()
  await page.getByTitle(t('surveyAccess.tie.COLLECT'), { exact: true }).click()
  await dialog.getByLabel(t('surveyAccess.kindOfSubject')).click()
  await page.getByTitle(t('surveyAccess.subjectType.ADMIN_UNIT'), { exact: true }).click()
  await dialog.getByLabel(t('surveyAccess.subject')).fill(unit?.name ?? '')
  await page
    .getByTitle(new RegExp(`^${unit?.name} · `))
    .first()
    .click()
  await dialog.getByLabel(t('surveyAccess.gender')).fill('collector')
  await dialog.getByText(t('surveyAccess.reaches', { count: 1 })).waitFor()
  await dialog.getByText(name).waitFor()
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    expect(await blemishes(page)).toEqual([])
  }
  await dialog.getByLabel(t('surveyAccess.ageMin')).fill('60')
  await dialog.getByText(t('surveyAccess.reaches', { count: 0 })).waitFor()
  await dialog.getByLabel(t('surveyAccess.ageMin')).fill('')
  await dialog.getByText(t('surveyAccess.reaches', { count: 1 })).waitFor()
  await dialog.getByRole('button', { name: t('surveyAccess.give') }).click()
  await heard(page, t('surveyAccess.done', { name: unit?.name ?? '' }))

  await go('/surveyAccess?subjectType=ADMIN_UNIT&right=COLLECT')
  const row = page.getByRole('row').filter({ hasText: unit?.name ?? '' })
  await row.getByText('collector').waitFor()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('list.deleteChosen') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('list.deleteCount', { count: 1 }) })
    .click()
  await row.waitFor({ state: 'detached' })
})

const ring = [
  [34, -20],
  [36, -20],
  [36, -18],
  [34, -18],
  [34, -20],
]
const area = (code: string) => ({
  type: 'Feature',
  properties: { ADM2_PCODE: code },
  geometry: { type: 'Polygon', coordinates: [ring] },
})
const file = (features: object[]) => ({
  name: 'districts.geojson',
  mimeType: 'application/geo+json',
  buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
})

test('borders of districts come from a file, and a map shows them by name', async () => {
  const { page, t, go } = manager
  await go('/administrative-unit')
  await page.getByRole('button', { name: t('administrative-units.borders') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[type=file]').setInputFiles(file([]))
  await dialog.getByRole('alert').getByText(t('problems.NO_AREAS')).waitFor()
  await dialog.locator('[type=file]').setInputFiles(file([area('MZ0907'), area('MZ0999')]))
  await dialog
    .getByText(t('administrative-units.bordersTaken', { areas: 2, units: 1, property: 'ADM2_PCODE', holds: 'code' }))
    .waitFor()
  await dialog.getByText('MZ0999').waitFor()
  expect(await flaws(manager)).toEqual([])
  await page.keyboard.press('Escape')
  await go('/site?view=map')
  await page.locator('.map-unit').first().waitFor({ state: 'attached' })
})

test('a map that is left while it zooms ends without a complaint', async () => {
  const { page, go, complaints } = manager
  await go('/site?view=map')
  await page.locator('.map-spot').first().waitFor()
  const before = complaints.length
  await page.locator('.leaflet-control-zoom-in').click()
  await page.locator('.leaflet-zoom-anim').first().waitFor({ state: 'attached' })
  await page.locator('a[href$="/dashboard"]').first().dispatchEvent('click')
  await page.locator('.leaflet-container').waitFor({ state: 'detached' })
  // Longer than a zoom takes.
  await page.waitForTimeout(500)
  expect(complaints.slice(before)).toEqual([])
})
