import { categories } from '#contract/categories.ts'
import { useCan } from '../../api/session.ts'
import { dateTime, text } from '../../resource/columns.tsx'
import { ListPage } from '../../resource/ListPage.tsx'
import { resourceForm } from '../../resource/resource-form.tsx'
import { useResourceTable } from '../../resource/use-resource-table.ts'

const columns = [text('title'), text('description'), dateTime('updatedAt')]
const Form = resourceForm(categories)

export function CategoriesPage() {
  const table = useResourceTable(categories, columns)
  const canWrite = useCan(categories.write)
  return (
    <ListPage title="categories.title" table={table} canWrite={canWrite}>
      <Form.Modal row={table.editing} onDone={table.closeForm} readOnly={!canWrite}>
        <Form.Text name="title" />
        <Form.Text name="description" multiline />
      </Form.Modal>
    </ListPage>
  )
}
