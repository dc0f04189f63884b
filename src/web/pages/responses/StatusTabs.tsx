import { useSearchParams } from 'react-router'
import { responseStatuses } from '#domain/response.ts'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import type { ResponseList } from './table.ts'

/** All, and each status with how many there are under the other filters. */
export function StatusTabs({ list: { data, view } }: { list: ResponseList }) {
  const t = useText()
  const [search] = useSearchParams()
  const counts = data.answer?.statusCounts
  const to = (status: string | undefined) => ({ search: withWords(search, { status, page: undefined }).toString() })
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <LinkTabs
      label={t('responses.field.status')}
      open={view.state.filters['status'] ?? 'all'}
      tabs={[
        { key: 'all', to: to(undefined), text: t('responses.all'), count: all },
        ...responseStatuses.map((status) => ({
          key: status,
          to: to(status),
          text: t(`responses.status.${status}`),
          count: counts?.[status],
        })),
      ]}
    />
  )
}
