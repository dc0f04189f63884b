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
import { lazyComponent } from '../lazy-component.ts'
import { lazyDialog } from '../lazy-dialog.tsx'
import type { ListView } from './list-view.ts'

const ColumnChooser = lazyComponent(async () => (await import('../views/ColumnChooser.tsx')).ColumnChooser, 'listTools')
const ExportDialog = lazyDialog(async () => (await import('./ExportDialog.tsx')).ExportDialog, 'listTools')
const FilterChips = lazyComponent(async () => (await import('./FilterChips.tsx')).FilterChips, 'listTools')
const FilterMenu = lazyComponent(async () => (await import('./FilterMenu.tsx')).FilterMenu, 'listTools')
const ViewMenu = lazyComponent(async () => (await import('../views/ViewMenu.tsx')).ViewMenu, 'listTools')
const ViewName = lazyComponent(async () => (await import('../views/ViewName.tsx')).ViewName, 'listTools')

interface ToolProps {
  view: ListView
}

export function FilterTool({ view, opensAtOnce }: ToolProps & { opensAtOnce: boolean }) {
  const t = useText()
  if (Object.keys(view.kinds).length === 0) return null
  return (
    <PopoverButton label={t('list.tool.filter')} icon={<FilterOutlined />} opensAtOnce={opensAtOnce}>
      {(close) => <FilterMenu view={view} onDone={close} />}
    </PopoverButton>
  )
}

/** Nothing while the URL asks for no filter, be it one that cannot be read; as high as its chips before they have come. */
export function ChosenFilters({ view }: ToolProps) {
  const { kinds, state } = view
  const isFiltered = Object.keys(state.filters).some((name) => name in kinds)
  if (!isFiltered && Object.keys(state.unread).length === 0) return null
  return (
    <div className="list-chips">
      <Suspense fallback={null}>
        <FilterChips view={view} />
      </Suspense>
    </div>
  )
}

interface ListToolsProps extends ToolProps {
  total: number
  title: string
  onHelp: () => void
}

export function ListTools({ view, total, title, onHelp }: ListToolsProps) {
  const t = useText()
  const [search] = useSearchParams()
  const [exportStep, setExportStep] = useState<'ASKING' | 'COLUMNS'>()
  const { exporting } = view
  const Asking = exportStep === 'ASKING' ? exporting?.asks : undefined
  const stopExport = () => setExportStep(undefined)
  const saved = search.get('saved')
  const views = t('list.tool.views')
  return (
    <div className="list-tools">
      <PopoverButton
        label={views}
        icon={<SaveOutlined />}
        face={
          saved === null ? undefined : (
            <span>
              <Suspense fallback={views}>
                <ViewName list={view.keptAs} id={saved} />
              </Suspense>
            </span>
          )
        }
      >
        {(close) => <ViewMenu list={view.keptAs} onDone={close} />}
      </PopoverButton>
      <PopoverButton label={t('list.tool.columns')} icon={<TableOutlined />}>
        {() => <ColumnChooser view={view} />}
      </PopoverButton>
      {exporting && (
        <button type="button" className="tool" aria-haspopup="dialog" onClick={() => setExportStep('ASKING')}>
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
      {Asking && <Asking view={view} total={total} onColumns={() => setExportStep('COLUMNS')} onClose={stopExport} />}
      {exporting && exportStep && !Asking && (
        <ExportDialog view={view} total={total} title={title} exporting={exporting} onClose={stopExport} />
      )}
    </div>
  )
}
