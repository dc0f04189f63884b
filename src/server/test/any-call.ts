/** Input for any call, drawn from the shapes that OpenAPI shows: mostly as it should be, now and then nonsense. */
import type { Endpoint } from '#contract/endpoint.ts'
import { noBody } from '#contract/endpoint.ts'
import type { Chance } from '../demo/content/chance.ts'
import { openApiSchema } from '../http/json-schema.ts'
import type { CallInput } from './caller.ts'

interface Shape {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  items?: Shape | boolean
  prefixItems?: Shape[]
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
}

const hostileTexts = [
  '',
  ' ',
  'NaN',
  'null',
  '-0',
  '1e400',
  '9223372036854775808',
  '0x10',
  'a\u0000b',
  '\ud800',
  '\u202Eabc',
  '👩‍👩‍👧‍👦',
  '%00%ff',
  "'; drop table form; --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  '__proto__',
  '2026-02-31',
  '0000-00-00T25:61:61Z',
  'x'.repeat(70_000),
]
const hostile: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  [[[]]],
  {},
  JSON.parse('{"__proto__": {"id": 1}, "constructor": null}'),
]
const likely = [
  'a',
  'en',
  'q1',
  'Beira',
  'name',
  '1',
  '12.50',
  'MZN',
  '+258841234567',
  '2026-11-29',
  '2026-11-29T10:00:00Z',
]
const textsOf: Record<string, readonly string[]> = {
  date: ['2026-11-29', '1999-12-31'],
  'date-time': ['2026-11-29T10:00:00Z', '1999-12-31T23:59:59+14:00'],
  uuid: ['00000000-0000-4000-8000-000000000000'],
  email: ['a@example.org'],
  uri: ['http://127.0.0.1:9'],
}

function drawAny(chance: Chance, shape: Shape, depth = 0): unknown {
  if (chance.happens(4)) return chance.pick(hostile)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return drawAny(chance, chance.pick(choices), depth)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return chance.pick(shape.enum)
  const draw = byType[[shape.type].flat()[0] ?? '']
  return draw ? draw(chance, shape, depth) : chance.pick(hostile)
}

const byType: Record<string, (chance: Chance, shape: Shape, depth: number) => unknown> = {
  null: () => null,
  boolean: (chance) => chance.happens(50),
  integer: (chance, { minimum = 0, maximum = 2 ** 53 }) =>
    chance.happens(80) ? chance.whole(Math.max(minimum, 1), 20) : chance.pick([minimum, maximum, maximum - 1]),
  number: (chance, { minimum = 0, maximum = 1e15 }) => chance.pick([minimum, maximum, 1, 12.5, -19.8, 34.9]),
  string: (chance, { format = '' }) => chance.pick(textsOf[format] ?? likely),
  array(chance, { items, prefixItems }, depth) {
    const shape = typeof items === 'object' ? items : {}
    const shapes = prefixItems ?? Array.from({ length: chance.pick([0, 1, 1, 2, 5]) }, () => shape)
    return shapes.map((each) => drawAny(chance, each, depth + 1))
  },
  object: drawObject,
}

function drawObject(chance: Chance, shape: Shape, depth: number): object {
  const needed = new Set(shape.required)
  const names = Object.keys(shape.properties ?? {}).filter((name) => chance.happens(needed.has(name) ? 98 : 30))
  const drawn = names.map((name) => [name, drawAny(chance, shape.properties?.[name] ?? {}, depth + 1)])
  const more = typeof shape.additionalProperties === 'object' && depth < 4 ? shape.additionalProperties : undefined
  if (more) drawn.push([chance.pick(likely), drawAny(chance, more, depth + 1)])
  if (chance.happens(2)) drawn.push([chance.pick(hostileTexts), 1])
  return Object.fromEntries(drawn) as object
}

const files = [
  ['rows.csv', 'name,phone\nAna,+258841234567\n'],
  ['rows.csv', '\ufeffcode;name;parentCode\r\nX;"Un\nclosed'],
  ['book.xlsx', 'PK\u0003\u0004 not a workbook'],
  ['borders.geojson', '{"type":"FeatureCollection","features":[{"properties":{"code":"X"},"geometry":null}]}'],
  ['empty.csv', ''],
  ['../../x.png', '\u0089PNG\r\n'],
] as const

/** A URL holds no half of a pair. */
function urlText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}

/** What the call sends: path, query, body and file. */
export function drawCall(chance: Chance, { params, query, body, upload }: Endpoint): CallInput {
  const shapes = { params: openApiSchema(params, 'input'), query: openApiSchema(query, 'input') }
  const path = Object.entries((shapes.params as Shape).properties ?? {}).map(([name, shape]) => [
    name,
    urlText(drawAny(chance, shape)) || '-',
  ])
  const asked = Object.entries(drawObject(chance, shapes.query, 0)).map(([name, value]) => [name, urlText(value)])
  const [name, text] = chance.pick(files)
  return {
    params: Object.fromEntries(path) as Record<string, string>,
    query: Object.fromEntries(asked) as Record<string, string>,
    ...((body as unknown) === noBody ? {} : { body: drawAny(chance, openApiSchema(body, 'input')) }),
    ...(upload && chance.happens(upload.required ? 95 : 30)
      ? { file: { name, bytes: Buffer.from(text, 'utf8') } }
      : {}),
  }
}
