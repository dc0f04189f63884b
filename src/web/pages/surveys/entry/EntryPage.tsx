/** Staff enter the responses of a paper or a call, one after the other. The URL names the survey. */
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Draft, drafts } from '#contract/drafts.ts'
import { entry } from '#contract/entry.ts'
import type { ResponseRow } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import type { Notice } from '#domain/surveys/notices.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useLocale } from '../../../i18n/locale.ts'
import { type BasicId, useBasicText } from '../../../i18n/basic.ts'
import { useText, useFormat } from '../../../i18n/text.ts'
import { lazyComponent } from '../../../lazy-component.ts'
import { languageFor, languagesOf } from '#domain/surveys/languages.ts'
import { WithLists } from '../../../survey/WithLists.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { takeFocus } from '../../../ui/focus.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { ScreenSkeleton } from '../../../ui/ScreenSkeleton.tsx'
import { DraftList } from './DraftList.tsx'
import { EntryFilling } from './EntryFilling.tsx'
import { returned } from '#contract/returned.ts'
import './entry.css'

const LookupSelect = lazyComponent(async () => (await import('../../../form/LookupSelect.tsx')).LookupSelect)
const NoticeText = lazyComponent(async () => (await import('../../../questionnaire/Notices.tsx')).NoticeText)
const ReturnedFilling = lazyComponent(async () => (await import('./ReturnedFilling.tsx')).ReturnedFilling)

const openSurveys = { status: 'PUBLISHED,PILOT' }

export function EntryPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const survey = search.get('survey') ?? ''
  const correcting = search.get('returned')
  return (
    <section className="entry">
      <PageHead title={t('entry.title')} />
      {correcting !== null && (
        <Suspense fallback={<ScreenSkeleton />}>
          <ReturnedFilling key={correcting} id={correcting} onDone={() => setSearch({})} />
        </Suspense>
      )}
      {correcting === null ? (
        <Suspense fallback={<span className="entry-survey skeleton" />}>
          <LookupSelect
            className="entry-survey"
            aria-label={t('entry.survey')}
            placeholder={t('entry.chooseSurvey')}
            list={surveys.list}
            get={surveys.get}
            query={openSurveys}
            value={survey === '' ? undefined : /^\d+$/.test(survey) ? Number(survey) : survey}
            onChange={(id) => setSearch(id === undefined ? {} : { survey: String(id) })}
          />
        </Suspense>
      ) : (
        <div>
          <ButtonLink to="/form">{t('action.cancel')}</ButtonLink>
        </div>
      )}
      {survey === '' && correcting === null && (
        <>
          <p className="blank">{t('entry.onlyOpen')}</p>
          <ReturnedList />
          <DraftList />
        </>
      )}
      {survey !== '' && <OfSurvey key={survey} survey={survey} />}
    </section>
  )
}

interface Start {
  round: number
  /** Undefined: with the draft that was there. */
  begunWith: Draft | null | undefined
}

function OfSurvey({ survey }: { survey: string }) {
  const basic = useBasicText()
  const locale = useLocale()
  // The next interview is likely to be in the language of the one before.
  const [chosen, setChosen] = useState<string>(locale)
  const [{ round, begunWith }, setStart] = useState<Start>({ round: 1, begunWith: undefined })
  const [stored, setStored] = useState<ResponseRow>()
  const { data, error, refetch } = useCall(entry.form, { params: { surveyId: survey } })
  // What this browser remembers may be older than what another one saved.
  const draft = useCall(drafts.get, { params: { surveyId: survey } })
  const { [round === 1 ? 'isFetchedAfterMount' : 'isFetched']: isDraftKnown } = draft
  const trouble = (data ? null : error) ?? (draft.data ? null : draft.error)
  if (trouble)
    return (
      <LoadProblem
        error={trouble}
        onRetry={() => {
          void refetch()
          void draft.refetch()
        }}
      />
    )
  if (!data || !draft.data || !isDraftKnown) return <ScreenSkeleton />
  const { refusal, content } = data.data
  const language = languageFor(languagesOf(content), chosen)
  if (stored)
    return (
      <Stored
        row={stored}
        closing={content.notices?.closing}
        language={language}
        onNext={() => {
          setStored(undefined)
          setStart({ round: round + 1, begunWith: null })
        }}
      />
    )
  const begin = (begunWith: Draft | null) => setStart({ round: round + 1, begunWith })
  return (
    <>
      {refusal !== null && <Note tone="warning">{basic(`errors.${refusal}` as BasicId)}</Note>}
      <WithLists surveyId={data.data.surveyId} content={content}>
        {(whole) => (
          <EntryFilling
            key={round}
            form={data.data}
            content={whole}
            draft={begunWith === undefined ? draft.data.data : begunWith}
            language={language}
            onLanguage={setChosen}
            onStored={setStored}
            onLoadOther={() => void draft.refetch().then((read) => begin(read.data?.data ?? null))}
            onDiscarded={() => begin(null)}
          />
        )}
      </WithLists>
    </>
  )
}

interface StoredProps {
  row: ResponseRow
  /** What the participant is told at the end. */
  closing: Notice | undefined
  language: string
  onNext: () => void
}

function Stored({ row, closing, language, onNext }: StoredProps) {
  const t = useText()
  const canRead = useCan('responses.read')
  return (
    <div className="entry-stored">
      <Note tone="success" said="politely">
        {t(row.isPilot ? 'entry.storedPilot' : 'entry.storedNote')}
      </Note>
      {closing && (
        <section className="entry-closing" aria-labelledby="entry-closing">
          <h2 id="entry-closing">{t('entry.closing')}</h2>
          <Suspense fallback={null}>
            <NoticeText notice={closing} language={language} />
          </Suspense>
        </section>
      )}
      <div className="entry-ways">
        <Button look="primary" ref={takeFocus} onClick={onNext}>
          {t('entry.next')}
        </Button>
        {canRead && <ButtonLink to={`/response?open=${row.id}`}>{t('entry.open')}</ButtonLink>}
      </div>
    </div>
  )
}

const mostShown = 100

/** The responses of the user that a reviewer returned; nothing while there are none. */
function ReturnedList() {
  const t = useText()
  const format = useFormat()
  const { data, error, refetch } = useCall(returned.list, { query: { pageSize: String(mostShown) } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data || data.total === 0) return null
  return (
    <section>
      <h2>{t('entry.returned', { count: data.total })}</h2>
      <ul className="entry-drafts">
        {data.list.map(({ id, surveyTitle, participantName, submittedAt, issueCategoryTitle, reason }) => (
          <li key={id}>
            <div>
              <strong>{surveyTitle}</strong>
              <p>{[participantName, format.dateTime(submittedAt)].filter(Boolean).join(' · ')}</p>
              {(issueCategoryTitle || reason) && <q>{[issueCategoryTitle, reason].filter(Boolean).join(' · ')}</q>}
            </div>
            <ButtonLink to={`/form?returned=${id}`}>
              {t('entry.returned.correct')} <span className="visually-hidden">{surveyTitle}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
