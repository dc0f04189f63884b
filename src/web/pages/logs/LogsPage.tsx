/** The audit trail: who did each action, to which record, when and from where; a row opens its changes. */
import { lazyDialog } from '../../lazy-dialog.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { ChainTool } from './ChainTool.tsx'
import { LogFilters } from './LogFilters.tsx'
import { LogPager } from './LogPager.tsx'
import { useLogList } from './use-log-list.ts'
import './logs.css'

const LogDrawer = lazyDialog(async () => (await import('./LogDrawer.tsx')).LogDrawer)

export function LogsPage() {
  const list = useLogList()
  const opened = useOpenedWord('open')
  return (
    <ListPage
      title="logs.title"
      {...list}
      actions={<ChainTool />}
      filters={<LogFilters view={list.view} />}
      filtersFill
      pager={<LogPager list={list} />}
    >
      {opened.value !== '' && !list.data.isLoading && list.data.error === undefined && (
        <LogDrawer
          id={opened.value}
          row={list.data.rows.find(({ id }) => String(id) === opened.value)}
          onClose={opened.close}
        />
      )}
    </ListPage>
  )
}
