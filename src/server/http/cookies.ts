/** Cookies of a call. None ever signs a caller in: that is the bearer token alone. */
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookies {
  get(name: string): string | undefined
  /** For scripts unreadable, and sent to our own calls alone. Nothing is set without a value. */
  set(name: string, value: string | undefined, days: number): void
}

export function cookiesOf({ headers, protocol }: FastifyRequest, reply: FastifyReply, basePath: string): Cookies {
  return {
    get(name) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
      const value = pairs.find(([key]) => key === name)?.[1]
      return value && /^[\w-]{1,100}$/.test(value) ? value : undefined
    },
    set(name, value, days) {
      if (value === undefined) return
      const secure = protocol === 'https' ? '; Secure' : ''
      const kept = `${name}=${value}; Path=${basePath}/api/v1/auth; Max-Age=${days * 86_400}; HttpOnly; SameSite=Strict`
      void reply.header('set-cookie', kept + secure)
    },
  }
}
