import { categories } from '#contract/categories.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { dateTime, link, text } from '../../resource/columns.tsx'
import { RecordScreen, Related } from '../../resource/RecordScreen.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { ResourceList } from '../../resource/ResourceList.tsx'

const Form = resourceForm(subcategories)
const screens = {
  resource: subcategories,
  path: '/subcategory',
  title: 'subcategories.title',
  columns: [
    text('title'),
    link('categoryTitle', 'categoryId', '/category'),
    text('description'),
    dateTime('updatedAt'),
  ],
  form: Form,
  fields: (
    <>
      <Form.Text name="title" />
      <Form.Lookup name="categoryId" list={categories.list} get={categories.get} />
      <Form.Text name="description" multiline />
    </>
  ),
} as const

export function SubcategoriesPage() {
  return <ResourceList {...screens} />
}

const related = ({ id }: { id: number }) => (
  <Related title="surveys.title" list={surveys.list} query={{ subcategoryId: id }} path="/survey" />
)

export function SubcategoryPage() {
  return <RecordScreen {...screens} facts={[dateTime('createdAt')]} related={related} />
}
