import type * as z from 'zod/mini'
import { companies, type Company } from '#contract/companies.ts'
import { dateTime, image, optional, text, title } from '../../list/columns.tsx'
import type { RecordScreens } from '../../record/RecordView.tsx'
import { resourceForm } from '../../form/resource-form.tsx'

const Form = resourceForm(companies)

/** What the list of companies and the screen of one share. */
export const companyScreens: RecordScreens<z.output<typeof Company>> = {
  resource: companies,
  subject: 'company',
  path: '/companies',
  title: 'companies.title',
  columns: [
    image('logoId', 'title'),
    title('title'),
    text('category'),
    text('address'),
    optional(text('description')),
    optional(dateTime('createdAt')),
    dateTime('updatedAt'),
  ],
  form: (form) => (
    <Form.Modal {...form}>
      <Form.Text name="title" />
      <Form.Text name="category" />
      <Form.Text name="address" multiline />
      <Form.Text name="description" multiline />
      <Form.Image stored={(company) => company.logoId} help="companies.logoHelp" />
    </Form.Modal>
  ),
}
