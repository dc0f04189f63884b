/** For monitors of the process: alive (`/healthz`), able to work (`/readyz`). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../services.ts'

export function healthRoutes(server: FastifyInstance, { database }: Services): void {
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    try {
      await sql`select 1`.execute(database.db)
      return { status: 'ready' }
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'database unavailable' })
    }
  })
}
