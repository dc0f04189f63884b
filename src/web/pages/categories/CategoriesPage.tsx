import { categories } from '#contract/categories.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { dateTime, optional, text } from '../../resource/columns.tsx'
import { Related } from '../../resource/RecordScreen.tsx'
import { resourceScreens } from '../../resource/resource-screens.tsx'

export const [CategoriesPage, CategoryPage] = resourceScreens(categories, {
  subject: 'category',
  path: '/category',
  title: 'categories.title',
  columns: [text('title'), text('description'), optional(dateTime('createdAt')), dateTime('updatedAt')],
  fields: (Form) => (
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
})
