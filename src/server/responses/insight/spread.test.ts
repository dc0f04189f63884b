/** Quartiles and medians of many numbers that differ are those of the sorted numbers, whatever their shape. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testChance } from '../../test/seed.ts'
import { withEngine } from './engine.ts'
import { scalesOf, spreadsOf } from './spread.ts'

const shapes: Record<string, (part: number) => number> = {
  even: (part) => part * 1e6 - 5e5,
  skewed: (part) => 100 * Math.exp(6 * part),
  'with one far away': (part) => (part > 0.9999 ? 1e15 : part),
  repeated: (part) => Math.floor(part * 40) / 7,
  'all the same': () => 7.25,
  'beyond all charts in part': (part) => (part < 0.01 ? 1e200 : part - 0.5),
}

test('quartiles and bins of numbers of any shape are those of plain counting', async () => {
  const chance = testChance()
  const dataDir = await mkdtemp(join(tmpdir(), 'spread-'))
  const numbers = Object.values(shapes).map((shape) =>
    Array.from({ length: 6001 }, () => shape(chance.whole(0, 1_000_000) / 1_000_000)),
  )
  const spreads = await withEngine(dataDir, async (engine) => {
    const columns = numbers.map((column, at) => {
      return sql`unnest(from_json(${JSON.stringify(column)}::json, '["DOUBLE"]')) as ${sql.ref(`x${at}`)}`
    })
    await engine.run(sql`create temp table form as select ${sql.join(columns)}`)
    const reading = { engine, forms: sql`form` }
    const scales = await scalesOf(
      reading,
      numbers.map((_, at) => ({ x: sql.ref(`x${at}`), steps: 'ANY' as const })),
    )
    expect(scales.map(({ isAny }) => isAny)).toEqual([true, true, true, false, false, true])
    return spreadsOf(
      reading,
      scales.map((scale, place) => ({ ...scale, place })),
    )
  })
  await rm(dataDir, { recursive: true })
  for (const [place, name] of Object.keys(shapes).entries()) {
    const sorted = (numbers[place] ?? []).filter((x) => x < 1e100).toSorted((a, b) => a - b)
    const at = (part: number) => {
      const rank = (sorted.length - 1) * part
      const below = sorted[Math.floor(rank)] ?? 0
      return below + ((sorted[Math.ceil(rank)] ?? 0) - below) * (rank % 1)
    }
    const spread = spreads.get(place)
    expect([name, spread?.low, spread?.high, ...(spread?.quartiles ?? [])]).toEqual([
      name,
      ...[0, 1, 0.25, 0.5, 0.75].map(at),
    ])
    const mean = sorted.reduce((sum, x) => sum + x, 0) / sorted.length
    expect([name, (spread?.mean ?? 0) / mean]).toEqual([name, expect.closeTo(1, 6)])
    expect([name, [...(spread?.bins.values() ?? [])].reduce((sum, n) => sum + n, 0)]).toEqual([name, sorted.length])
  }
})
