import { categories } from '#contract/categories.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { dateTime, optional, text } from '../../resource/columns.tsx'
import { RecordScreen, Related } from '../../resource/RecordScreen.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { ResourceList, type ResourceScreens } from '../../resource/ResourceList.tsx'

const Form = resourceForm(categories)
const screens = {
  resource: categories,
  subject: 'category',
  path: '/category',
  title: 'categories.title',
  columns: [text('title'), text('description'), optional(dateTime('createdAt')), dateTime('updatedAt')],
  form: Form,
  fields: (
    <>
      <Form.Text name="title" />
      <Form.Text name="description" multiline />
    </>
  ),
  related: ({ id }) => (
    <>
      <Related title="subcategories.title" list={subcategories.list} query={{ categoryId: id }} path="/subcategory" />
      <Related title="surveys.title" list={surveys.list} query={{ categoryId: id }} path="/survey" />
    </>
  ),
} satisfies ResourceScreens<typeof categories>

export function CategoriesPage() {
  return <ResourceList {...screens} />
}

export function CategoryPage() {
  return <RecordScreen {...screens} />
}
