import { siteCategories } from '#contract/site-categories.ts'
import { sites } from '#contract/sites.ts'
import { dateTime, optional, text } from '../../resource/columns.tsx'
import { Related } from '../../resource/RecordScreen.tsx'
import { resourceScreens } from '../../resource/resource-screens.tsx'

export const [SiteCategoriesPage, SiteCategoryPage] = resourceScreens(siteCategories, {
  subject: 'site_category',
  path: '/siteCategory',
  title: 'siteCategories.title',
  columns: [text('title'), text('description'), optional(dateTime('createdAt')), dateTime('updatedAt')],
  fields: (Form) => (
    <>
      <Form.Text name="title" />
      <Form.Text name="description" multiline />
    </>
  ),
  related: ({ id }) => <Related title="sites.title" list={sites.list} query={{ siteCategoryId: id }} path="/site" />,
})
