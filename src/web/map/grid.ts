/** The lines of a map's grid: round degrees, some four to each side. */

/** Edges in degrees. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** The box around points, and as many degrees more on each side; undefined without any. */
export function boundsAround(
  points: readonly { latitude: number; longitude: number }[],
  margin: number,
): Bounds | undefined {
  if (points.length === 0) return undefined
  const bounds = { south: Infinity, west: Infinity, north: -Infinity, east: -Infinity }
  for (const { latitude, longitude } of points) {
    bounds.south = Math.min(bounds.south, latitude - margin)
    bounds.north = Math.max(bounds.north, latitude + margin)
    bounds.west = Math.min(bounds.west, longitude - margin)
    bounds.east = Math.max(bounds.east, longitude + margin)
  }
  return bounds
}

/** The latitudes and the longitudes to draw, also somewhat beyond the window: that is where one pans to. */
export function gridDegrees({ south, west, north, east }: Bounds): { latitudes: number[]; longitudes: number[] } {
  const [height, width] = [north - south, east - west]
  const step = roundStep(Math.max(height, width) / 6)
  return {
    latitudes: between(south - height / 2, north + height / 2, step).filter((degrees) => Math.abs(degrees) < 85),
    longitudes: between(west - width / 2, east + width / 2, step),
  }
}

/** 1, 2 or 5 of some power of ten, at least as much. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10)
}

function between(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  // A product of steps has digits that no map means; rounding removes them.
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(6)))
}
