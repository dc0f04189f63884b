/**
 * For monitors of the process: alive (`/healthz`), able to work (`/readyz`), with what keeps payments from being sent. With
 * `?deep` it also tells what the latest look through the books found, and what the process lacks: 503 for either. Anybody may
 * ask, so it never starts a look.
 */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

type Look = (db: Services['database']['db']) => Promise<readonly string[]>

/** They come from above, as this folder knows no area. */
interface Looks {
  /** What keeps payments from being sent. */
  stops: Look
  /** The rules that the latest look through the books found broken. */
  brokenRules: Look
  /** `worker`, `disk`, `files`, `upgrades`: what the process lacks. */
  lacking: () => Promise<readonly string[]>
}

export function healthRoutes(
  server: FastifyInstance,
  { database }: Services,
  { stops, brokenRules, lacking }: Looks,
): void {
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (request, reply) => {
    try {
      const stopped = await stops(database.db)
      if (Object.hasOwn(request.query as object, 'deep')) {
        const broken = await brokenRules(database.db)
        const lacks = await lacking()
        const status = broken.length > 0 ? 'books broken' : lacks.length > 0 ? 'lacking' : 'ready'
        return await reply.status(status === 'ready' ? 200 : 503).send({
          status,
          broken,
          ...(lacks.length > 0 && { lacking: lacks }),
          ...(stopped.length > 0 && { stopped }),
        })
      }
      return { status: 'ready', ...(stopped.length > 0 && { stopped }) }
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'database unavailable' })
    }
  })
}
