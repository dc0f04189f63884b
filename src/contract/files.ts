/** Stored files are opened by a one-use ticket of 60 s, so that no bearer token ever rides in a URL (product.md §1). */
import * as z from 'zod/mini'
import { endpoint, fields, file } from './endpoint.ts'

export const ticketSeconds = 60

export const files = {
  ticket: endpoint({
    route: 'POST /files/{id}/ticket',
    access: 'session',
    summary: 'A one-use link to a stored file, good for 60 s',
    /** `thumbnail`: the small picture that was made of a picture which answers a question. */
    query: z.strictObject({ look: z.optional(z.enum(['whole', 'thumbnail'])) }),
    reply: fields(z.object({ url: z.string() })),
    secret: true,
    // Logos, which everybody signed in sees on many screens, are not on the trail.
    ofCallerAlone: true,
  }),
  open: endpoint({
    route: 'GET /files/t/{ticket}',
    access: 'public',
    transaction: 'none',
    summary: 'Open a stored file by its ticket',
    params: z.strictObject({ ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
    reply: file('application/octet-stream'),
  }),
}
