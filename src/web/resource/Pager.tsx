import { Pagination } from 'antd'
import { useText } from '../i18n/text.ts'
import { phone, useMedia } from '../ui/use-media.ts'
import type { ListRow, ListTable } from './use-list-table.ts'

/** Pages, page size and a jump to a page; all of it lives in the URL. */
export function Pager<Row extends ListRow>({ table }: { table: ListTable<Row> }) {
  const t = useText()
  const isPhone = useMedia(phone)
  const { page, pageSize } = table.state
  if (table.answer === undefined || table.total === 0) return null
  return (
    <nav className="list-pager" aria-label={t('list.pages')}>
      <Pagination
        current={page}
        pageSize={pageSize}
        total={table.total}
        showSizeChanger={{ showSearch: false }}
        showQuickJumper={!isPhone}
        simple={isPhone}
        pageSizeOptions={[10, 20, 50, 100]}
        showTotal={(total, [from, to]) => t('list.range', { from, to, total })}
        onChange={(nextPage, nextSize) =>
          table.show({ page: nextSize === pageSize ? nextPage : 1, pageSize: nextSize })
        }
      />
    </nav>
  )
}
