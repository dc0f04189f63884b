import { EditOutlined, SendOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { publishRefusal } from '#domain/survey-rules.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { SurveyForm } from './SurveyForm.tsx'
import { useActRefusal } from './use-act-refusal.ts'

const PublishDialog = lazyDialog(async () => (await import('./PublishDialog.tsx')).PublishDialog)

/** Title, status, version, and what may be done with the survey as a whole. */
export function SurveyHead({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const basic = useBasicText()
  const format = useFormat()
  const editRefusal = useActRefusal(survey, 'edit', surveys.write)
  const manageRefusal = useActRefusal(survey, 'manage', 'surveys.publish')
  const modal = useOpenedWord('modal')
  const [publishing, setPublishing] = useState(false)
  const { status, currentVersion, changedSincePublish } = survey
  const refusal = publishRefusal(status, { contentUnchanged: !changedSincePublish })
  const row = { type: 'update', id: String(survey.id), row: survey, error: undefined } as const
  return (
    <>
      <PageHead
        className="survey-head"
        title={survey.title}
        actions={
          <>
            <Button icon={<EditOutlined />} refusal={editRefusal} onClick={() => modal.open('update')}>
              {t('surveys.editAction')}
            </Button>
            <Button
              look="primary"
              icon={<SendOutlined />}
              refusal={manageRefusal ?? (refusal && basic(`errors.${refusal}`))}
              onClick={() => setPublishing(true)}
            >
              {t('surveys.publish')}
            </Button>
          </>
        }
      >
        <div className="survey-marks">
          <RecordStatus of="surveys" status={status} />
          <span className="survey-version">
            {currentVersion === null
              ? t('surveys.noVersion')
              : t('surveys.version', { version: format.number(currentVersion) })}
          </span>
          {currentVersion !== null && changedSincePublish && (
            <span className="survey-changed">{t('surveys.changedSince', { version: currentVersion })}</span>
          )}
        </div>
      </PageHead>
      <SurveyForm
        editing={modal.value === 'update' ? row : undefined}
        onDone={modal.close}
        readOnly={editRefusal !== undefined}
      />
      {publishing && <PublishDialog survey={survey} onClose={() => setPublishing(false)} />}
    </>
  )
}
