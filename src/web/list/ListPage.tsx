/**
 * The list screen: `<ListPage title="tasks.title" {...list} />`; `useResourceList` gives all that a resource needs.
 * Further: `filters` (controls beside the search), `actions` (buttons beside New), `bulk` (buttons for the chosen rows),
 * `rowActions` (entries of the row menu). All states (loading, empty, failed, not allowed) are shown here.
 */
import { PlusOutlined } from '@ant-design/icons'
import { type ReactNode, useRef, useState, useEffect } from 'react'
import type { MessageId } from '../i18n/messages.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { phone, useMedia } from '../ui/use-media.ts'
import { CardList } from './CardList.tsx'
import { DataTable } from './DataTable.tsx'
import { DeleteDialog } from './LazyDeleteDialog.tsx'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { failedTitle } from './list-state.ts'
import { Pager } from './Pager.tsx'
import type { MenuEntry } from '../ui/MenuEntries.tsx'
import { RowMenu, useRowMenu } from './RowMenu.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { ListRow } from './list-data.ts'
import type { List } from './use-list.ts'
import type { Editor } from './use-resource-list.ts'
import type { Matching, Selected } from './use-selection.ts'
import { ChosenFilters, FilterTool, ListTools } from './ListTools.tsx'
import { lazyDialog } from '../lazy-dialog.tsx'
import { useListKeys } from './use-list-keys.ts'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isFocusFree } from '../ui/focus.ts'
import './list.css'

const KeySheet = lazyDialog(async () => (await import('./KeySheet.tsx')).KeySheet, 'listTools')

interface ListPageProps<Row extends ListRow> extends List<Row> {
  title: MessageId
  /** What the count beside the title counts, where the title does not say it: a text with {count}. */
  counted?: MessageId | undefined
  /** Of a resource: New, Delete and the form. */
  editor?: Editor
  /** Between the heading and the search: tabs, figures. */
  above?: ReactNode
  filters?: ReactNode
  /** The filters need the line for themselves: other tools of the list are beside its actions. */
  filtersFill?: boolean
  /** The choice of filters is open when the screen comes. */
  filtersOpen?: boolean
  actions?: ReactNode
  bulk?: ((chosen: readonly Selected[]) => ReactNode) | undefined
  /** Offers to choose everything that matches the filter; `bulk` then acts on `selection.matching`. */
  offersMatching?: boolean
  rowActions?: (row: Row) => MenuEntry[]
  /** What further single keys of the screen do. */
  moreKeys?: readonly (readonly [key: string, text: MessageId])[]
  /** For a list that does not know its pages by number. */
  pager?: ReactNode
  /** In place of the rows, their pages and the tools for them. */
  instead?: ReactNode
  children?: ReactNode
}

