/** Staff enter the responses of a paper or a call, one after the other. The URL names the survey. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { entry } from '#contract/entry.ts'
import type { ResponseRow } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { LookupSelect } from '../../../form/LookupSelect.tsx'
import { type BasicId, useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { takeFocus } from '../../../ui/focus.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { ScreenSkeleton } from '../../../ui/ScreenSkeleton.tsx'
import { EntryFilling } from './EntryFilling.tsx'
import './entry.css'

const openSurveys = { status: 'PUBLISHED,PILOT' }

export function EntryPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const survey = search.get('survey') ?? ''
  return (
    <section className="entry">
      <PageHead title={t('entry.title')} />
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
      {survey !== '' && <OfSurvey key={survey} survey={survey} />}
    </section>
  )
}

function OfSurvey({ survey }: { survey: string }) {
  const basic = useBasicText()
  const [round, setRound] = useState(1)
  const [stored, setStored] = useState<ResponseRow>()
  const { data, error, refetch } = useCall(entry.form, { params: { surveyId: survey } })
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <ScreenSkeleton />
  if (stored)
    return (
      <Stored
        row={stored}
        onNext={() => {
          setStored(undefined)
          setRound(round + 1)
        }}
      />
    )
  const { refusal } = data.data
  return (
    <>
      {refusal !== null && <Note tone="warning">{basic(`errors.${refusal}` as BasicId)}</Note>}
      <EntryFilling key={round} form={data.data} onStored={setStored} />
    </>
  )
}

function Stored({ row, onNext }: { row: ResponseRow; onNext: () => void }) {
  const t = useText()
  const canRead = useCan('responses.read')
  return (
    <div className="entry-stored">
      <Note tone="success" said="politely">
        {t(row.isPilot ? 'entry.storedPilot' : 'entry.storedNote')}
      </Note>
      <div className="entry-ways">
        <Button look="primary" ref={takeFocus} onClick={onNext}>
          {t('entry.next')}
        </Button>
        {canRead && <ButtonLink to={`/response?open=${row.id}`}>{t('entry.open')}</ButtonLink>}
      </div>
    </div>
  )
}
