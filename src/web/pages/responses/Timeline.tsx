/** What happened to a response, in sentences, from its submission to its payment. */
import { responseTimeline, type TimelineMoment } from '#contract/response-timeline.ts'
import type { ResponseDetail } from '#contract/responses.ts'
import { useCall } from '../../api/query.ts'
import { useFormat, useText, useTextOr } from '../../i18n/text.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import './timeline.css'

export function Timeline({ response: { id } }: { response: ResponseDetail }) {
  const t = useText()
  const { data, error, refetch } = useCall(responseTimeline, { params: { id } })
  if (error) return <LoadProblem title="responses.timeline.failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <output className="skeleton" aria-label={t('form.loading')} />
  return (
    <ol className="timeline" aria-label={t('responses.timeline.title')}>
      {data.data.moments.map((moment) => (
        <li key={`${moment.event} ${moment.at} ${moment.detail}`} data-event={moment.event}>
          <Moment moment={moment} />
        </li>
      ))}
    </ol>
  )
}

function Moment({ moment }: { moment: TimelineMoment }) {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  const { event, at, by, reason, note } = moment
  const about = useDetail(moment)
  const said = [reason === null ? '' : textOr(`payments.reason.${reason}`, reason), note ?? ''].filter(Boolean)
  return (
    <>
      <strong>{t(`responses.timeline.${event}`, about)}</strong>
      <span>
        <time dateTime={at}>{format.dateTime(at)}</time>
        {by !== null && ` · ${by}`}
      </span>
      {said.length > 0 && <q>{said.join(' · ')}</q>}
    </>
  )
}

/** What the sentence of an event names beside it. */
function useDetail({ event, detail }: TimelineMoment): Record<string, string | number> {
  const textOr = useTextOr()
  const word = detail ?? ''
  if (event === 'SUBMITTED') return { source: textOr(`responses.source.${word}`, word) }
  if (event === 'UNDONE') return { status: textOr(`responses.status.${word}`, word) }
  if (event === 'TASK_CHANGED') return { status: textOr(`tasks.status.${word}`, word) }
  if (event === 'EDITED') return { count: Number(word) }
  return { flag: textOr(`responses.flags.${word}`, word) }
}
