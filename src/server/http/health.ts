/**
 * For monitors of the process: alive (`/healthz`), able to work (`/readyz`), with what keeps payments from being sent. With
 * `?deep` it also tells what the latest look through the books found: 503 when a rule was broken. Anybody may ask, so it
 * never starts a look.
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
}

export function healthRoutes(server: FastifyInstance, { database }: Services, { stops, brokenRules }: Looks): void {
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (request, reply) => {
    try {
      const stopped = await stops(database.db)
      if (Object.hasOwn(request.query as object, 'deep')) {
        const broken = await brokenRules(database.db)
        return await reply.status(broken.length > 0 ? 503 : 200).send({
          status: broken.length > 0 ? 'books broken' : 'ready',
          broken,
          ...(stopped.length > 0 && { stopped }),
        })
      }
      return { status: 'ready', ...(stopped.length > 0 && { stopped }) }
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'database unavailable' })
    }
  })
}
