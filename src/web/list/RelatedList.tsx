/** The first few records that belong to another, and the way to all of them; absent without the right to read them. */
import { useId } from 'react'
import { Link } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { useCall } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { Panel } from '../ui/Panel.tsx'
import './list.css'

export interface RelatedProps {
  title: MessageId
  list: Endpoint
  /** Which of them: words of the list's query. */
  query: Record<string, string | number>
  /** The screen of their list; records are below it. */
  path: string
}

const rowsShown = 5

export function RelatedList({ title, list, query, path }: RelatedProps) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  const canRead = useMay(list)
  const found = useCall(list, { query: { ...query, pageSize: rowsShown } }, { enabled: canRead })
  const answer = found.data as { list: { id: number; title: string }[]; total: number } | undefined
  if (!canRead) return null
  const all = `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()}`
  return (
    <Panel className="related" aria-labelledby={id} aria-busy={found.isPending}>
      <h2 id={id}>
        {t(title)} {answer && <span className="list-total">{format.number(answer.total)}</span>}
      </h2>
      {found.isPending && <span className="skeleton" />}
      {found.error && <LoadProblem error={found.error} onRetry={() => void found.refetch()} />}
      {answer?.total === 0 && <p className="blank">{t('record.none')}</p>}
      {answer && answer.total > 0 && (
        <>
          <ul>
            {answer.list.map((row) => (
              <li key={row.id}>
                <Link to={`${path}/${row.id}`}>{row.title}</Link>
              </li>
            ))}
          </ul>
          <Link to={all}>{t('record.showAll', { count: answer.total })}</Link>
        </>
      )}
    </Panel>
  )
}
