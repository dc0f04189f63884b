import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  directionBetween,
  distanceBetween,
  fenceProblems,
  fenceResult,
  type Geofence,
  judgeFix,
  nearestCentre,
  noFence,
} from './geofence.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const around = (latitude: number, longitude: number, distanceMeters = 1000): Geofence => ({
  mode: 'BLOCK',
  centres: [at(latitude, longitude)],
  distanceMeters,
})
const anyPlace = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test.each([
  ['a degree of the equator', at(0, 0), at(0, 1), 111_195],
  ['Maputo to Beira', at(-25.9692, 32.5732), at(-19.8436, 34.8389), 720_000],
  ['pole to pole', at(90, 0), at(-90, 0), 20_015_115],
  ['the same pole by two names', at(90, 10), at(90, -150), 0],
  ['across the antimeridian', at(0, 179.999), at(0, -179.999), 222],
  ['two names of the antimeridian', at(12, 180), at(12, -180), 0],
])('the distance of %s is right', (_name, a, b, metres) => {
  expect(distanceBetween(a, b)).toBeGreaterThan(metres * 0.99 - 1)
  expect(distanceBetween(a, b)).toBeLessThan(metres * 1.01 + 1)
})

test('a distance is the same both ways, never negative, at most half around the earth', () => {
  fc.assert(
    fc.property(anyPlace, anyPlace, (a, b) => {
      const distance = distanceBetween(a, b)
      expect(distance).toBeCloseTo(distanceBetween(b, a), 3)
      expect(distance).toBeGreaterThanOrEqual(0)
      expect(distance).toBeLessThanOrEqual(20_015_116)
    }),
  )
})

test.each([
  ['exact in the middle', 0, 0, 'INSIDE'],
  ['near, known to 100 m', 800, 100, 'INSIDE'],
  ['near the edge, known to 300 m', 800, 300, 'UNCERTAIN'],
  ['beyond the edge, known to 300 m', 1200, 300, 'UNCERTAIN'],
  ['beyond the edge, known to 100 m', 1200, 100, 'OUTSIDE'],
  ['far, of no stated accuracy', 5000, null, 'OUTSIDE'],
] as const)('a fix %s is judged', (_name, metres, accuracy, verdict) => {
  const fix = { ...at(metres / 111_195.08, 0), accuracy }
  const result = fenceResult(around(0, 0), fix)
  expect(result.verdict).toBe(verdict)
  expect(result.distance).toBeCloseTo(metres, 0)
})

test('a better accuracy never turns a clear verdict', () => {
  const metres = fc.double({ min: 0, max: 3000, noNaN: true })
  fc.assert(
    fc.property(metres, metres, metres, (distance, worse, better) => {
      const fix = { ...at(distance / 111_195.08, 0), accuracy: Math.max(worse, better) }
      const { verdict } = fenceResult(around(0, 0), fix)
      if (verdict === 'UNCERTAIN') return
      expect(fenceResult(around(0, 0), { ...fix, accuracy: Math.min(worse, better) }).verdict).toBe(verdict)
    }),
  )
})

test('the nearest of several middles decides, and no fix or no middle is NO_FIX', () => {
  const fence = { ...around(50, 50), centres: [at(50, 50), at(0, 0)] }
  expect(fenceResult(fence, { ...at(0, 0.001), accuracy: null }).verdict).toBe('INSIDE')
  expect(fenceResult(fence, null)).toEqual({ verdict: 'NO_FIX', distance: null })
  expect(fenceResult({ ...fence, centres: [] }, { ...at(0, 0), accuracy: 1 }).verdict).toBe('NO_FIX')
})

test.each([
  ['off', noFence, false, []],
  ['around a site that has no place', { ...noFence, mode: 'WARN' as const }, false, ['reference FENCE_WITHOUT_PLACE']],
  ['around a site', { ...noFence, mode: 'WARN' as const }, true, []],
  ['around no point', { ...noFence, mode: 'BLOCK' as const, reference: 'POINT' as const }, true, ['latitude REQUIRED']],
  ['around half a point', { ...noFence, latitude: 3 }, true, ['longitude POINT_INCOMPLETE']],
  [
    'in no unit',
    { ...noFence, mode: 'CAPTURE' as const, reference: 'ADMIN_UNIT' as const },
    true,
    ['administrativeUnitId REQUIRED'],
  ],
])('a fence %s has the problems it should', (_name, settings, hasSite, expected) => {
  expect(fenceProblems(settings, { hasSite }).map(({ path, code }) => `${path} ${code}`)).toEqual(expected)
})

test.each([
  ['CAPTURE', 'outside', 5000, [], undefined],
  ['WARN', 'inside', 10, [], undefined],
  ['WARN', 'outside', 5000, ['OUTSIDE_FENCE'], undefined],
  ['WARN', 'nowhere', null, ['FENCE_NO_FIX'], undefined],
  ['BLOCK', 'outside', 5000, ['OUTSIDE_FENCE'], 'OUTSIDE_FENCE'],
  ['BLOCK', 'at its edge', 1050, ['FENCE_UNCERTAIN'], undefined],
  ['BLOCK', 'nowhere', null, ['FENCE_NO_FIX'], 'REQUIRED'],
] as const)('%s: a response %s has its flags and its refusal', (mode, _where, metres, flags, code) => {
  const fix = metres === null ? null : { ...at(metres / 111_195.08, 0), accuracy: 100 }
  const judged = judgeFix({ ...around(0, 0), mode }, fix)
  expect([judged.flags, judged.problem?.code]).toEqual([flags, code])
})

test('a blocking fence without a middle says that it lacks a place', () => {
  const fence = { ...around(0, 0), centres: [] }
  expect(judgeFix(fence, { ...at(0, 0), accuracy: null }).problem).toEqual({ code: 'FENCE_WITHOUT_PLACE' })
  expect(nearestCentre(fence, at(0, 0))).toBeUndefined()
})

test('the nearest middle is found across the antimeridian', () => {
  const centres = [at(0, 0), at(0, -179), at(0, 170)]
  expect(nearestCentre({ centres }, at(0, 179))).toEqual(at(0, -179))
})

test.each([
  [{ latitude: 1, longitude: 0 }, 'N'],
  [{ latitude: 1, longitude: 1 }, 'NE'],
  [{ latitude: 0, longitude: 1 }, 'E'],
  [{ latitude: -1, longitude: -1 }, 'SW'],
  [{ latitude: -1, longitude: 0 }, 'S'],
  [{ latitude: 0, longitude: -179 }, 'W'],
])('the way from the equator to %o is %s', (to, direction) => {
  expect(directionBetween({ latitude: 0, longitude: 0 }, to)).toBe(direction)
})

test('the short way between two places leads over the antimeridian', () => {
  expect(directionBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBe('E')
})
