/** One response: its answers, its facts and the verdict, with the way to the next one. */
import { Link } from 'react-router'
import { responses, type ResponseDetail } from '#contract/responses.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { FoldedHistory } from '../../history/FoldedHistory.tsx'
import { ListProblem } from '../../list/ListProblem.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { AnswerSections } from './AnswerSections.tsx'
import { ResponseFacts } from './ResponseFacts.tsx'
import { ReviewBar } from './ReviewBar.tsx'
import type { ResponseTable } from './table.ts'
import { isEdge, useNeighbours } from './use-neighbours.ts'
import { VerdictPanel } from './VerdictPanel.tsx'

interface ResponseViewProps {
  /** A number, or the edge of a page that is on its way. */
  id: string
  table: ResponseTable
  onClose: () => void
}

export function ResponseView({ id, table, onClose }: ResponseViewProps) {
  const neighbours = useNeighbours(id, table)
  const { data, error, refetch } = useCall(responses.get, { params: { id } }, { enabled: !isEdge(id) })
  const { nextId } = neighbours
  // Read ahead: reviewing goes as fast as one reads.
  useCall(responses.get, { params: { id: nextId ?? 0 } }, { enabled: nextId !== undefined })
  return (
    <section className="response">
      <ReviewBar neighbours={neighbours} total={table.total} onClose={onClose} />
      {error && <ListProblem title="responses.loadFailed" error={error} onRetry={() => void refetch()} />}
      {data && !error && <OpenResponse response={data.data} />}
      {!data && !error && <ScreenSkeleton />}
    </section>
  )
}

function OpenResponse({ response }: { response: ResponseDetail }) {
  const t = useText()
  const { formKey, status, surveyId, surveyTitle, surveyVersion } = response
  return (
    <>
      <title>{`${formKey} · ${t('responses.title')} · Canvass`}</title>
      <header className="response-head">
        <h1 ref={beginHere} tabIndex={-1}>
          {formKey}
        </h1>
        <RecordStatus of="responses" status={status} />
        <p>
          <Link to={`/survey/${surveyId}`}>{surveyTitle}</Link> · {t('surveys.version', { version: surveyVersion })}
        </p>
        <output className="visually-hidden">{`${formKey}, ${t(`responses.status.${status}`)}`}</output>
      </header>
      <div className="response-body">
        <aside className="panel response-aside">
          <VerdictPanel key={response.id} response={response} />
          <ResponseFacts response={response} />
          <FoldedHistory subjectType="form" subjectId={response.id} />
        </aside>
        <AnswerSections response={response} />
      </div>
    </>
  )
}

/** The keyboard begins at the heading when the response is opened, and stays where it is from one to the next. */
function beginHere(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}
