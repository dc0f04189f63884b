import { useSearchParams } from 'react-router'
import type { Survey } from '#contract/surveys.ts'
import { surveyStatuses } from '#domain/surveys/survey.ts'
import { useText } from '../../i18n/text.ts'
import { withWords } from '../../list/list-state.ts'
import type { List } from '../../list/use-list.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

interface StatusTabsProps {
  list: Pick<List<Survey>, 'data' | 'view'>
}

/** All surveys, and each status with its number under the other filters. */
export function StatusTabs({ list }: StatusTabsProps) {
  const t = useText()
  const [search] = useSearchParams()
  const { statusCounts: counts } = (list.data.answer ?? {}) as { statusCounts?: Record<Survey['status'], number> }
  const to = (status: string | undefined) => ({ search: withWords(search, { status, page: undefined }).toString() })
  return (
    <LinkTabs
      label={t('surveys.field.status')}
      open={list.view.state.filters['status'] ?? 'all'}
      tabs={[
        {
          key: 'all',
          to: to(undefined),
          text: t('surveys.all'),
          count: counts && Object.values(counts).reduce((sum, count) => sum + count, 0),
        },
        ...surveyStatuses.map((status) => ({
          key: status,
          to: to(status),
          text: t(`surveys.status.${status}`),
          count: counts?.[status],
        })),
      ]}
    />
  )
}
