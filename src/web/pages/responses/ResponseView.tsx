/** One response: its answers, its facts and the verdict, with the way to the next one. */
import { EditOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { responses, type ResponseDetail } from '#contract/responses.ts'
import { useCall } from '../../api/query.ts'
import { useLocale } from '../../i18n/locale.ts'
import { groupedPhone } from '../../i18n/grouped-phone.ts'
import { useFormat, useText, useTextOr } from '../../i18n/text.ts'
import type { ReviewTarget } from '#domain/answers/response.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { placesAmong } from '#domain/answers/answer-values.ts'
import { responseName } from '#domain/answers/form-name.ts'
import { reviewKeys } from './review-key-list.ts'
import { staysIn, type Undo } from './use-undo.ts'
import { FoldedHistory } from '../../history/History.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { languageFor, languagesOf } from '#domain/surveys/languages.ts'
import { WithLists } from '../../survey/WithLists.tsx'
import { LanguageChoice } from '../../survey/LanguageChoice.tsx'
import { AnswerSections } from './AnswerSections.tsx'
import { QualityFlags } from './QualityFlags.tsx'
import { ReviewBar } from './ReviewBar.tsx'
import type { ResponseList } from './response-list.ts'
import { isEdge, useNeighbours } from './use-neighbours.ts'
import { VerdictPanel } from './VerdictPanel.tsx'
import { fact, Facts } from '../../ui/Facts.tsx'
import { ConsentFact } from './ConsentFact.tsx'
import { Place } from './Place.tsx'
import { Timeline } from './Timeline.tsx'
import { useCan, useSession } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { isHeldByPayment } from './verdict-refusal.ts'

const ResponseMap = lazyComponent(async () => (await import('./ResponseMap.tsx')).ResponseMap, 'reference')

const HeaderForm = lazyDialog(async () => (await import('./HeaderForm.tsx')).HeaderForm)

const AnswersEditor = lazyComponent(async () => (await import('./AnswersEditor.tsx')).AnswersEditor)
const AnswerChanges = lazyComponent(async () => (await import('./AnswerChanges.tsx')).AnswerChanges)

const KeySheet = lazyDialog(async () => (await import('../../list/KeySheet.tsx')).KeySheet, 'listTools')

interface ResponseViewProps {
  /** A number, or the edge of a page that is on its way. */
  id: string
  list: ResponseList
  undo: Undo
  onClose: () => void
}

export function ResponseView({ id, list, undo, onClose }: ResponseViewProps) {
  const t = useText()
  const [helping, setHelping] = useState(false)
  // It stays from one response to the next.
  const [language, setLanguage] = useState<string>(useLocale())
  const [codes, setCodes] = useState(false)
  const neighbours = useNeighbours(id, list)
  const { data, error, refetch } = useCall(responses.get, { params: { id } }, { enabled: !isEdge(id) })
  const { nextId } = neighbours
  // Read ahead: reviewing goes as fast as one reads.
  useCall(responses.get, { params: { id: nextId ?? 0 } }, { enabled: nextId !== undefined })

  const today = useToday(list)

  function acted(to: ReviewTarget, how: 'goesOn' | 'stays') {
    if (!data) return
    undo.acted({ id: data.data.id, formKey: data.data.formKey, to })
    if (how === 'goesOn' && !neighbours.goOn(!staysIn(list.view.state.filters['status'], to)))
      toast(t('responses.allReviewed'))
  }

  return (
    <section className="response" data-codes={codes}>
      <ReviewBar
        {...{ neighbours, undo, onClose }}
        total={list.data.total}
        today={today}
        onUndo={() => void undo.undo().then((undone) => undone && neighbours.open(undone.id))}
        onKeys={() => setHelping(true)}
      />
      {error && <LoadProblem title="responses.loadFailed" error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <OpenResponse
          key={data.data.id}
          response={data.data}
          {...{ language, setLanguage, codes, setCodes }}
          onActed={acted}
        />
      )}
      {!data && !error && <ScreenSkeleton />}
      {helping && <KeySheet keys={reviewKeys} onClose={() => setHelping(false)} />}
    </section>
  )
}

