/**
 * For monitors of the process: alive (`/healthz`), able to work (`/readyz`), with what keeps payments from being sent. With
 * `?deep` the books are looked through as well, by one caller at a time: 503 when a rule is broken.
 */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

type Look = (db: Services['database']['db']) => Promise<readonly string[]>

/** They come from above, as this folder knows no area. */
interface Looks {
  /** What keeps payments from being sent. */
  stops: Look
  /** Looks through the books. */
  brokenRules: Look
}

export function healthRoutes(server: FastifyInstance, { database }: Services, { stops, brokenRules }: Looks): void {
  let looking: Promise<readonly string[]> | undefined
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (request, reply) => {
    try {
      const stopped = await stops(database.db)
      if (Object.hasOwn(request.query as object, 'deep')) {
        looking ??= brokenRules(database.db).finally(() => (looking = undefined))
        const broken = await looking
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
