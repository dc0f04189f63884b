/** What the organisation of this house is called and looks like, on pages, prints and mails. */
import * as z from 'zod/mini'
import { longestBrandName } from '#domain/brand.ts'
import { endpoint, one } from './endpoint.ts'
import { Id, optionalText, Timestamp, Version } from './fields.ts'

export const BrandRow = z.object({
  name: z.nullable(z.string()),
  /** `#rrggbb`: see `colourProblem` of `domain/brand.ts`. */
  colour: z.nullable(z.string()),
  /** All visitors see it: at `/brand/logo.png`, below the base path. */
  logoId: z.nullable(Id),
  /** 0 until it is first written. */
  version: z.int(),
  updatedAt: z.nullable(Timestamp),
})
export type BrandRow = z.output<typeof BrandRow>

export const brand = {
  get: endpoint({
    route: 'GET /brand',
    access: 'session',
    summary: 'Read the name, colour and logo of the organisation',
    reply: one(BrandRow),
  }),
  update: endpoint({
    route: 'PUT /brand',
    access: 'settings.write',
    summary: 'Change the name, colour or logo of the organisation; what is left out stays',
    body: z.strictObject({
      name: optionalText(longestBrandName),
      colour: optionalText(7),
      /** Null takes it away; a new one comes as the file. */
      logoId: z.optional(z.nullable(Id)),
      version: z.optional(z.union([Version, z.literal(0)])),
    }),
    sentBack: BrandRow,
    upload: { json: 'brand', file: 'logo', maxBytes: 5 * 1024 * 1024, required: false },
    reply: one(BrandRow),
  }),
}
