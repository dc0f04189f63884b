/** A list inside a page of something else: rows and pages, without heading and search. */
import { useText } from '../i18n/text.ts'
import type { MessageId } from '../i18n/messages.ts'
import { phone, useMedia } from '../ui/use-media.ts'
import { CardList } from './CardList.tsx'
import { DataTable } from './DataTable.tsx'
import { ListProblem } from './ListProblem.tsx'
import { failedTitle } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { useRowMenu } from './RowMenu.tsx'
import type { ListRow, ListTable } from './use-list-table.ts'
import './list.css'

export function RowsInTab<Row extends ListRow>({ table, title }: { table: ListTable<Row>; title: MessageId }) {
  const t = useText()
  const isPhone = useMedia(phone)
  const menu = useRowMenu<Row>()
  const Rows = isPhone ? CardList : DataTable
  if (table.error !== undefined)
    return <ListProblem title={failedTitle(table.state)} error={table.error} onRetry={table.retry} />
  return (
    <div className="list" aria-busy={table.isRefreshing}>
      <Rows table={table} title={t(title)} selectable={false} actionsOf={noActions} menu={menu} />
      <Pager table={table} />
    </div>
  )
}

function noActions(): [] {
  return []
}
