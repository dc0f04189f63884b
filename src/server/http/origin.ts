/** What the addresses begin with that the server gives out to programs. */
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** The origin that the operator named. Without one it repeats the caller's own words, which reveals nothing. */
export function originOf({ protocol, host }: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return publicUrl ?? `${protocol}://${host}`
}