/** Exact under the list's other filters; days are those of UTC, as everywhere in lists. */
function useToday({ data, view }: ResponseList): { done: number; all: number } | undefined {
  const { user } = useSession()
  const reviews = useCan('responses.review')
  const { status: _, ...words } = view.callWords
  const [day] = useState(() => new Date().toISOString().slice(0, 10))
  const mine = { reviewedBy: user?.id, reviewedAt: `${day}..`, status: 'APPROVED,REJECTED,HAS_ISSUES', pageSize: 1 }
  const asked = { query: { ...words, ...(view.state.q ? { q: view.state.q } : {}), ...mine } }
  const decided = useCall(responses.list, asked, { enabled: reviews, keepPrevious: true })
  const { statusCounts: counts } = data.answer ?? {}
  if (!decided.data || !counts) return undefined
  const { total: done } = decided.data
  return { done, all: done + counts.RECEIVED + counts.IN_REVIEW + counts.EDITED }
}

interface OpenResponseProps {
  response: ResponseDetail
  language: string
  setLanguage: (language: string) => void
  /** Whether the codes of questions are shown beside their texts. */
  codes: boolean
  setCodes: (codes: boolean) => void
  onActed: (to: ReviewTarget, how: 'goesOn' | 'stays') => void
}

function OpenResponse({ response, language, setLanguage, codes, setCodes, onActed }: OpenResponseProps) {
  const t = useText()
  const { status, surveyId, surveyTitle, surveyVersion } = response
  const name = responseName(response, response)
  const [isEditing, setEditing] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const refusal = useEditRefusal(response)
  const languages = languagesOf(response)
  const { state } = useLocation() as { state: { ask?: 'REJECTED' | 'HAS_ISSUES'; of?: number } | null }
  const asked = state?.of === response.id ? state.ask : undefined
  return (
    <>
      <title>{`${name} · ${t('responses.title')} · Canvass`}</title>
      <header className="response-head">
        <h1 ref={beginHere} tabIndex={-1} title={response.formKey}>
          {name}
        </h1>
        <RecordStatus of="responses" status={status} />
        {!isEditing && (
          <Button icon={<EditOutlined />} refusal={refusal} onClick={() => setEditing(true)}>
            {t('responses.edit')}
          </Button>
        )}
        <p>
          <Link to={`/survey/${surveyId}`}>{surveyTitle}</Link> · {t('surveys.version', { version: surveyVersion })}
        </p>
        {!isEditing && languages.length > 1 && (
          <LanguageChoice languages={languages} chosen={languageFor(languages, language)} onChoose={setLanguage} />
        )}
        {!isEditing && (
          <label className="response-codes">
            <Switch checked={codes} onChange={setCodes} />
            {t('responses.codes')}
          </label>
        )}
        <output className="visually-hidden">{`${name}, ${t(`responses.status.${status}`)}`}</output>
      </header>
      <div className="response-body">
        <div className="panel response-aside">
          <VerdictPanel key={response.id} response={response} asks={asked} onActed={onActed} />
          <QualityFlags response={response} />
          <ResponseFacts response={response} />
          <Button refusal={refusal} aria-haspopup="dialog" onClick={() => setCorrecting(true)}>
            {t('responses.header.edit')}
          </Button>
          <section className="timeline-part">
            <h2>{t('responses.timeline.title')}</h2>
            <Timeline response={response} />
          </section>
          <FoldedChanges response={response} refusal={refusal} />
          <FoldedHistory subjectType="form" subjectId={response.id} />
        </div>
        {isEditing ? (
          <Suspense fallback={<AnswerSections {...{ response, language }} />}>
            <WithLists surveyId={response.surveyId} content={response}>
              {(whole) => <AnswersEditor response={whole} onClose={() => setEditing(false)} />}
            </WithLists>
          </Suspense>
        ) : (
          <AnswerSections {...{ response, language }} />
        )}
      </div>
      {isCorrecting && <HeaderForm response={response} onDone={() => setCorrecting(false)} />}
    </>
  )
}

