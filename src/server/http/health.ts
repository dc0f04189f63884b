/**
 * For monitors of the process: alive (`/healthz`), able to work (`/readyz`). With `?deep` it also tells what the latest look
 * through the books found: 503 when a rule was broken. Anybody may ask, so it never starts a look.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** The rules that the latest look through the books found broken; it comes from above, as this folder knows no area. */
export type DeepCheck = (db: Services['database']['db']) => Promise<readonly string[]>

export function healthRoutes(server: FastifyInstance, { database }: Services, brokenRules: DeepCheck): void {
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(database.db)
      if (Object.hasOwn(request.query as object, 'deep')) {
        const broken = await brokenRules(database.db)
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
