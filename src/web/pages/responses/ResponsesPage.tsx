/** The review queue: the list, or over its place the one response that `?open=` names. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { responseEdits } from '#contract/response-edits.ts'
import { responseList, responses, type ResponseRow } from '#contract/responses.ts'
import { useCan } from '../../api/session.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { choice, column, dateTime, optional, text, yesNo } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { takesWord, withWords } from '../../list/list-state.ts'
import { SurveyFilter } from '../../list/SurveyFilter.tsx'
import { useList } from '../../list/use-list.ts'
import { useFocusAfter } from '../../ui/focus.ts'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { PaymentWord } from './PaymentWord.tsx'
import { ResponseView } from './ResponseView.tsx'
import { type BulkTarget, ReviewButtons } from './ReviewButtons.tsx'
import { responseStatuses } from '#domain/response.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import type { ResponseList } from './response-list.ts'
import './responses.css'

const AnswersExport = lazyDialog(async () => (await import('./AnswersExport.tsx')).AnswersExport)
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

const flags = column('flags', (row: ResponseRow) => <FlagWords flags={row.flags} />)

const more = [
  optional(flags),
  optional(choice('source', 'responses.source')),
  optional(choice('fence', 'responses.fence')),
  optional(dateTime('reviewedAt')),
  optional(yesNo('isPilot')),
]
const columns = [text('formKey'), survey, participant, status, payment, dateTime('submittedAt'), ...more]
/** Of one survey, its title says nothing: the phone takes its place. */
const columnsOfOne = [text('formKey'), participant, text('phone'), status, payment, dateTime('submittedAt'), ...more]

/** The status and the survey have controls of their own. */
const { status: _status, surveyId: _surveyId, ...kinds } = responseList.filters
const exporting = { start: responses.export, keys: Object.keys(responseList.file.shape) }
const { remove, removeMany } = responseEdits
const removing = { remove, removeMany }
const blankable = ['siteId', 'administrativeUnitId', 'participantId', 'flags', 'fence', 'reviewedAt']

export function ResponsesPage() {
  const canReview = useCan('responses.review')
  const canExport = useCan('responses.export')
  const canDelete = useCan('responses.edit')
  const [search] = useSearchParams()
  const opened = useOpenedWord('open')
  // Outside of the selection bar: that goes when the review has emptied the selection, its outcome must stay.
  const [reviewing, setReviewing] = useState<BulkTarget>()
  const isOfOne = takesWord(responses.list, 'surveyId', search.get('surveyId'))
  const list = useList(responses.list, isOfOne ? columnsOfOne : columns, {
    name: 'responses',
    sort: responseList.sort,
    kinds,
    canBeBlank: (name) => blankable.includes(name),
    exporting: isOfOne && canExport ? { ...exporting, asks: AnswersExport } : exporting,
    filters: ['status', 'surveyId', 'from', 'to'],
    open: ({ id }) => ({ search: withWords(search, { open: id }).toString() }),
    linkState: { opened: 'open' },
    emptyText: 'responses.empty',
  })
  const removal = { ...removing, list: responses.list, allowed: canDelete, byFilter: true }
  const editor = { canWrite: false, openForm: () => undefined, removal, form: null }
  // Back from a response, the keyboard is where it left the list.
  useFocusAfter(opened.value, (left) => (opened.value === '' ? linkTo(left) : undefined))
  if (opened.value !== '') return <ResponseView id={opened.value} list={list} onClose={opened.close} />
  return (
    <ListPage
      title="responses.title"
      {...list}
      above={<StatusTabs list={list} />}
      filters={<SurveyFilter view={list.view} />}
      offersMatching
      editor={editor}
      bulk={canReview ? () => reviewButtons(setReviewing) : undefined}
    >
      {reviewing && (
        <ReviewDialog target={reviewing} selection={list.selection} onClose={() => setReviewing(undefined)} />
      )}
    </ListPage>
  )
}

function FlagWords({ flags: raised }: Pick<ResponseRow, 'flags'>) {
  const textOr = useTextOr()
  if (raised.length === 0) return <span className="blank">–</span>
  return raised.map((flag) => textOr(`responses.flags.${flag}`, flag)).join(', ')
}

function reviewButtons(onReview: (target: BulkTarget) => void) {
  return <ReviewButtons onReview={onReview} />
}

function linkTo(id: string): HTMLElement | null {
  return document.querySelector(`.list a[href$="open=${id}"]`)
}

/** All, and each status with how many there are under the other filters. */
function StatusTabs({ list: { data, view } }: { list: ResponseList }) {
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
