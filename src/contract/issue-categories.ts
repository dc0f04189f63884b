import * as z from 'zod/mini'
import { issueScopes } from '#domain/site.ts'
import { titledFields, titledRow } from './fields.ts'
import { recordFilters } from './filters.ts'
import { resource } from './resource.ts'

const IssueScope = z.enum(issueScopes)
const IssueCode = z.string().check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{0,49}$/))

export const IssueCategory = z.object({ ...titledRow, code: z.string(), appliesTo: IssueScope })
export type IssueCategory = z.output<typeof IssueCategory>

export const issueCategories = resource({
  path: 'issueCategories',
  row: IssueCategory,
  fields: z.strictObject({ ...titledFields, code: IssueCode, appliesTo: IssueScope }),
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