function FoldedChanges({ response, refusal }: { response: ResponseDetail; refusal: string | undefined }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="folded-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('responses.changes.title')}</summary>
      {isOpen && (
        <Suspense>
          <WithLists surveyId={response.surveyId} content={response}>
            {(whole) => <AnswerChanges response={whole} refusal={refusal} />}
          </WithLists>
        </Suspense>
      )}
    </details>
  )
}

/** The keyboard begins at the heading when the response is opened, and stays where it is from one to the next. */
function beginHere(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}

/** Who, when, where, and what became of it so far. */
function ResponseFacts({ response }: { response: ResponseDetail }) {
  const t = useText()
  const format = useFormat()
  const { participant, phone, latitude, longitude, accuracy, reviewedAt, reviewedBy, reason } = response
  const { fence, fenceDistance } = response
  const metres = format.number(Math.round(fenceDistance ?? 0))
  const away = fenceDistance === null ? '' : ` (${t('responses.fenceAway', { metres })})`
  const isPlaced = latitude !== null && longitude !== null
  const place = isPlaced ? { latitude, longitude } : placesAmong(response.answers)[0]?.at
  return (
    <Facts
      of={[
        fact(t('responses.field.participant'), participant?.name ?? '–'),
        fact(t('responses.field.phone'), phone ? groupedPhone(phone) : '–'),
        fact(t('responses.field.submittedAt'), format.dateTime(response.submittedAt)),
        fact(t('responses.field.receivedAt'), format.dateTime(response.receivedAt)),
        fact(t('responses.field.source'), t(`responses.source.${response.source}`)),
        fact(t('responses.field.collector'), response.collector ?? '–'),
        fact(t('responses.field.isPilot'), response.isPilot && t('responses.pilot')),
        fact(
          t('responses.field.reviewedAt'),
          reviewedAt !== null &&
            t('responses.reviewedBy', { by: reviewedBy ?? 'none', at: format.dateTime(reviewedAt) }),
        ),
        fact(t('responses.field.issueCategoryTitle'), response.issueCategoryTitle),
        fact(t('responses.field.reason'), reason || undefined),
        fact(
          t('responses.wayBack'),
          response.status === 'HAS_ISSUES' && t(`responses.wayBack.${response.wayBack}`),
          'long',
        ),
        fact(t('responses.field.paymentStatus'), <PaymentFact response={response} />),
        fact(t('responses.field.fence'), fence !== null && `${t(`responses.fence.${fence}`)}${away}`),
        fact(t('responses.field.consent'), response.consent && <ConsentFact consent={response.consent} />, 'long'),
        fact(
          t('responses.field.location'),
          place && (
            <Place
              {...place}
              accuracy={accuracy ?? undefined}
              map={
                <Suspense>
                  <ResponseMap key={response.id} response={response} place={place} />
                </Suspense>
              }
            />
          ),
          'long',
        ),
      ]}
    />
  )
}

/** How far the payment of a response is, and what it waits for. */
function PaymentFact({ response: { paymentStatus, isPilot } }: { response: ResponseDetail }) {
  const t = useText()
  const textOr = useTextOr()
  if (paymentStatus === null) return t(isPilot ? 'responses.payment.pilot' : 'responses.payment.none')
  return textOr(`responses.payment.${paymentStatus}`, paymentStatus)
}

/** Why this person may not change the answers now; undefined when they may. */
function useEditRefusal(response: ResponseDetail): string | undefined {
  const t = useText()
  const basic = useBasicText()
  const permission = 'responses.edit'
  const canEdit = useCan(permission)
  if (!canEdit) return t('action.needs', { permission })
  return isHeldByPayment(response) ? basic('errors.RESPONSE_LOCKED') : undefined
}
