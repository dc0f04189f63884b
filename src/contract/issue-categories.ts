import { issueScopes } from '#domain/people/site.ts'
import { choice, code, description, reference, title } from './reference.ts'

/** Why something has issues. */
export const issueCategories = reference({
  path: 'issueCategories',
  subject: 'issue_category',
  fields: { title, code, appliesTo: choice(issueScopes), description },
})
