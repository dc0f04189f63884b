/** Where responses were given, and the places that answer questions, as GeoJSON (RFC 7946) for maps. */
import type { Answers, AnswerValue, GeoPoint } from '#domain/answers/answers.ts'
import { pointsOf } from '#domain/answers/lines.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { AnsweredRow } from './answers-store.ts'
import type { FileColumn, FileRow } from './download-columns.ts'
import { type FileTable, rowsIn } from './download-tables.ts'

type Position = [longitude: number, latitude: number]
type Geometry = { type: 'Point'; coordinates: Position } | { type: 'LineString'; coordinates: Position[] }

/** A feature for each place: `_place` is the code of its question, or `location` where the response was given. */
export async function* placesFile(
  tables: readonly FileTable[],
  rowsOf: (table: FileTable) => AsyncIterable<AnsweredRow[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"type":"FeatureCollection","features":[')
  let isFirst = true
  for (const [at, table] of tables.entries()) {
    const questions = [...new Set(table.columns.flatMap(({ question }) => question ?? []))]
    for await (const rows of rowsIn(table, rowsOf(table))) {
      const features = rows.flatMap((row) => {
        const places = [
          ...(at === 0 ? locationOf(row) : []),
          ...questions.flatMap((each) => placeOf(each, row.answers)),
        ]
        return places.map(([place, geometry]) => featureOf(table.columns, row, { place, geometry }))
      })
      if (features.length === 0) continue
      yield Buffer.from((isFirst ? '\n' : ',\n') + features.join(',\n'))
      isFirst = false
    }
  }
  yield Buffer.from('\n]}\n')
}

function featureOf(
  columns: readonly FileColumn[],
  row: FileRow,
  { place, geometry }: { place: string; geometry: Geometry },
) {
  const cells = columns.map(({ code, cell }) => [code, cell(row)] as const)
  return JSON.stringify({ type: 'Feature', geometry, properties: { _place: place, ...Object.fromEntries(cells) } })
}

function locationOf({ latitude, longitude }: FileRow): [string, Geometry][] {
  return latitude === null || longitude === null ? [] : [['location', point({ latitude, longitude })]]
}

function placeOf({ question, places }: MergedQuestion, answers: Answers): [string, Geometry][] {
  const place = places.find(({ key }) => answers[key] !== undefined)
  const geometry = place && geometryOf(traitsOf(place.type), answers[place.key])
  return geometry ? [[question.code, geometry]] : []
}

function geometryOf(
  { answer, text }: ReturnType<typeof traitsOf>,
  value: AnswerValue | undefined,
): Geometry | undefined {
  if (answer === 'point') return point(value as GeoPoint)
  if (text !== 'LINE' || typeof value !== 'string') return undefined
  const points = pointsOf(value)
  return points.length > 0
    ? { type: 'LineString', coordinates: points.map((each) => point(each).coordinates) }
    : undefined
}

function point({ latitude, longitude }: GeoPoint): { type: 'Point'; coordinates: Position } {
  return { type: 'Point', coordinates: [longitude, latitude] }
}
