import * as z from 'zod/mini'
import { sendingBack } from './endpoint.ts'
import { Id, optionalLines, optionalText, recordFields, text } from './fields.ts'
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

/** The seed's forms name the file also where none goes along: `logo: null`. */
const sentBack = z.extend(Company, { logo: z.nullable(z.string()) })

export const companies = {
  ...standard,
  create: sendingBack(standard.create, z.pick(sentBack, { logo: true })),
  update: sendingBack(standard.update, sentBack),
}
