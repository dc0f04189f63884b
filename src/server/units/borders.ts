/** Borders of units for maps: a GeoJSON file is read apart, as a large one takes seconds and hundreds of megabytes. */
import { sql } from 'kysely'
import { unitTree } from '#contract/administrative-units.ts'
import { problem } from '#domain/problems.ts'
import { matchBorders, type readBorders, type Shape } from '#domain/people/unit-borders.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { runApart } from '../excel/apart.ts'
import { on } from '../http/context.ts'
import { takeUnitTree, treeTurn } from './store.ts'

const jobUrl = new URL('./read-borders-job.ts', import.meta.url)
const bounds = { heapMegabytes: 1200, milliseconds: 60_000 }
/** In the report: a person corrects no more at once. */
const mostNamed = 50
/** On one map. */
const mostBorders = 1000

const importBorders = on(unitTree.importBorders, async ({ file, write, audit }) => {
  if (!file) throw new AppError('FILE_MISSING')
  const read = await runApart<ReturnType<typeof readBorders>>(jobUrl, file.path, bounds)
  if (typeof read === 'string') throw new AppError('VALIDATION_FAILED', { errors: [problem('file', read)] })
  const take = async (db: Db) => {
    await takeUnitTree(db)
    const { rows } = await sql<{ id: number; code: string; name: string }>`
      select id, code, name from administrative_unit`.execute(db)
    const { shapes, by, unmatched, ambiguous } = matchBorders(read, rows)
    if (!by) throw new AppError('VALIDATION_FAILED', { errors: [problem('file', 'NO_UNIT_FITS')] })
    await keepBorders(db, shapes)
    const counts = { areas: read.length, units: shapes.size, ...by, unmatchedCount: unmatched.length }
    audit({
      action: 'administrative-units.borders',
      subjectType: 'file',
      after: { name: file.name, sha256: file.sha256.toString('hex'), ...counts },
    })
    return { ...counts, unmatched: unmatched.slice(0, mostNamed), ambiguous: ambiguous.slice(0, mostNamed) }
  }
  return treeTurn.pass(() => write(take))
})

async function keepBorders(db: Db, shapes: ReadonlyMap<number, Shape>): Promise<void> {
  const given = JSON.stringify([...shapes].map(([id, border]) => ({ id, border })))
  await sql`
    update administrative_unit u set border = given.border
    from jsonb_to_recordset(${given}::jsonb) as given(id bigint, border jsonb) where u.id = given.id`.execute(db)
}

const borders = on(unitTree.borders, async ({ db }) => {
  const { rows } = await sql<{ id: number; code: string; name: string; level: number; shape: Shape }>`
    select id, code, name, level, border as shape from administrative_unit
    where border is not null and level = (
      select level from administrative_unit where border is not null group by level
      having count(*) <= ${mostBorders} order by level desc limit 1)
    order by id`.execute(db)
  return { level: rows[0]?.level ?? null, borders: rows.map(({ shape, level: _, ...unit }) => ({ unit, shape })) }
})

export const borderRoutes = [importBorders, borders]
