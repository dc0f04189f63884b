import { Link } from 'react-router'
import { jobs } from '#contract/jobs.ts'
import { useCall } from '../api/query.ts'
import { useFormat, useText } from '../i18n/text.ts'

const query = { kind: 'responses.download', pageSize: 3 }

/** The last files of answers that jobs made for this person; nothing while there are none. */
export function PastExports() {
  const t = useText()
  const format = useFormat()
  const { data } = useCall(jobs.list, { query })
  if (!data || data.total === 0) return null
  return (
    <section className="download-past">
      <h3>{t('responses.download.past')}</h3>
      <ul>
        {data.list.map(({ id, file, createdAt }) => (
          <li key={id}>
            <Link to={`/jobs/${id}`}>{file?.name ?? `#${id}`}</Link>{' '}
            <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
          </li>
        ))}
        <li>
          <Link to="/jobs">{t('jobs.title')}</Link>
        </li>
      </ul>
    </section>
  )
}
