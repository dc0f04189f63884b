import * as z from 'zod/mini'
import { issueScopes } from '#domain/site.ts'
import { optionalText, recordFields, text } from './fields.ts'
import { recordFilters } from './filters.ts'
import { resource } from './resource.ts'

const IssueScope = z.enum(issueScopes)
const IssueCode = z.string().check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{0,49}$/))

export const IssueCategory = z.object({
  ...recordFields,
  code: z.string(),
  title: z.string(),
  appliesTo: IssueScope,
  description: z.nullable(z.string()),
})
export type IssueCategory = z.output<typeof IssueCategory>

export const issueCategories = resource({
  path: 'issueCategories',
  row: IssueCategory,
  fields: z.strictObject({
    code: IssueCode,
    title: text(200),
    appliesTo: IssueScope,
    description: optionalText(2000),
  }),
  read: 'issueCategories.read',
  write: 'issueCategories.write',
  remove: 'issueCategories.delete',
  sort: ['title', 'code', 'appliesTo', 'createdAt', 'updatedAt'],
  filters: {
    title: { kind: 'text' },
    code: { kind: 'text' },
    appliesTo: { kind: 'oneOf', values: issueScopes },
    ...recordFilters,
  },
})
