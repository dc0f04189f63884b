import * as z from 'zod/mini'
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

export const companies = resource({
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
