import { issueCategories } from '#contract/issue-categories.ts'
import { tableStore } from '../db/table-store.ts'
import { standardRoutes } from '../http/crud.ts'

const store = tableStore('issue_category', issueCategories, { search: ['title', 'code'] })

export const issueCategoryRoutes = standardRoutes(issueCategories, store)
