/**
 * The list screen. `<ListPage title="companies.title" table={table} canWrite={useCan(companies.write)}>` plus the form as
 * child. Further: `filters` (controls beside the search), `actions` (buttons beside New), `bulk` (buttons for the chosen
 * rows), `rowActions` (entries of the row menu). All states (loading, empty, failed, not allowed) are shown here.
 */
import { PlusOutlined } from '@ant-design/icons'
import { type ReactNode, useRef, useState } from 'react'
import type { MessageId } from '../i18n/messages.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { phone, useMedia } from '../ui/use-media.ts'
import { CardList } from './CardList.tsx'
import { DataTable } from './DataTable.tsx'
import { DeleteDialog } from './LazyDeleteDialog.tsx'
import { ListProblem } from './ListProblem.tsx'
import { failedTitle } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { type RowAction, RowMenu, useRowMenu } from './RowMenu.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { ListRow, ListTable } from './use-list-table.ts'
import type { ResourceTable } from './use-resource-table.ts'
import type { Matching, Selected } from './use-selection.ts'
import { ChosenFilters, FilterTool, ListTools } from './ListTools.tsx'
import { lazyToolDialog } from './lazy-tool.ts'
import { useListKeys } from './use-list-keys.ts'
import { useReturnToRow } from './use-return-to-row.ts'
import './list.css'

const KeySheet = lazyToolDialog(async () => (await import('./KeySheet.tsx')).KeySheet)

interface ListPageProps<Row extends ListRow> {
  title: MessageId
  table: ListTable<Row> | ResourceTable<Row>
  /** Shows New; only for the table of a resource. */
  canWrite?: boolean
  /** Between the heading and the search: tabs, figures. */
  above?: ReactNode
  filters?: ReactNode
  /** The filters need the line for themselves: other tools of the list are beside its actions. */
  filtersFill?: boolean
  actions?: ReactNode
  bulk?: ((chosen: readonly Selected[]) => ReactNode) | undefined
  /** Offers to choose everything that matches the filter; `bulk` then acts on `table.selection.matching`. */
  offersMatching?: boolean
  rowActions?: (row: Row) => RowAction[]
  /** For a list that does not know its pages by number. */
  pager?: ReactNode
  children?: ReactNode
}

export function ListPage<Row extends ListRow>(props: ListPageProps<Row>) {
  const {
    title,
    table,
    canWrite = false,
    above,
    filters,
    filtersFill = false,
    actions,
    bulk,
    rowActions,
    pager,
    children,
  } = props
  const section = useRef<HTMLElement>(null)
  const t = useText()
  const format = useFormat()
  const isPhone = useMedia(phone)
  const menu = useRowMenu<Row>()
  const [deleting, setDeleting] = useState<{ targets: readonly Selected[]; matching?: Matching | undefined }>()
  const [helping, setHelping] = useState(false)
  const resource = 'removal' in table ? table : undefined
  const canDelete = resource?.removal.allowed ?? false
  const { offersMatching = canDelete && bulk === undefined && resource?.removal.byFilter === true } = props
  const selectable = canDelete || bulk !== undefined
  const Rows = isPhone ? CardList : DataTable
  const filtersAlone = filtersFill && !isPhone
  const tools = <ListTools table={table} title={t(title)} onHelp={() => setHelping(true)} />
  useListKeys(section, () => setHelping(true))
  useReturnToRow(table)

  function actionsOf(row: Row): RowAction[] {
    const own = rowActions?.(row) ?? []
    const target = { id: row.id, label: table.labelOf(row) }
    const refusal = table.refusalOf(row)
    if (!canDelete) return own
    return [
      ...own,
      { text: t('action.delete'), tone: 'danger', refusal, act: () => setDeleting({ targets: [target] }) },
    ]
  }

  return (
    <section ref={section} className="list" aria-busy={table.isRefreshing}>
      <title>{`${t(title)} · Canvass`}</title>
      <PageHead
        title={t(title)}
        actions={
          <>
            {filtersAlone && tools}
            {actions}
            {resource && canWrite && (
              <Button look="primary" icon={<PlusOutlined />} onClick={() => resource.openForm()}>
                {t('action.new')}
              </Button>
            )}
          </>
        }
      >
        <span className="list-total-room">
          {table.answer !== undefined && <span className="list-total">{format.number(table.total)}</span>}
        </span>
      </PageHead>
      {above}
      <div className="list-toolbar">
        {table.searchable && <SearchBox value={table.state.q} onSearch={(q) => table.show({ q }, 'replace')} />}
        <FilterTool table={table} />
        {filters}
        {!filtersAlone && tools}
      </div>
      <ChosenFilters table={table} />
      <SelectionBar table={table} offersMatching={offersMatching}>
        {bulk?.(table.selection.chosen)}
        {canDelete && (
          <Button
            tone="danger"
            onClick={() => setDeleting({ targets: nameable(table), matching: table.selection.matching })}
          >
            {t('list.deleteChosen')}
          </Button>
        )}
      </SelectionBar>
      {table.error !== undefined && (
        <ListProblem title={failedTitle(table.state)} error={table.error} onRetry={table.retry} />
      )}
      {table.error === undefined && (
        <>
          <Rows table={table} title={t(title)} selectable={selectable} actionsOf={actionsOf} menu={menu} />
          {pager ?? <Pager table={table} />}
        </>
      )}
      <RowMenu menu={menu} actionsOf={actionsOf} />
      {resource && deleting && (
        <DeleteDialog
          removal={resource.removal}
          {...deleting}
          onGone={(ids) =>
            ids === 'all'
              ? table.selection.clear()
              : table.selection.set(
                  ids.map((id) => ({ id, label: '' })),
                  'drop',
                )
          }
          onClose={() => setDeleting(undefined)}
        />
      )}
      {helping && <KeySheet onClose={() => setHelping(false)} />}
      {children}
    </section>
  )
}

/** The ticked rows; under a filter also the visible ones, whose names are known. */
function nameable<Row extends ListRow>({ selection, rows, labelOf }: ListTable<Row>): readonly Selected[] {
  const { chosen, matching } = selection
  return matching ? [...chosen, ...rows.map((row) => ({ id: row.id, label: labelOf(row) }))] : chosen
}
