import { expect } from 'vitest'
import { excels } from '#contract/downloads.ts'
import { test } from '../../test/with-app.ts'

test('a map has a feature for each response with a place, with its columns', async ({ staff, given, sql }) => {
  const survey = await given.survey()
  const [first] = await given.responses(survey, 2)
  await sql.owner.query('update form set latitude = null, longitude = null where survey_id = $1', [survey.id])
  await sql.owner.query('update form set latitude = -19.5, longitude = 33.25 where id = $1', [first?.id])
  const query = { surveyId: survey.id, format: 'geojson', values: 'codes' }
  const { bytes, headers } = await staff.raw(excels.download, { query })
  expect(headers['content-type']).toBe('application/geo+json')
  expect(headers['content-disposition']).toContain('.geojson')
  const map = JSON.parse(bytes.toString('utf8')) as { type: string; features: object[] }
  expect(map.type).toBe('FeatureCollection')
  const own = map.features.filter((each) => JSON.stringify(each).includes('"_place":"location"'))
  expect(own).toMatchObject([
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [33.25, -19.5] },
      properties: { formKey: first?.formKey, _status: 'RECEIVED' },
    },
  ])
})
