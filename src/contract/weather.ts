/** The weather where the house is, from the operator's provider. */
import * as z from 'zod/mini'
import { endpoint, fields } from './endpoint.ts'

const word = z.string().check(z.maxLength(100))

/** As the provider says it. */
export const WeatherResult = z.object({
  location: z.object({ name: word }),
  now: z.object({
    text: word,
    code: word,
    /** Degrees Celsius. */
    temperature: word,
  }),
})
export type WeatherResult = z.output<typeof WeatherResult>

export const weather = {
  now: endpoint({
    route: 'GET /weather/now.json',
    access: 'session',
    summary: 'The weather now; without results when the operator named no provider',
    // The seed's clients send a key of their own. The server has its own, and ignores theirs.
    query: z.strictObject({ key: z.optional(z.string().check(z.maxLength(200))) }),
    reply: fields(z.object({ configured: z.boolean(), results: z.array(WeatherResult) })),
  }),
}
