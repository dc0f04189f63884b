/** One kind of content of all surveys: the list, narrowed by survey, and the form of one record over it. */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Resource } from '#contract/resource.ts'
import { useCan } from '../../api/session.ts'
import type { ResourceForm } from '../../form/resource-form.tsx'
import type { MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { type Column, link } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { SurveyFilter } from '../../list/SurveyFilter.tsx'
import { useResourceTable } from '../../list/use-resource-table.ts'

interface FlatListProps<R extends Resource> {
  resource: R
  title: MessageId
  columns: readonly Column<z.output<R['row']>>[]
  form: ResourceForm<R>
  defaults?: Partial<z.input<R['fields']>>
  /** How dialogs call a row; left out, by its first column of words. */
  label?: (row: z.output<R['row']>) => string
  /** The fields of the form. */
  children: ReactNode
}

/** Leads to the survey itself, where the record is one part among others. */
export const ofSurvey = link('surveyTitle', 'surveyId', '/survey')

export function FlatList<R extends Resource>(props: FlatListProps<R>) {
  const {
    resource,
    title,
    columns,
    form: Form,
    defaults,
    label,
    children,
  } = props as unknown as FlatListProps<Resource>
  const t = useText()
  const canWrite = useCan(resource.write)
  const table = useResourceTable<Resource>(resource, columns, {
    filters: ['surveyId'],
    ...(label ? { label } : {}),
  })
  return (
    <ListPage
      title={title}
      table={table}
      canWrite={canWrite}
      filters={<SurveyFilter table={table} />}
      rowActions={({ id }) => (canWrite ? [{ text: t('action.edit'), act: () => table.openForm(id) }] : [])}
    >
      <Form.Modal row={table.editing} onDone={table.closeForm} defaults={defaults ?? {}} readOnly={!canWrite}>
        {children}
      </Form.Modal>
    </ListPage>
  )
}
