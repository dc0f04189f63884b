/**
 * For monitors of the process: alive (`/healthz`), able to work (`/readyz`). With `?deep` the books are looked through as
 * well, by one caller at a time: 503 when a rule is broken.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** What looks through the books; it comes from above, as this folder knows no area. */
export type DeepCheck = (db: Services['database']['db']) => Promise<readonly string[]>

export function healthRoutes(server: FastifyInstance, { database }: Services, brokenRules: DeepCheck): void {
  let looking: Promise<readonly string[]> | undefined
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(database.db)
      if (Object.hasOwn(request.query as object, 'deep')) {
        looking ??= brokenRules(database.db).finally(() => (looking = undefined))
        const broken = await looking
        return await reply
          .status(broken.length > 0 ? 503 : 200)
          .send({ status: broken.length > 0 ? 'books broken' : 'ready', broken })
      }
      return { status: 'ready' }
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'database unavailable' })
    }
  })
}
