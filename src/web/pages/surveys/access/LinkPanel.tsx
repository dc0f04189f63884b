/** The public link of a survey: on or off, for how many responses, until when. */
import { useState } from 'react'
import { surveyLinks, type SurveyLink } from '#contract/survey-links.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { isOwnMachine, linkPath } from '#domain/surveys/survey-link.ts'
import { basePath } from '../../../api/page-settings.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { LastDayPicker } from '../../../ui/DatePicker.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useActRefusal } from '../use-act-refusal.ts'

export function LinkPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const canRead = useCan('surveys.write')
  const link = useCall(surveyLinks.get, { params: { id: survey.id } }, { enabled: canRead })
  return (
    <Panel heading={t('surveyLink.heading')}>
      <p>{t('surveyLink.what')}</p>
      {!canRead && <Note tone="neutral">{t('action.needs', { permission: 'surveys.write' })}</Note>}
      {link.error && <LoadProblem error={link.error} onRetry={() => void link.refetch()} />}
      {link.data && <LinkFields key={link.data.data.version} survey={survey} link={link.data.data} />}
    </Panel>
  )
}

type Settings = Pick<SurveyLink, 'isOn' | 'maxResponses' | 'expiresAt'>

function LinkFields({ survey, link }: { survey: SurveyDetail; link: SurveyLink }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.write')
  const [changes, setChanges] = useState<Partial<Settings>>({})
  const send = useSend(surveyLinks.update, { refreshes: [surveyLinks.get] })
  const { isOn, maxResponses, expiresAt }: Settings = { ...link, ...changes }
  const isDirty = Object.keys(changes).length > 0
  const set = (more: Partial<Settings>) => setChanges({ ...changes, ...more })

  async function save() {
    await send.mutateAsync({ params: { id: survey.id }, body: { ...changes, version: link.version } })
    toast(t('surveyLink.saved'))
  }

  return (
    <div className="link-settings">
      {refusal !== undefined && <Note tone="neutral">{refusal}</Note>}
      <label className="link-switch">
        <Switch checked={isOn} disabled={refusal !== undefined} onChange={(next) => set({ isOn: next })} />
        {t('surveyLink.isOn')}
      </label>
      {link.isOn ? (
        <>
          <CopyText text={`${location.origin}${basePath}${linkPath(link.encodedId)}`} />
          {isOwnMachine(location.hostname) && <Note tone="warning">{t('surveyLink.ownMachine')}</Note>}
        </>
      ) : (
        <p className="access-none">{t('surveyLink.off')}</p>
      )}
      <div className="link-limits">
        <label>
          {t('surveyLink.most')}
          <NumberInput
            value={maxResponses}
            min={1}
            disabled={refusal !== undefined}
            placeholder={t('surveyLink.noMost')}
            onChange={(next) => set({ maxResponses: next })}
          />
        </label>
        <label>
          {t('surveyLink.until')}
          <LastDayPicker
            disabled={refusal !== undefined}
            placeholder={t('surveyAccess.forGood')}
            value={expiresAt}
            onChange={(end) => set({ expiresAt: end })}
          />
        </label>
      </div>
      <p className="access-hint">{t('surveyLink.came', { count: link.responseCount })}</p>
      <ErrorNote error={send.error} />
      <Button
        look="primary"
        refusal={refusal}
        disabled={!isDirty}
        loading={send.isPending}
        onClick={() => void save().catch(() => undefined)}
      >
        {t('action.save')}
      </Button>
    </div>
  )
}
