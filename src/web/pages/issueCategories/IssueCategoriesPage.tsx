import { issueCategories } from '#contract/issue-categories.ts'
import { sites } from '#contract/sites.ts'
import { issueScopes } from '#domain/site.ts'
import { choice, dateTime, optional, text } from '../../resource/columns.tsx'
import { Related } from '../../resource/RecordScreen.tsx'
import { resourceScreens } from '../../resource/resource-screens.tsx'

export const [IssueCategoriesPage, IssueCategoryPage] = resourceScreens(issueCategories, {
  subject: 'issue_category',
  path: '/issueCategory',
  title: 'issueCategories.title',
  columns: [
    text('title'),
    text('code'),
    choice('appliesTo', 'issueCategories.appliesTo'),
    text('description'),
    optional(dateTime('createdAt')),
    dateTime('updatedAt'),
  ],
  fields: (Form) => (
    <>
      <Form.Text name="title" />
      <Form.Text name="code" help="issueCategories.codeHelp" />
      <Form.Choice name="appliesTo" values={issueScopes} words="issueCategories.appliesTo" />
      <Form.Text name="description" multiline />
    </>
  ),
  related: ({ id, appliesTo }) =>
    appliesTo === 'SITE' && (
      <Related title="sites.title" list={sites.list} query={{ issueCategoryId: id }} path="/site" />
    ),
})
