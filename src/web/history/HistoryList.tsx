/** Actions on one record, the newest first; older ones on request. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answered } from '#contract/endpoint.ts'
import { history, type HistoryRow, type HistorySubject } from '#contract/history.ts'
import type { ApiError } from '../api/api-error.ts'
import { ask } from '../api/query.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { Changes } from './Changes.tsx'
import { Action, Actor, ExactTime } from './action-words.tsx'
import './history.css'

export interface HistoryProps {
  subjectType: HistorySubject
  subjectId: number | string
}

type Page = Answered<typeof history.list>

export function HistoryList({ subjectType, subjectId }: HistoryProps) {
  const t = useText()
  const format = useFormat()
  const params = { subjectType, subjectId }
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery<
    Page,
    ApiError,
    { pages: Page[] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: [history.list.path, params],
    queryFn: ({ pageParam: cursor, signal }) => ask(history.list, { params, query: { cursor }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // A record that was just changed has one action more.
    staleTime: 0,
    refetchOnMount: 'always',
  })
  if (isPending) return <SkeletonDeeds />
  if (!data) return <LoadProblem title="logs.history.failed" error={error} onRetry={() => void refetch()} />
  const rows = data.pages.flatMap(({ list }) => list)
  if (rows.length === 0) return <p className="no-rows">{t('logs.history.empty')}</p>
  const total = Math.max(data.pages[0]?.total ?? 0, rows.length)
  return (
    <div className="history">
      <ol aria-label={t('history.title')} aria-busy={isFetchingNextPage}>
        {rows.map((row) => (
          <Deed key={row.id} row={row} />
        ))}
      </ol>
      <ErrorNote error={error} />
      <footer>
        <output>{t('logs.history.shown', { shown: format.number(rows.length), total: format.number(total) })}</output>
        {hasNextPage && (
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('logs.history.older')}
          </Button>
        )}
      </footer>
    </div>
  )
}

function Deed({ row }: { row: HistoryRow }) {
  const t = useText()
  // A record that came or went lists all it had: there for who asks.
  const isWhole = row.before === null || row.after === null
  return (
    <li>
      <div className="history-deed">
        <strong>
          <Action action={row.action} />
        </strong>
        <span>
          <Actor row={row} />
          <ExactTime iso={row.at} />
        </span>
      </div>
      {row.changes.length > 0 && !isWhole && <Changes row={row} />}
      {row.changes.length > 0 && isWhole && (
        <details>
          <summary>{t('logs.history.details', { count: row.changes.length })}</summary>
          <Changes row={row} />
        </details>
      )}
    </li>
  )
}

function SkeletonDeeds() {
  const t = useText()
  return (
    <output className="history-skeleton" aria-label={t('form.loading')}>
      {[1, 2, 3].map((row) => (
        <span key={row} className="skeleton" />
      ))}
    </output>
  )
}
