import { expect, test } from 'vitest'
import { gridDegrees } from './grid.ts'

test('lines at round degrees, as close as the window is deep', () => {
  expect(gridDegrees({ south: -20, north: -18, west: 33, east: 36 })).toEqual({
    latitudes: [-21, -20.5, -20, -19.5, -19, -18.5, -18, -17.5, -17],
    longitudes: [31.5, 32, 32.5, 33, 33.5, 34, 34.5, 35, 35.5, 36, 36.5, 37, 37.5],
  })
  expect(gridDegrees({ south: -19.61, north: -19.6, west: 34.74, east: 34.75 }).latitudes).toContain(-19.606)
})

test('a window over the whole world has no lines beyond the map', () => {
  const { latitudes, longitudes } = gridDegrees({ south: -85, north: 85, west: -180, east: 180 })
  expect(latitudes).toEqual([0])
  expect(longitudes).toContain(100)
})
