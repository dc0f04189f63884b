import { categories } from '#contract/categories.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { dateTime, link, optional, text } from '../../resource/columns.tsx'
import { RecordScreen, Related } from '../../resource/RecordScreen.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { ResourceList, type ResourceScreens } from '../../resource/ResourceList.tsx'

const Form = resourceForm(subcategories)
const screens = {
  resource: subcategories,
  subject: 'subcategory',
  path: '/subcategory',
  title: 'subcategories.title',
  columns: [
    text('title'),
    link('categoryTitle', 'categoryId', '/category'),
    text('description'),
    optional(dateTime('createdAt')),
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
  related: ({ id }) => (
    <Related title="surveys.title" list={surveys.list} query={{ subcategoryId: id }} path="/survey" />
  ),
} satisfies ResourceScreens<typeof subcategories>

export function SubcategoriesPage() {
  return <ResourceList {...screens} />
}

export function SubcategoryPage() {
  return <RecordScreen {...screens} />
}
