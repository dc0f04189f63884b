/** The list screen of a resource whose records have a screen of their own, from its declaration. */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { HistorySubject } from '#contract/history.ts'
import type { Resource } from '#contract/resource.ts'
import { useCan } from '../api/session.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import type { Column } from './columns.tsx'
import { ListPage } from './ListPage.tsx'
import type { ResourceForm } from '../form/resource-form.tsx'
import { useResourceTable } from './use-resource-table.ts'

/** What the screens of a resource show of it: `<ResourceList {...screens} />`, `<RecordScreen {...screens} />`. */
export interface ResourceScreens<R extends Resource> {
  resource: R
  /** Of the list; a record is below it: `/subcategory/5`. */
  path: string
  title: MessageId
  /** The trail's word for a record. */
  subject: HistorySubject
  /** Of the list and, with those offered only, of the screen of one. */
  columns: readonly Column<z.output<R['row']>>[]
  form: ResourceForm<R>
  /** The fields of its form. */
  fields: ReactNode
  /** Values a new record starts with. */
  defaults?: Partial<z.input<R['fields']>>
  /** What hangs on a record. */
  related?: (row: z.output<R['row']>) => ReactNode
}

interface ResourceListProps<R extends Resource> extends ResourceScreens<R> {
  actions?: ReactNode
  above?: ReactNode
}

export function ResourceList<R extends Resource>(props: ResourceListProps<R>) {
  const {
    resource,
    path,
    title,
    columns,
    form: Form,
    fields,
    defaults,
    actions,
    above,
  } = props as unknown as ResourceListProps<Resource>
  const t = useText()
  const canWrite = useCan(resource.write)
  const table = useResourceTable<Resource>(resource, columns, {
    open: ({ id }) => `${path}/${id}`,
  })
  return (
    <ListPage
      title={title}
      table={table}
      canWrite={canWrite}
      actions={actions}
      above={above}
      rowActions={({ id }) => (canWrite ? [{ text: t('action.edit'), act: () => table.openForm(id) }] : [])}
    >
      <Form.Modal row={table.editing} onDone={table.closeForm} defaults={defaults ?? {}} readOnly={!canWrite}>
        {fields}
      </Form.Modal>
    </ListPage>
  )
}
