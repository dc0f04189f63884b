/** Participants' own links to the survey: made for one of them, or for the whole list as a file, and revoked. */
import { useState } from 'react'
import type { AccessSubject } from '#contract/survey-access.ts'
import { type ParticipantLink, surveyTokens } from '#contract/survey-tokens.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { linkPath } from '#domain/surveys/survey-link.ts'
import { saveAs } from '../../../api/download.ts'
import { basePath } from '../../../api/page-settings.ts'
import { useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { csvText } from '#domain/text/csv.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { SubjectSelect } from './SubjectSelect.tsx'
import { TokenRows } from '../../../tokens/TokenRows.tsx'
import { useSurveyTokens } from './use-survey-tokens.ts'

/** The others are found in the file that was made with them. */
const shownRows = 50

export function ParticipantLinks({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.access')
  return (
    <Panel heading={t('surveyLink.own.heading')}>
      <p>{t('surveyLink.own.what')}</p>
      {refusal === undefined ? <Links survey={survey} /> : <Note tone="neutral">{refusal}</Note>}
    </Panel>
  )
}

function Links({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const { tokens: links, error, retry, revoke } = useSurveyTokens(survey.id, 'ANSWER')
  if (error) return <LoadProblem error={error} onRetry={retry} />
  const shown = links?.slice(0, shownRows).map((link) => ({ ...link, name: link.participant?.name ?? link.name }))
  return (
    <>
      <LinkMaker survey={survey} />
      <TokenRows tokens={shown} words="surveyLink.own" revoke={revoke} />
      {links && links.length > shownRows && (
        <p className="access-hint">{t('surveyLink.own.more', { count: links.length - shownRows })}</p>
      )}
    </>
  )
}

function LinkMaker({ survey: { id, encodedId, title } }: { survey: SurveyDetail }) {
  const t = useText()
  const [chosen, setChosen] = useState<AccessSubject>()
  const [made, setMade] = useState<ParticipantLink>()
  const [isRenewing, setRenewing] = useState(false)
  const make = useSend(surveyTokens.links, { refreshes: [surveyTokens.list] })
  const addressOf = ({ token }: ParticipantLink) => `${location.origin}${basePath}${linkPath(encodedId)}#${token}`

  async function makeOne(participantId: number) {
    const { data } = await make.mutateAsync({ params: { id }, body: { participantId } })
    setMade(data.links[0])
    setChosen(undefined)
  }

  async function makeList(list: 'MISSING' | 'ALL') {
    const { links } = (await make.mutateAsync({ params: { id }, body: { list } })).data
    if (links.length === 0) return t('surveyLink.own.noneMissing')
    const heading = [t('surveyLink.own.name'), t('surveyLink.own.phone'), t('surveyLink.own.link')]
    const rows = links.map((link) => [link.name, link.phone, addressOf(link)])
    saveAs(`${title}.csv`, new Blob([csvText([heading, ...rows])], { type: 'text/csv;charset=utf-8' }))
    return t('surveyLink.own.made', { count: links.length })
  }

  return (
    <>
      <div className="access-form">
        <SubjectSelect
          right="COLLECT"
          kind="USER"
          label="surveyLink.own.participant"
          value={chosen}
          onChange={setChosen}
        />
        <Button
          look="primary"
          disabled={chosen === undefined}
          loading={make.isPending}
          onClick={() => chosen && void makeOne(chosen.subjectId).catch(() => undefined)}
        >
          {t('surveyLink.own.make')}
        </Button>
        <Button disabled={make.isPending} onClick={() => void makeList('MISSING').then(toast, () => undefined)}>
          {t('surveyLink.own.missing')}
        </Button>
        <Button aria-haspopup="dialog" disabled={make.isPending} onClick={() => setRenewing(true)}>
          {t('surveyLink.own.all')}
        </Button>
        {!isRenewing && <ErrorNote error={make.error} />}
      </div>
      {made && (
        <div>
          <output>{t('surveyLink.own.madeFor', { name: made.name })}</output>
          <CopyText text={addressOf(made)} />
        </div>
      )}
      {isRenewing && (
        <ConfirmDialog
          title={t('surveyLink.own.allTitle')}
          action={t('surveyLink.own.makeAll')}
          danger
          run={() => makeList('ALL')}
          onClose={() => setRenewing(false)}
        >
          <p>{t('surveyLink.own.allText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
