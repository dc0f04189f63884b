/** A list inside a page of something else: rows and pages, without heading and search. */
import { useText } from '../i18n/text.ts'
import type { MessageId } from '../i18n/messages.ts'
import { phone, useMedia } from '../ui/use-media.ts'
import { CardList } from './CardList.tsx'
import { DataTable } from './DataTable.tsx'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { failedTitle } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { useRowMenu } from './RowMenu.tsx'
import type { ListRow } from './list-data.ts'
import type { List } from './use-list.ts'
import './list.css'

export function RowsInTab<Row extends ListRow>({ title, ...list }: List<Row> & { title: MessageId }) {
  const { data, view } = list
  const t = useText()
  const isPhone = useMedia(phone)
  const menu = useRowMenu<Row>()
  const Rows = isPhone ? CardList : DataTable
  if (data.error !== undefined)
    return <LoadProblem title={failedTitle(view.state)} error={data.error} onRetry={data.retry} />
  return (
    <div className="list" aria-busy={data.isRefreshing}>
      <Rows {...list} title={t(title)} selectable={false} actionsOf={noActions} menu={menu} />
      <Pager view={view} total={data.total} />
    </div>
  )
}

function noActions(): [] {
  return []
}
