import { expect, test } from 'vitest'
import { contains } from '#domain/people/unit-borders.ts'
import { districtBorders } from './district-borders.ts'
import { householdResponses } from './household-responses.ts'
import { mozambique } from './mozambique.ts'
import { demoSites, districtOf } from './places.ts'

const nameOf = new Map(mozambique().map(([code, name]) => [code, name]))
const { features } = districtBorders()

function districtsAt(longitude: number, latitude: number): string[] {
  const around = features.filter(({ geometry }) => contains(geometry.coordinates, longitude, latitude))
  return around.map(({ properties }) => properties.code)
}

test('each district of the demo has its border', () => {
  const districts = [...nameOf.keys()].filter((code) => code.length === 6)
  expect(features.map(({ properties }) => properties.code)).toEqual(districts)
})

test('each place of the demo is in its district', () => {
  for (const site of demoSites)
    expect(districtsAt(site.longitude, site.latitude).map((code) => nameOf.get(code))).toEqual([districtOf(site)])
})

test('each household of the demo was interviewed in its district', () => {
  for (const { cells } of householdResponses(new Date()))
    expect(districtsAt(Number(cells['longitude']), Number(cells['latitude']))).toEqual([cells['unit']])
})
