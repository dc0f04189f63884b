/** The review queue: the list, or over its place the one response that `?open=` names. */
import { Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { responseRemoval } from '#contract/response-removal.ts'
import { responseList, responses, type ResponseRow } from '#contract/responses.ts'
import { useCan } from '../../api/session.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { choice, column, dateTime, optional, phone, text, yesNo } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { takesWord, withWords } from '../../list/list-state.ts'
import { SurveyFilter } from '../../survey/SurveyFilter.tsx'
import { useList } from '../../list/use-list.ts'
import { useFocusAfter } from '../../ui/focus.ts'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { type BulkTarget, ReviewButtons } from './ReviewButtons.tsx'
import { responseStatuses } from '#domain/answers/response.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import type { ListLook } from '#contract/views.ts'
import { mostAnswersShown } from '#domain/answers/answer-words.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { shownColumns } from '../../views/look.ts'
import { useLook } from '../../views/look-store.ts'
import { formName, namingCode } from '#domain/answers/form-name.ts'
import { reviewKeys } from './review-key-list.ts'
import { UndoNote } from './UndoNote.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useUndo } from './use-undo.ts'
import type { AnswerTable, ResponseList } from './response-list.ts'
import './responses.css'

const AnswersExport = lazyDialog(async () => (await import('./AnswersExport.tsx')).AnswersExport)
const ReviewDialog = lazyDialog(async () => (await import('./ReviewDialog.tsx')).ReviewDialog)

const form = column('formKey', ({ formKey }: ResponseRow) => <span title={formKey}>{formName(formKey)}</span>)
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
  optional(text('collector')),
  optional(choice('fence', 'responses.fence')),
  optional(dateTime('reviewedAt')),
  optional(yesNo('isPilot')),
]
const columns = [form, survey, participant, status, payment, dateTime('submittedAt'), ...more]
/** Of one survey, its title says nothing: the phone takes its place. */
const columnsOfOne = [form, participant, phone('phone'), status, payment, dateTime('submittedAt')]

/** The status and the survey have controls of their own. */
const { status: _status, surveyId: _surveyId, ...kinds } = responseList.filters
const exporting = { start: responses.export, keys: Object.keys(responseList.file.shape) }
const blankable = ['siteId', 'administrativeUnitId', 'participantId', 'collector', 'flags', 'fence', 'reviewedAt']

/** Most visits are of the list. */
const ResponseView = lazyComponent(async () => (await import('./ResponseView.tsx')).ResponseView)

/** Most visits are of all surveys: what one survey adds comes on demand. */
const OfOneSurvey = lazyComponent(async () => (await import('./OfOneSurvey.tsx')).OfOneSurvey)

export function ResponsesPage() {
  const [search] = useSearchParams()
  const surveyId = search.get('surveyId')
  const isOfOne = surveyId !== null && /^[\w-]+$/.test(surveyId) && takesWord(responses.list, 'surveyId', surveyId)
  if (!isOfOne) return <ResponsesList />
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <OfOneSurvey key={surveyId} surveyId={surveyId}>
        {(table) => <ResponsesList table={table} />}
      </OfOneSurvey>
    </Suspense>
  )
}

function ResponsesList({ table }: { table?: AnswerTable }) {
  const t = useText()
  const canReview = useCan('responses.review')
  const canExport = useCan('responses.export')
  const canDelete = useCan('responses.edit')
  const seesAll = useCan('surveys.all')
  const [search] = useSearchParams()
  const opened = useOpenedWord('open')
  // Outside of the selection bar: that goes when the review has emptied the selection, its outcome must stay.
  const [reviewing, setReviewing] = useState<BulkTarget>()
  const allColumns = useMemo(() => (table ? [...columnsOfOne, ...table.columns, ...more] : columns), [table])
  const look = useLook(`responses-${table?.surveyId ?? 0}`)
  const questions = table && answersShown(allColumns, look)
  const list = useList(table?.call ?? responses.list, allColumns, {
    name: 'responses',
    of: table?.surveyId,
    sort: table ? [...responseList.sort, ...table.sorts] : responseList.sort,
    kinds: table ? { ...kinds, ...table.kinds } : kinds,
    ...(table ? { asCallWords: table.asCallWords } : {}),
    fixed: { questions },
    label: ({ formKey, participant: person, cells }) => {
      const named = cells?.[namingCode]
      return [typeof named === 'string' ? named : formName(formKey), person?.name].filter(Boolean).join(' · ')
    },
    canBeBlank: (name) => blankable.includes(name) || name.startsWith('answer.'),
    exporting: table && canExport ? { ...exporting, asks: AnswersExport } : exporting,
    filters: ['status', 'surveyId', 'from', 'to'],
    open: ({ id }) => ({ search: withWords(search, { open: id }).toString() }),
    linkState: { opened: 'open' },
    emptyText: seesAll ? 'responses.empty' : 'responses.noneGiven',
  })
  const removal = { ...responseRemoval, list: responses.list, allowed: canDelete, byFilter: true }
  const editor = { canWrite: false, openForm: () => undefined, removal, form: null }
  // Back from a response, the keyboard is where it left the list.
  useFocusAfter(opened.value, (left) => (opened.value === '' ? linkTo(left) : undefined))
  const undo = useUndo(list)
  useRowKeys({ list, undo, canReview, isOpen: opened.value !== '' })
  if (opened.value !== '')
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <ResponseView id={opened.value} {...{ list, undo }} onClose={opened.close} />
      </Suspense>
    )
  return (
    <ListPage
      title="responses.title"
      {...list}
      above={
        <>
          <StatusTabs list={list} />
          {(undo.last !== undefined || undo.error !== undefined) && (
            <UndoNote undo={undo} onUndo={() => void undo.undo()} />
          )}
          {table && table.counts.all > 0 && (
            <p className="answers-indexed">{t('responses.table.indexed', table.counts)}</p>
          )}
        </>
      }
      filters={<SurveyFilter view={list.view} />}
      offersMatching
      editor={editor}
      moreKeys={canReview ? reviewKeys : []}
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

/** Codes of the questions whose columns are shown. */
function answersShown(all: readonly { key: string; optional?: true }[], look: ListLook): string | undefined {
  const codes = shownColumns(all, look).flatMap(({ key }) => (key.startsWith('answer.') ? [key.slice(7)] : []))
  return codes.length === 0 ? undefined : codes.slice(0, mostAnswersShown).join(',')
}

function reviewButtons(onReview: (target: BulkTarget) => void) {
  return <ReviewButtons onReview={onReview} />
}

function linkTo(id: string): HTMLElement | null {
  return document.querySelector(`.list a[href$="open=${id}"]`)
}

/** All responses, and each status with its number under the other filters. */
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

/** How far the payment of a response is. */
function PaymentWord({ status }: { status: string | null }) {
  const textOr = useTextOr()
  if (status === null) return <span className="blank">–</span>
  return textOr(`payments.status.${status}`, status)
}
