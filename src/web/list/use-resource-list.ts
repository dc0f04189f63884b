/**
 * The list of a declared resource with all that belongs to it: search, filters, sort and export as it declares them, the
 * form of a record (in the URL), deleting. `const list = useResourceList(screen)`, then `<ListPage {...list} />`.
 */
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import type { Resource } from '#contract/resource.ts'
import { useCall } from '../api/query.ts'
import { useCan, useMay } from '../api/session.ts'
import type { Editing, FormProps } from '../form/form-state.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { isOpen } from '../ui/use-opened-word.ts'
import type { Column } from './columns.tsx'
import type { ListData, ListRow } from './list-data.ts'
import { type ListState, withWords } from './list-state.ts'
import type { MenuEntry } from '../ui/MenuEntries.tsx'
import { type List, type ListOptions, useListOf } from './use-list.ts'

/** A resource whose rows are of this type. */
type ResourceOf<Row> = Resource & { row: { _zod: { output: Row } } }

export interface ListScreen<Row extends ListRow> {
  resource: ResourceOf<Row>
  /** Of the list; a record is below it: `/subcategory/5`. */
  path: string
  title: MessageId
  columns: readonly Column<Row>[]
  form: (props: FormProps<Row>) => ReactNode
  /** What the row menu calls editing. */
  editText?: MessageId
}

/** How records are deleted, and whether this person may. */
export interface Removal {
  remove: Endpoint
  removeMany: Endpoint
  list: Endpoint
  allowed: boolean
  /** Whether it takes a filter, so that all that match can go at once. */
  byFilter?: boolean
}

/** How the records of a list are made, changed and deleted. */
export interface Editor {
  canWrite: boolean
  /** For a new record; for the one of this id, when it is given. */
  openForm: (id?: number | string) => void
  removal: Removal
  form: ReactNode
}

interface ResourceList<Row extends ListRow> extends List<Row> {
  title: MessageId
  editor: Editor
  rowActions: (row: Row) => MenuEntry[]
}

/** In the history of an entry that we opened ourselves: closing goes back instead of adding an entry. */
const opened = { opened: true }

export function useResourceList<Row extends ListRow>(
  screen: ListScreen<Row>,
  options: Partial<ListOptions<Row>> = {},
): ResourceList<Row> {
  const { resource, path, title, columns, form, editText = 'action.edit' } = screen
  const t = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const canWrite = useCan(resource.write)
  const list = useListOf<Row>(resource.list, columns, {
    name: resource.path,
    kinds: kindsOf(resource, options.filters),
    canBeBlank: (name) => takesNull(resource, name),
    sort: resource.sort,
    exporting: resource.export && { start: resource.export, keys: Object.keys(resource.row.shape) },
    open: ({ id }) => `${path}/${id}`,
    canAdd: canWrite,
    ...options,
  })
  const removal = { ...resource, allowed: useMay(resource.remove), byFilter: takesFilter(resource.removeMany) }
  const editing = useEditing(resource, list.view.state, list.data)

  function openForm(id?: number | string) {
    const next = withWords(search, { modal: id === undefined ? 'create' : 'update', id })
    void navigate({ search: next.toString() }, { state: opened, preventScrollReset: true })
  }

  function closeForm() {
    if (!isOpen('modal')) return undefined
    if ((location.state as Partial<typeof opened> | null)?.opened) return void navigate(-1)
    const rest = withWords(search, { modal: undefined, id: undefined })
    return void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true })
  }

  return {
    ...list,
    title,
    rowActions: ({ id }) => (canWrite ? [{ text: t(editText), act: () => openForm(id) }] : []),
    editor: { canWrite, openForm, removal, form: form({ editing, onDone: closeForm, readOnly: !canWrite }) },
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

function takesFilter({ body }: Endpoint): boolean {
  return 'filter' in ((body as Partial<ObjectSchema>).shape ?? {})
}

/** The record of `?modal=update&id=5`: from the page of rows if all that the form shows is there, else fetched by itself. */
function useEditing<Row extends ListRow>(
  { get, fields }: ResourceOf<Row>,
  { modal }: ListState,
  { rows, isLoading }: ListData<Row>,
): Editing<Row> | undefined {
  const id = modal?.type === 'update' ? modal.id : ''
  const isWhole = (row: Row) => Object.keys(fields.shape).every((name) => Object.hasOwn(row, name))
  const listed = rows.find((row) => String(row.id) === id && isWhole(row))
  const fetched = useCall(get, { params: { id } }, { enabled: id !== '' && !listed && !isLoading })
  if (!modal || modal.type === 'create') return modal
  return {
    type: 'update',
    id,
    row: listed ?? (fetched.data?.data as Row | undefined),
    error: fetched.error ?? undefined,
  }
}
