/**
 * The list of a declared resource with everything around it: `useResourceTable(companies, columns)` → the table for
 * `<ListPage>`, `table.editing` and `table.closeForm` for `<Form.Modal>`.
 */
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import type { Resource } from '#contract/resource.ts'
import type { PermissionName } from '#domain/permissions.ts'
import { useCall } from '../api/query.ts'
import { useCan } from '../api/session.ts'
import { isOpen } from '../ui/use-opened-word.ts'
import type { Column } from './columns.tsx'
import { withWords } from './list-state.ts'
import { type ListOptions, type ListRow, type ListTable, useListTable } from './use-list-table.ts'

/** What the open form is about. `row` is undefined while it is fetched. */
export type Editing<Row> = { type: 'create' } | { type: 'update'; id: string; row: Row | undefined; error: unknown }

/** How records are deleted, and whether this person may. */
export interface Removal {
  remove: Endpoint
  removeMany: Endpoint
  list: Endpoint
  allowed: boolean
  /** Whether it takes a filter, so that all that match can go at once. */
  byFilter?: boolean
}

export interface ResourceTable<Row extends ListRow> extends ListTable<Row> {
  editing: Editing<Row> | undefined
  /** For a new record; for the one of this id, when it is given. */
  openForm: (id?: number | string) => void
  closeForm: () => void
  removal: Removal
}

/** In the history of an entry that we opened ourselves: closing goes back instead of adding an entry. */
const opened = { opened: true }

type RowOfResource<R extends Resource> = z.output<R['row']> & ListRow

export function useResourceTable<R extends Resource>(
  resource: R,
  columns: readonly Column<z.output<R['row']>>[],
  options: Partial<ListOptions<RowOfResource<R>>> = {},
): ResourceTable<RowOfResource<R>> {
  type Row = RowOfResource<R>
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const table = useListTable(resource.list, columns as never, {
    name: resource.path,
    kinds: kindsOf(resource, options.filters),
    canBeBlank: (name: string) => takesNull(resource, name),
    sort: resource.sort,
    exporting: resource.export && { start: resource.export, keys: Object.keys(resource.row.shape) },
    open: (row: ListRow) => ({ search: withWords(search, { modal: 'update', id: row.id }).toString() }),
    ...(options as object),
  }) as unknown as ListTable<Row>
  const removal = {
    ...resource,
    allowed: useCan(resource.remove.access as PermissionName),
    byFilter: 'filter' in ((resource.removeMany.body as Partial<ObjectSchema>).shape ?? {}),
  }

  function closeForm() {
    if (!isOpen('modal')) return undefined
    if ((location.state as Partial<typeof opened> | null)?.opened) return void navigate(-1)
    const rest = withWords(search, { modal: undefined, id: undefined })
    return void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true })
  }

  return {
    ...table,
    // Only the link to our own form may be taken back when that closes.
    ...(options.open ? {} : { linkState: opened }),
    editing: useEditing<Row>(resource, table),
    openForm: (id) => {
      const next = withWords(search, { modal: id === undefined ? 'create' : 'update', id })
      void navigate({ search: next.toString() }, { state: opened, preventScrollReset: true })
    },
    closeForm,
    removal,
  }
}

/** The declared filters but for those that the page draws itself. */
function kindsOf({ filters = {} }: Resource, own: readonly string[] = []): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !own.includes(name)))
}

function takesNull({ row }: Resource, name: string): boolean {
  const shape = row.shape[name] as z.ZodMiniType | undefined
  return shape?.safeParse(null).success ?? true
}

/** The record of `?modal=update&id=5`: from the page of rows if all that the form shows is there, else fetched by itself. */
function useEditing<Row extends ListRow>(
  { get, fields }: Resource,
  { state, rows, isLoading }: ListTable<Row>,
): Editing<Row> | undefined {
  const { modal } = state
  const id = modal?.type === 'update' ? modal.id : ''
  const isWhole = (row: Row) => Object.keys(fields.shape).every((name) => Object.hasOwn(row, name))
  const listed = rows.find((row) => String(row.id) === id && isWhole(row))
  const fetched = useCall(get, { params: { id } } as never, { enabled: id !== '' && !listed && !isLoading })
  if (!modal || modal.type === 'create') return modal
  const found = (fetched.data as { data?: Row } | undefined)?.data
  return { type: 'update', id, row: listed ?? found, error: fetched.error ?? undefined }
}
