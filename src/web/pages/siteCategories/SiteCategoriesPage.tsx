import { siteCategories } from '#contract/site-categories.ts'
import { sites } from '#contract/sites.ts'
import { dateTime, text } from '../../resource/columns.tsx'
import { RecordScreen, Related } from '../../resource/RecordScreen.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { ResourceList } from '../../resource/ResourceList.tsx'

const Form = resourceForm(siteCategories)
const screens = {
  resource: siteCategories,
  path: '/siteCategory',
  title: 'siteCategories.title',
  columns: [text('title'), text('description'), dateTime('updatedAt')],
  form: Form,
  fields: (
    <>
      <Form.Text name="title" />
      <Form.Text name="description" multiline />
    </>
  ),
} as const

export function SiteCategoriesPage() {
  return <ResourceList {...screens} />
}

const related = ({ id }: { id: number }) => (
  <Related title="sites.title" list={sites.list} query={{ siteCategoryId: id }} path="/site" />
)

export function SiteCategoryPage() {
  return <RecordScreen {...screens} facts={[dateTime('createdAt')]} related={related} />
}
