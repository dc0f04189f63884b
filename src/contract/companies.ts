import * as z from 'zod/mini'
import { one, sendingBack } from './endpoint.ts'
import { Id, optionalLines, optionalText, Picture, recordFields, text } from './fields.ts'
import { recordFilters } from './filters.ts'
import { resource } from './resource.ts'

export const CompanyFields = z.strictObject({
  title: text(200),
  category: optionalText(200),
  address: optionalLines(500),
  description: optionalLines(2000),
})

export const Company = z.object({
  ...recordFields,
  title: z.string(),
  category: z.nullable(z.string()),
  address: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** The file to ask a ticket for (`POST /files/{id}/ticket`). */
  logoId: z.nullable(Id),
})

const standard = resource({
  path: 'companies',
  row: Company,
  fields: CompanyFields,
  read: 'companies.read',
  write: 'companies.write',
  remove: 'companies.delete',
  sort: ['title', 'category', 'createdAt', 'updatedAt'],
  filters: {
    title: { kind: 'text' },
    category: { kind: 'text' },
    ...recordFilters,
  },
  // Seed §7: a `company` JSON part plus the logo; plain JSON when there is none.
  upload: { json: 'company', file: 'logo', maxBytes: 5 * 1024 * 1024, required: false },
})

/** One by itself carries its logo as a picture in a text, as a person does. */
export const CompanyDetail = z.extend(Company, { logo: z.nullable(z.string()) })

/** Another picture than the stored one is the logo from then on. The seed's forms say null also where a logo stays. */
const logo = { logo: z.optional(z.nullable(Picture)) }

export const companies = {
  ...standard,
  get: { ...standard.get, reply: one(CompanyDetail) },
  create: { ...standard.create, body: z.extend(CompanyFields, logo) },
  update: sendingBack({ ...standard.update, body: z.extend(standard.update.body, logo) }, CompanyDetail),
}
