/** The review queue: the list, or over its place the one response that `?open=` names. */
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { responseList, responses, type ResponseRow } from '#contract/responses.ts'
import { useCan } from '../../api/session.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { choice, column, dateTime, optional, text } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { takesWord, withWords } from '../../list/list-state.ts'
import { SurveyFilter } from '../../list/SurveyFilter.tsx'
import { useListTable } from '../../list/use-list-table.ts'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { PaymentWord } from './PaymentWord.tsx'
import { ResponseView } from './ResponseView.tsx'
import { type BulkTarget, ReviewButtons } from './ReviewButtons.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import './responses.css'

const ReviewDialog = lazyDialog(async () => (await import('./ReviewDialog.tsx')).ReviewDialog)

const survey = column('surveyTitle', ({ surveyTitle }: ResponseRow) => (
  <span className="response-clip" title={surveyTitle}>
    {surveyTitle}
  </span>
))
const participant = column('participant', ({ participant: person }: ResponseRow) =>
  person ? <span className="response-clip">{person.name}</span> : <span className="blank">–</span>,
)
const status = column('status', (row: ResponseRow) => <RecordStatus of="responses" status={row.status} />)
const payment = column('paymentStatus', (row: ResponseRow) => <PaymentWord status={row.paymentStatus} />)

const more = [
  optional(choice('source', 'responses.source')),
  optional(choice('fence', 'responses.fence')),
  optional(dateTime('reviewedAt')),
]
const columns = [text('formKey'), survey, participant, status, payment, dateTime('submittedAt'), ...more]
/** Of one survey, its title says nothing: the phone takes its place. */
const columnsOfOne = [text('formKey'), participant, text('phone'), status, payment, dateTime('submittedAt'), ...more]

/** The status and the survey have controls of their own. */
const { status: _status, surveyId: _surveyId, ...kinds } = responseList.filters
const blankable = ['siteId', 'administrativeUnitId', 'participantId', 'flags', 'fence', 'reviewedAt']

export function ResponsesPage() {
  const canReview = useCan('responses.review')
  const [search] = useSearchParams()
  const opened = useOpenedWord('open')
  // Outside of the selection bar: that goes when the review has emptied the selection, its outcome must stay.
  const [reviewing, setReviewing] = useState<BulkTarget>()
  const isOfOne = takesWord(responses.list, 'surveyId', search.get('surveyId'))
  const table = useListTable(responses.list, isOfOne ? columnsOfOne : columns, {
    name: 'responses',
    sort: responseList.sort,
    kinds,
    canBeBlank: (name) => blankable.includes(name),
    exporting: { start: responses.export, keys: Object.keys(responseList.file.shape) },
    filters: ['status', 'surveyId', 'from', 'to'],
    open: ({ id }) => ({ search: withWords(search, { open: id }).toString() }),
    emptyText: 'responses.empty',
  })
  useReturnOfFocus(opened.value)
  if (opened.value !== '') return <ResponseView id={opened.value} table={table} onClose={opened.close} />
  return (
    <ListPage
      title="responses.title"
      table={{ ...table, linkState: { opened: 'open' } }}
      above={<StatusTabs table={table} />}
      filters={<SurveyFilter table={table} />}
      offersMatching
      bulk={canReview ? () => reviewButtons(setReviewing) : undefined}
    >
      {reviewing && (
        <ReviewDialog target={reviewing} selection={table.selection} onClose={() => setReviewing(undefined)} />
      )}
    </ListPage>
  )
}

function reviewButtons(onReview: (target: BulkTarget) => void) {
  return <ReviewButtons onReview={onReview} />
}

/** Back from a response, the focus is where it left the list. */
function useReturnOfFocus(open: string): void {
  const last = useRef(open)
  useEffect(() => {
    const left = last.current
    last.current = open
    if (open === '' && left !== '') document.querySelector<HTMLElement>(`.list a[href$="open=${left}"]`)?.focus()
  }, [open])
}
