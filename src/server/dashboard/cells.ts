/** Places as the cells of a grid, so that a map has few spots however many places there are. Pure. */

interface Place {
  latitude: number | null
  longitude: number | null
}

const cellsAlong = 12

/** The middle of each cell's places and how many it has, the fullest first. */
export function cellsOf(rows: readonly Place[]): { latitude: number; longitude: number; n: number }[] {
  const places = rows.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  )
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  const span = Math.max(spread(latitudes), spread(longitudes))
  const cell = Math.max(span, 1e-4) / cellsAlong
  const cells = Map.groupBy(places, ({ latitude, longitude }) =>
    [latitude, longitude].map((degrees) => Math.floor(degrees / cell)).join(),
  )
  return [...cells.values()]
    .map((all) => ({
      latitude: mean(all.map(({ latitude }) => latitude)),
      longitude: mean(all.map(({ longitude }) => longitude)),
      n: all.length,
    }))
    .sort((one, other) => other.n - one.n)
}

function spread(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
