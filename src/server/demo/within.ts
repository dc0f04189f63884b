import type { FastifyInstance } from 'fastify'

/** Carries requests of an API client to an app in this very process, without a network in between. */
export function within(server: FastifyInstance): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const payload = Buffer.from(await request.arrayBuffer())
    const { statusCode, rawPayload } = await server.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(payload.length > 0 ? { payload } : {}),
    })
    return new Response(Uint8Array.from(rawPayload), { status: statusCode })
  }
}
