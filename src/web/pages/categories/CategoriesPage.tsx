import { categories } from '#contract/categories.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { dateTime, text } from '../../resource/columns.tsx'
import { RecordScreen, Related } from '../../resource/RecordScreen.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { ResourceList } from '../../resource/ResourceList.tsx'

const Form = resourceForm(categories)
const screens = {
  resource: categories,
  path: '/category',
  title: 'categories.title',
  columns: [text('title'), text('description'), dateTime('updatedAt')],
  form: Form,
  fields: (
    <>
      <Form.Text name="title" />
      <Form.Text name="description" multiline />
    </>
  ),
} as const

export function CategoriesPage() {
  return <ResourceList {...screens} />
}

const related = ({ id }: { id: number }) => (
  <>
    <Related title="subcategories.title" list={subcategories.list} query={{ categoryId: id }} path="/subcategory" />
    <Related title="surveys.title" list={surveys.list} query={{ categoryId: id }} path="/survey" />
  </>
)

export function CategoryPage() {
  return <RecordScreen {...screens} facts={[dateTime('createdAt')]} related={related} />
}
