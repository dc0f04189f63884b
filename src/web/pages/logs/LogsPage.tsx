/** The audit trail: who did what to what, when and from where; a row opens what it changed. */
import { lazyDialog } from '../../lazy-dialog.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { ChainTool } from './ChainTool.tsx'
import { LogFilters } from './LogFilters.tsx'
import { LogPager } from './LogPager.tsx'
import { useLogTable } from './use-log-table.ts'
import './logs.css'

const LogDrawer = lazyDialog(async () => (await import('./LogDrawer.tsx')).LogDrawer)

export function LogsPage() {
  const table = useLogTable()
  const opened = useOpenedWord('open')
  return (
    <ListPage
      title="logs.title"
      table={table}
      actions={<ChainTool />}
      filters={<LogFilters table={table} />}
      filtersFill
      pager={<LogPager table={table} />}
    >
      {opened.value !== '' && !table.isLoading && table.error === undefined && (
        <LogDrawer
          id={opened.value}
          row={table.rows.find(({ id }) => String(id) === opened.value)}
          onClose={opened.close}
        />
      )}
    </ListPage>
  )
}
