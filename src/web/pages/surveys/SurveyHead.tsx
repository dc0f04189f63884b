import { EditOutlined, SendOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { publishRefusal } from '#domain/survey-rules.ts'
import { useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { ExplainedButton } from '../../ui/ExplainedButton.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { SurveyForm } from './SurveyForm.tsx'
import { SurveyStatusTag } from './SurveyStatusTag.tsx'

const PublishDialog = lazy(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))

/** Title, status, version, and what may be done with the survey as a whole. */
export function SurveyHead({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const basic = useBasicText()
  const format = useFormat()
  const canWrite = useCan(surveys.write)
  const canPublish = useCan('surveys.publish')
  const modal = useOpenedWord('modal')
  const [publishing, setPublishing] = useState(false)
  const { status, currentVersion, changedSincePublish } = survey
  const refusal = canPublish ? publishRefusal(status, { contentUnchanged: !changedSincePublish }) : 'FORBIDDEN'
  const whyNot = (code: ErrorCode) =>
    code === 'FORBIDDEN' ? t('action.needs', { permission: 'surveys.publish' }) : basic(`errors.${code}`)
  const row = { type: 'update', id: String(survey.id), row: survey, error: undefined } as const
  return (
    <header className="survey-head">
      <h1>{survey.title}</h1>
      <div className="survey-marks">
        <SurveyStatusTag status={status} />
        <span className="survey-version">
          {currentVersion === null
            ? t('surveys.noVersion')
            : t('surveys.version', { version: format.number(currentVersion) })}
        </span>
        {currentVersion !== null && changedSincePublish && (
          <span className="survey-changed">{t('surveys.changedSince', { version: currentVersion })}</span>
        )}
      </div>
      <div className="list-actions">
        <ExplainedButton
          icon={<EditOutlined />}
          refusal={canWrite ? undefined : t('action.needs', { permission: surveys.write })}
          onClick={() => modal.open('update')}
        >
          {t('surveys.editAction')}
        </ExplainedButton>
        <ExplainedButton
          type="primary"
          icon={<SendOutlined />}
          refusal={refusal && whyNot(refusal)}
          onClick={() => setPublishing(true)}
        >
          {t('surveys.publish')}
        </ExplainedButton>
      </div>
      <SurveyForm editing={modal.value === 'update' ? row : undefined} onDone={modal.close} readOnly={!canWrite} />
      {publishing && (
        <Suspense fallback={null}>
          <PublishDialog survey={survey} onClose={() => setPublishing(false)} />
        </Suspense>
      )}
    </header>
  )
}
