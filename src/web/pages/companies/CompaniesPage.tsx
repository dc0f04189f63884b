import { companies } from '#contract/companies.ts'
import { useCan } from '../../api/session.ts'
import { dateTime, image, text } from '../../resource/columns.tsx'
import { ListPage } from '../../resource/ListPage.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { useResourceTable } from '../../resource/use-resource-table.ts'

const columns = [image('logoId', 'title'), text('title'), text('category'), text('address'), dateTime('updatedAt')]
const Form = resourceForm(companies)

export function CompaniesPage() {
  const table = useResourceTable(companies, columns)
  const canWrite = useCan(companies.write)
  return (
    <ListPage title="companies.title" table={table} canWrite={canWrite}>
      <Form.Modal row={table.editing} onDone={table.closeForm} readOnly={!canWrite}>
        <Form.Text name="title" />
        <Form.Text name="category" />
        <Form.Text name="address" multiline />
        <Form.Text name="description" multiline />
        <Form.Image stored={(company) => company.logoId} help="companies.logoHelp" />
      </Form.Modal>
    </ListPage>
  )
}