export function ListPage<Row extends ListRow>(props: ListPageProps<Row>) {
  const {
    title,
    counted,
    data,
    view,
    selection,
    editor,
    above,
    filters,
    filtersFill = false,
    filtersOpen = false,
    actions,
    bulk,
    rowActions,
    pager,
    instead,
    children,
  } = props
  const section = useRef<HTMLElement>(null)
  const t = useText()
  const format = useFormat()
  const isPhone = useMedia(phone)
  const menu = useRowMenu<Row>()
  const [deleting, setDeleting] = useState<{ targets: readonly Selected[]; matching?: Matching | undefined }>()
  const [helping, setHelping] = useState(false)
  const canDelete = editor?.removal.allowed ?? false
  const { offersMatching = canDelete && bulk === undefined && editor?.removal.byFilter === true } = props
  const selectable = canDelete || bulk !== undefined
  const Rows = isPhone || view.look.rows === 'cards' ? CardList : DataTable
  const filtersAlone = filtersFill && !isPhone
  const tools = instead === undefined && (
    <ListTools view={view} total={data.total} title={t(title)} onHelp={() => setHelping(true)} />
  )
  useListKeys(section, () => setHelping(true))
  useReturnToRow(data.rows)

  function actionsOf(row: Row): MenuEntry[] {
    const own = rowActions?.(row) ?? []
    const target = { id: row.id, label: data.labelOf(row) }
    const refusal = selection.refusalOf(row)
    if (!canDelete) return own
    return [
      ...own,
      { text: t('action.delete'), tone: 'danger', refusal, act: () => setDeleting({ targets: [target] }) },
    ]
  }

  return (
    <section ref={section} className="list" aria-busy={data.isRefreshing}>
      <title>{`${t(title)} · Canvass`}</title>
      <PageHead
        title={t(title)}
        actions={
          <>
            {filtersAlone && tools}
            {actions}
            {editor?.canWrite && (
              <Button look="primary" icon={<PlusOutlined />} onClick={() => editor.openForm()}>
                {t('action.new')}
              </Button>
            )}
          </>
        }
      >
        <span className="list-total-room">
          {data.answer !== undefined && (
            <span className="list-total">
              {counted ? t(counted, { count: data.total }) : format.number(data.total)}
            </span>
          )}
        </span>
      </PageHead>
      {above}
      <div className="list-toolbar">
        {view.searchable && <SearchBox value={view.state.q} onSearch={(q) => view.show({ q }, 'replace')} />}
        <FilterTool view={view} opensAtOnce={filtersOpen} />
        {filters}
        {!filtersAlone && tools}
      </div>
      <ChosenFilters view={view} />
      <SelectionBar
        view={view}
        selection={selection}
        matches={offersMatching && !data.isRefreshing ? data.total : undefined}
      >
        {bulk?.(selection.chosen)}
        {canDelete && (
          <Button
            tone="danger"
            onClick={() => setDeleting({ targets: nameable({ data, selection }), matching: selection.matching })}
          >
            {t('list.deleteChosen')}
          </Button>
        )}
      </SelectionBar>
      {data.error !== undefined && instead === undefined && (
        <LoadProblem title={failedTitle(view.state)} error={data.error} onRetry={data.retry} />
      )}
      {instead}
      {data.error === undefined && instead === undefined && (
        <>
          <Rows {...{ data, view, selection, selectable, actionsOf, menu }} title={t(title)} />
          {pager ?? <Pager view={view} total={data.total} />}
        </>
      )}
      <RowMenu menu={menu} actionsOf={actionsOf} />
      {editor && deleting && (
        <DeleteDialog
          removal={editor.removal}
          {...deleting}
          onGone={(ids) => (ids === 'all' ? selection.clear() : selection.drop(ids))}
          onClose={() => setDeleting(undefined)}
        />
      )}
      {helping && <KeySheet keys={props.moreKeys ?? []} onClose={() => setHelping(false)} />}
      {editor?.form}
      {children}
    </section>
  )
}

/** The rows ticked; under a filter also those shown, whose names are known. */
function nameable<Row extends ListRow>({
  data,
  selection,
}: Pick<List<Row>, 'data' | 'selection'>): readonly Selected[] {
  const { chosen, matching } = selection
  return matching ? [...chosen, ...data.rows.map((row) => ({ id: row.id, label: data.labelOf(row) }))] : chosen
}

/** By entry of the history, the row whose link was followed from there. */
const leftRows = new Map<string, string>()

/** Back from a record, the keyboard is on the row that was left; the router gives the scroll back by itself. */
function useReturnToRow(rows: readonly ListRow[]): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const done = useRef('')
  useEffect(() => {
    const note = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('a')?.closest<HTMLElement>('[data-row]') : null
      if (row) leftRows.set(key, row.dataset['row'] ?? '')
    }
    document.addEventListener('click', note, { capture: true })
    return () => document.removeEventListener('click', note, { capture: true })
  }, [key])
  useEffect(() => {
    const id = leftRows.get(key)
    if (!isBack || id === undefined || rows.length === 0 || done.current === key) return
    done.current = key
    // After the shell, which gives the focus of a new screen to its top.
    requestAnimationFrame(() => {
      if (!isFocusFree()) return
      const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
      row?.querySelector<HTMLElement>('th a, strong a')?.focus({ preventScroll: true })
    })
  }, [key, isBack, rows])
}
