/** Coasts and borders, for maps without a tile server. `scripts/map-outline.ts` makes the file. */
import outline from './outline.json'

/** Lines of latitude and longitude. */
export function outlineLines(): [latitude: number, longitude: number][][] {
  return outline.lines.map((steps) => {
    let [x, y] = [0, 0]
    const line: [number, number][] = []
    for (let at = 0; at < steps.length; at += 2) {
      x += steps[at] ?? 0
      y += steps[at + 1] ?? 0
      line.push([y * outline.step, x * outline.step])
    }
    return line
  })
}
