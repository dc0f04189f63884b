import { expect, test } from 'vitest'
import { siteProblems } from './site.ts'

test('a point is whole or not there', () => {
  expect(siteProblems({})).toEqual([])
  expect(siteProblems({ latitude: null, longitude: null })).toEqual([])
  expect(siteProblems({ latitude: 0, longitude: 0, radiusMeters: 10 })).toEqual([])
  expect(siteProblems({ latitude: -19.8, longitude: null })).toEqual([{ path: 'longitude', code: 'POINT_INCOMPLETE' }])
  expect(siteProblems({ longitude: 34.8 })).toEqual([{ path: 'latitude', code: 'POINT_INCOMPLETE' }])
})

test('a caller with the rules of all countries judges the phone by them', () => {
  expect(siteProblems({ contactPhone: '84123' })).toEqual([])
  const code = 'PHONE_COUNTRY_NEEDED'
  expect(siteProblems({ contactPhone: '84123' }, () => code)).toEqual([{ path: 'contactPhone', code }])
})

test('everything that is wrong with a place is said at once', () => {
  expect(siteProblems({ latitude: 90.5, radiusMeters: 50_001 })).toEqual([
    { path: 'latitude', code: 'TOO_BIG', limit: 90 },
    { path: 'radiusMeters', code: 'TOO_BIG', limit: 50_000 },
    { path: 'longitude', code: 'POINT_INCOMPLETE' },
  ])
  expect(siteProblems({ latitude: 1, contactPhone: 'at the gate' })).toEqual([
    { path: 'longitude', code: 'POINT_INCOMPLETE' },
    { path: 'contactPhone', code: 'BAD_PHONE' },
  ])
  expect(siteProblems({ latitude: 1, longitude: -181, radiusMeters: 9 })).toEqual([
    { path: 'longitude', code: 'TOO_SMALL', limit: -180 },
    { path: 'radiusMeters', code: 'TOO_SMALL', limit: 10 },
  ])
})
