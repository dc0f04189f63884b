import type { GeoPoint } from '#domain/answers/answers.ts'
import { lengthOf, pointsOf } from '#domain/answers/lines.ts'
import { useText } from '../../i18n/text.ts'

/** How many points a line has, and how long it is. */
export function useLineWords(): (line: string) => string {
  const t = useText()
  return (line) => {
    const points = pointsOf(line)
    return t('responses.line', { points: points.length, metres: Math.round(lengthOf(points)) })
  }
}

/** A line on the earth: its facts in words, and a picture of its course. */
export function Line({ line }: { line: string }) {
  const words = useLineWords()
  return (
    <span className="place">
      <span>{words(line)}</span>
      <Picture points={pointsOf(line)} />
    </span>
  )
}

function Picture({ points }: { points: readonly GeoPoint[] }) {
  // A degree of longitude is shorter towards the poles.
  const narrowing = Math.cos(((points[0]?.latitude ?? 0) * Math.PI) / 180)
  const xs = points.map(({ longitude }) => longitude * narrowing)
  const ys = points.map(({ latitude }) => -latitude)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const scale = 100 / Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1e-6)
  const course = xs.map((x, index) => `${(x - left) * scale},${((ys[index] ?? 0) - top) * scale}`)
  return (
    <svg className="place-map" viewBox="-10 -10 120 120" aria-hidden="true" focusable="false">
      <polyline points={course.join(' ')} fill="none" stroke="currentColor" strokeWidth={2} />
    </svg>
  )
}
