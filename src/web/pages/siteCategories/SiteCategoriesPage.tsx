import { siteCategories } from '#contract/site-categories.ts'
import { sites } from '#contract/sites.ts'
import { dateTime, optional, text } from '../../resource/columns.tsx'
import { RecordScreen, Related } from '../../resource/RecordScreen.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { ResourceList, type ResourceScreens } from '../../resource/ResourceList.tsx'

const Form = resourceForm(siteCategories)
const screens = {
  resource: siteCategories,
  subject: 'site_category',
  path: '/siteCategory',
  title: 'siteCategories.title',
  columns: [text('title'), text('description'), optional(dateTime('createdAt')), dateTime('updatedAt')],
  form: Form,
  fields: (
    <>
      <Form.Text name="title" />
      <Form.Text name="description" multiline />
    </>
  ),
  related: ({ id }) => <Related title="sites.title" list={sites.list} query={{ siteCategoryId: id }} path="/site" />,
} satisfies ResourceScreens<typeof siteCategories>

export function SiteCategoriesPage() {
  return <ResourceList {...screens} />
}

export function SiteCategoryPage() {
  return <RecordScreen {...screens} />
}
