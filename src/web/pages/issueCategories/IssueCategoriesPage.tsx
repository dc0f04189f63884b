import { issueCategories, type IssueCategory } from '#contract/issue-categories.ts'
import { sites } from '#contract/sites.ts'
import { issueScopes } from '#domain/site.ts'
import { useText } from '../../i18n/text.ts'
import { column, dateTime, optional, text } from '../../resource/columns.tsx'
import { RecordScreen, Related } from '../../resource/RecordScreen.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { ResourceList, type ResourceScreens } from '../../resource/ResourceList.tsx'

const Form = resourceForm(issueCategories)
const screens = {
  resource: issueCategories,
  subject: 'issue_category',
  path: '/issueCategory',
  title: 'issueCategories.title',
  columns: [
    text('title'),
    text('code'),
    column('appliesTo', ({ appliesTo }: IssueCategory) => <Scope scope={appliesTo} />),
    text('description'),
    optional(dateTime('createdAt')),
    dateTime('updatedAt'),
  ],
  form: Form,
  fields: (
    <>
      <Form.Text name="title" />
      <Form.Text name="code" help="issueCategories.codeHelp" />
      <ScopeField />
      <Form.Text name="description" multiline />
    </>
  ),
  related: ({ id, appliesTo }) =>
    appliesTo === 'SITE' && (
      <Related title="sites.title" list={sites.list} query={{ issueCategoryId: id }} path="/site" />
    ),
} satisfies ResourceScreens<typeof issueCategories>

function Scope({ scope }: { scope: IssueCategory['appliesTo'] }) {
  const t = useText()
  return t(`issueCategories.scope.${scope}`)
}

function ScopeField() {
  const t = useText()
  const options = issueScopes.map((value) => ({ value, label: t(`issueCategories.scope.${value}`) }))
  return <Form.Select name="appliesTo" options={options} />
}

export function IssueCategoriesPage() {
  return <ResourceList {...screens} />
}

export function IssueCategoryPage() {
  return <RecordScreen {...screens} />
}
