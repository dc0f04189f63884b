/** The audit trail: who did what to what, when and from where; a row opens what it changed. */
import { lazy, Suspense } from 'react'
import type { LogRow } from '#contract/logs.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { CardList } from '../../resource/CardList.tsx'
import { DataTable } from '../../resource/DataTable.tsx'
import { ListProblem } from '../../resource/ListProblem.tsx'
import { useRowMenu } from '../../resource/RowMenu.tsx'
import { phone, useMedia } from '../../ui/use-media.ts'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { LogFilters } from './LogFilters.tsx'
import { LogPager } from './LogPager.tsx'
import { LogTools } from './LogTools.tsx'
import { useLogTable } from './use-log-table.ts'
import '../../resource/list.css'
import './logs.css'

const LogDrawer = lazy(async () => ({ default: (await import('./LogDrawer.tsx')).LogDrawer }))

export function LogsPage() {
  const t = useText()
  const format = useFormat()
  const isPhone = useMedia(phone)
  const table = useLogTable()
  const menu = useRowMenu<LogRow>()
  const opened = useOpenedWord('open')
  const title = t('logs.title')
  const Rows = isPhone ? CardList : DataTable
  return (
    <section className="list" aria-busy={table.isRefreshing}>
      <title>{`${title} · Canvass`}</title>
      <header className="list-head">
        <h1>{title}</h1>
        {table.answer !== undefined && <span className="list-total">{format.number(table.total)}</span>}
        <LogTools table={table} />
      </header>
      <LogFilters table={table} />
      {table.error === undefined ? (
        <>
          <Rows table={table} title={title} selectable={false} actionsOf={noActions} menu={menu} />
          <LogPager table={table} />
        </>
      ) : (
        <ListProblem error={table.error} onRetry={table.retry} />
      )}
      {opened.value !== '' && !table.isLoading && table.error === undefined && (
        <Suspense fallback={null}>
          <LogDrawer
            id={opened.value}
            row={table.rows.find(({ id }) => String(id) === opened.value)}
            onClose={opened.close}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Nothing can be done to the trail. */
function noActions(): [] {
  return []
}
