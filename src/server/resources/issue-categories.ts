import { issueCategories } from '#contract/issue-categories.ts'
import { tableStore } from '../db/table-store.ts'
import { crudRoutes } from '../http/crud.ts'

const store = tableStore('issue_category', issueCategories, { search: ['title', 'code'] })
const crud = crudRoutes(issueCategories, store)

export const issueCategoryRoutes = [
  crud.list,
  crud.get,
  crud.create,
  crud.update,
  crud.remove,
  crud.removeMany,
  crud.export,
]
