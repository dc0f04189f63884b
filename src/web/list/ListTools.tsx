/** What a list offers beside its search: filters, saved views, columns, export, keys. Each opens what loads on demand. */
import {
  DownloadOutlined,
  FilterOutlined,
  QuestionCircleOutlined,
  SaveOutlined,
  TableOutlined,
} from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../i18n/text.ts'
import { PopoverButton } from '../ui/PopoverButton.tsx'
import { lazyTool, lazyToolDialog } from './lazy-tool.ts'
import type { ListRow, ListTable } from './use-list-table.ts'

const ColumnChooser = lazyTool(async () => (await import('../views/ColumnChooser.tsx')).ColumnChooser)
const ExportDialog = lazyToolDialog(async () => (await import('./ExportDialog.tsx')).ExportDialog)
const FilterChips = lazyTool(async () => (await import('./FilterChips.tsx')).FilterChips)
const FilterMenu = lazyTool(async () => (await import('./FilterMenu.tsx')).FilterMenu)
const ViewMenu = lazyTool(async () => (await import('../views/ViewMenu.tsx')).ViewMenu)
const ViewName = lazyTool(async () => (await import('../views/ViewName.tsx')).ViewName)

interface ToolProps<Row extends ListRow> {
  table: ListTable<Row>
}

export function FilterTool<Row extends ListRow>({ table }: ToolProps<Row>) {
  const t = useText()
  if (Object.keys(table.kinds).length === 0) return null
  return (
    <PopoverButton label={t('list.tool.filter')} icon={<FilterOutlined />}>
      {(close) => <FilterMenu table={table as unknown as ListTable<ListRow>} onDone={close} />}
    </PopoverButton>
  )
}

/** Nothing while the URL asks for no filter, be it one that cannot be read; as high as its chips before they have come. */
export function ChosenFilters<Row extends ListRow>({ table }: ToolProps<Row>) {
  const { kinds, state } = table
  const isFiltered = Object.keys(state.filters).some((name) => name in kinds)
  if (!isFiltered && Object.keys(state.unread).length === 0) return null
  return (
    <div className="list-chips">
      <Suspense fallback={null}>
        <FilterChips table={table as unknown as ListTable<ListRow>} />
      </Suspense>
    </div>
  )
}

interface ListToolsProps<Row extends ListRow> extends ToolProps<Row> {
  title: string
  onHelp: () => void
}

export function ListTools<Row extends ListRow>({ table, title, onHelp }: ListToolsProps<Row>) {
  const t = useText()
  const [search] = useSearchParams()
  const [isExporting, setExporting] = useState(false)
  const { exporting } = table
  const plainTable = table as unknown as ListTable<ListRow>
  const view = search.get('saved')
  const views = t('list.tool.views')
  return (
    <div className="list-tools">
      <PopoverButton
        label={views}
        icon={<SaveOutlined />}
        face={
          view === null ? undefined : (
            <span>
              <Suspense fallback={views}>
                <ViewName list={table.keptAs} id={view} />
              </Suspense>
            </span>
          )
        }
      >
        {(close) => <ViewMenu list={table.keptAs} onDone={close} />}
      </PopoverButton>
      <PopoverButton label={t('list.tool.columns')} icon={<TableOutlined />}>
        {() => <ColumnChooser table={plainTable} />}
      </PopoverButton>
      {exporting && (
        <button type="button" className="tool" aria-haspopup="dialog" onClick={() => setExporting(true)}>
          <DownloadOutlined />
          <span>{t('list.tool.export')}</span>
        </button>
      )}
      <button
        type="button"
        className="tool tool-keys"
        aria-haspopup="dialog"
        aria-label={t('list.tool.keys')}
        title={t('list.tool.keys')}
        onClick={onHelp}
      >
        <QuestionCircleOutlined />
      </button>
      {exporting && isExporting && (
        <ExportDialog table={plainTable} title={title} exporting={exporting} onClose={() => setExporting(false)} />
      )}
    </div>
  )
}
