/** Who may answer, and when: what can be switched at once, and the way to the rest. The toasts are the seed's (§8). */
import { TeamOutlined } from '@ant-design/icons'
import { useId, useState } from 'react'
import { surveyLife } from '#contract/survey-life.ts'
import { type Survey, type SurveyDetail, surveys } from '#contract/surveys.ts'
import { changeRefusal, lastIntakeAt, phaseOf, surveyMoveRefusal } from '#domain/surveys/survey-life.ts'
import { useSend } from '../../../api/query.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useFormat, useText, useTextOr } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { useIntl } from 'react-intl'
import { distanceOf } from './distance.ts'

const WhoMayAnswer = lazyDialog(async () => (await import('./WhoMayAnswer.tsx')).WhoMayAnswer)

export function AnsweringPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const basic = useBasicText()
  const format = useFormat()
  const modal = useOpenedWord('modal')
  const period = usePeriodWords(survey)
  const multiple = useMultiple(survey)
  const { status, startsAt, endsAt, participantLimit: limit } = survey
  const archived = changeRefusal(status)
  const editRefusal = useActRefusal(survey, 'edit', surveys.write) ?? (archived && basic(`errors.${archived}`))
  const mayManage = useActRefusal(survey, 'manage', 'surveys.publish')
  const statusRefusal = surveyMoveRefusal(status, survey.pilot ? 'END_PILOT' : 'PILOT')
  const pilotRefusal =
    mayManage ?? (statusRefusal && t('surveys.moveNotFrom', { status: t(`surveys.status.${status}`) }))
  return (
    <Panel className="overview-part" heading={t('surveys.answering')}>
      <p>{period}</p>
      <Facts
        of={[
          fact(t('surveys.field.startsAt'), startsAt === null ? t('surveys.startsAtOnce') : format.dateTime(startsAt)),
          fact(t('surveys.field.endsAt'), endsAt === null ? t('surveys.endsNever') : format.dateTime(endsAt)),
          fact(t('surveys.field.graceHours'), format.number(survey.graceHours)),
          fact(t('surveys.field.participantLimit'), limit === null ? t('surveys.limitNone') : format.number(limit)),
          fact(t('surveys.field.participantRequired'), t(survey.participantRequired ? 'list.yes' : 'list.no')),
        ]}
      />
      <ErrorNote error={multiple.error} />
      <Switched
        label={t('surveys.field.allowMultipleResponses')}
        help={t('surveys.allowMultipleHelp')}
        checked={survey.allowMultipleResponses}
        refusal={editRefusal}
        onChange={(on) => void multiple.set(on)}
      />
      <Switched
        label={t('surveys.pilotSwitch')}
        help={t('surveys.pilotHelp')}
        checked={survey.pilot}
        refusal={pilotRefusal}
        onChange={(on) => modal.open(on ? 'pilot' : 'end_pilot')}
      />
      <div>
        <Button icon={<TeamOutlined />} refusal={editRefusal} onClick={() => modal.open('answering')}>
          {t('surveys.answeringEdit')}
        </Button>
      </div>
      {modal.value === 'answering' && !editRefusal && <WhoMayAnswer survey={survey} onClose={modal.close} />}
    </Panel>
  )
}

function useMultiple({ id, version }: SurveyDetail) {
  const t = useText()
  const [error, setError] = useState<unknown>()
  const send = useSend(surveyLife.setMultiple, { refreshes: [surveys.get, surveys.list] })
  async function set(allowMultipleResponses: boolean): Promise<void> {
    setError(undefined)
    try {
      await send.mutateAsync({ params: { surveyId: id }, body: { allowMultipleResponses, version } })
      toast(t('surveys.multipleUpdated'))
    } catch (thrown) {
      setError(thrown)
      toast(t('surveys.multipleFailed'))
    }
  }
  return { set, error }
}

interface SwitchedProps {
  label: string
  help: string
  checked: boolean
  refusal: string | undefined
  onChange: (on: boolean) => void
}

function Switched({ label, help, checked, refusal, onChange }: SwitchedProps) {
  const id = useId()
  return (
    <div className="overview-switch">
      <Switch id={id} checked={checked} disabled={refusal !== undefined} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
      <small>{refusal ?? help}</small>
    </div>
  )
}

/** What the dates of a survey mean now, in words: "Ends in 3 days." */
function usePeriodWords(survey: Survey): string {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  const { locale } = useIntl()
  const [now] = useState(() => new Date())
  const { status, startsAt, endsAt, closedAt } = survey
  if (closedAt !== null) return t('surveys.phaseClosed', { when: format.dateTime(closedAt) })
  const ofStatus = textOr(`surveys.phaseOf.${status}`, '')
  if (ofStatus !== '') return ofStatus
  const phase = phaseOf(survey, now)
  const last = lastIntakeAt(survey)
  if (phase === 'GRACE' && last !== undefined)
    return t('surveys.phase.GRACE', { when: format.dateTime(new Date(last).toISOString()) })
  const moment = phase === 'BEFORE' ? startsAt : endsAt
  if (moment === null) return t('surveys.phase.OPEN_END')
  const { value, unit } = distanceOf(new Date(moment), now)
  const when = new Intl.RelativeTimeFormat(locale).format(value, unit)
  return t(`surveys.phase.${phase}`, { when })
}
