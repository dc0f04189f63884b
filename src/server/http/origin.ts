/** What the addresses begin with that the server gives out to programs. */
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** As the operator named it. Without that it repeats what the caller wrote, who is told no more than they said. */
export function originOf({ protocol, host }: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return publicUrl ?? `${protocol}://${host}`
}
