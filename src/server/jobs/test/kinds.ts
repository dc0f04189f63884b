/** Jobs whose whole work is to leave traces, which the tests count. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { bulkKind, jobKind } from '../kind.ts'

/** The holder of this advisory lock holds up `tests.mark` at its row `gate`, and `tests.write` after its first line. */
export const gateLock = 4711

/** Marks rows on the trail, at most 50 at once. The rows of `refuse` are refused. */
export const markRows = bulkKind({
  name: 'tests.mark',
  payload: z.strictObject({ gate: z.optional(z.int()), refuse: z.optional(z.array(z.int())) }),
  access: () => 'companies.write',
  batchSize: 50,
  batch: async ({ db, audit }, ids, { gate, refuse = [] }) => {
    const refused = new Map(ids.filter((id) => refuse.includes(id)).map((id) => [id, 'IN_USE' as const]))
    for (const id of ids)
      if (!refused.has(id)) audit({ action: 'tests.mark', subjectType: 'company', subjectId: id, after: { id } })
    if (gate !== undefined && ids.includes(gate)) await sql`select pg_advisory_xact_lock(${gateLock})`.execute(db)
    return { refused, uses: new Map(refused.keys().map((id) => [id, { site: 1 }])) }
  },
})

/** Refuses as a whole, for as long as there is no company of that title. */
export const needCompany = bulkKind({
  name: 'tests.need',
  payload: z.strictObject({ title: z.string(), from: z.int() }),
  access: () => 'companies.write',
  batchSize: 50,
  batch: async ({ db, audit }, ids, { title, from }) => {
    const { rows } = await sql`select from company where title = ${title}`.execute(db)
    if (rows.length === 0 && ids.includes(from)) throw new Error('There is no such company')
    for (const id of ids) audit({ action: 'tests.need', subjectType: 'company', subjectId: id })
    return { refused: new Map() }
  },
})

/** Writes so many lines into a file. */
export const writeLines = jobKind({
  name: 'tests.write',
  payload: z.strictObject({ lines: z.int(), gated: z.boolean(), surveys: z.optional(z.array(z.int())) }),
  access: () => 'companies.write',
  run: async ({ db, progress, file }, { lines, gated, surveys }) => {
    const sink = await file({ name: 'lines.csv', mime: 'text/csv', surveys })
    for (let line = 1; line <= lines; line++) {
      await sink.write(Buffer.from(`line ${line}\n`))
      await progress(line, lines)
      if (gated && line === 1)
        await db.transaction().execute((tx) => sql`select pg_advisory_xact_lock(${gateLock})`.execute(tx))
    }
  },
})

export const testKinds = [markRows, needCompany, writeLines]
