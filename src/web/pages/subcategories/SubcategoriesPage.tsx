import { categories } from '#contract/categories.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { dateTime, link, optional, text } from '../../resource/columns.tsx'
import { Related } from '../../resource/RecordScreen.tsx'
import { resourceScreens } from '../../resource/resource-screens.tsx'

export const [SubcategoriesPage, SubcategoryPage] = resourceScreens(subcategories, {
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
  fields: (Form) => (
    <>
      <Form.Text name="title" />
      <Form.Lookup name="categoryId" list={categories.list} get={categories.get} />
      <Form.Text name="description" multiline />
    </>
  ),
  related: ({ id }) => (
    <Related title="surveys.title" list={surveys.list} query={{ subcategoryId: id }} path="/survey" />
  ),
})
