/** What publishing does, before it is done; or everything that stands in its way. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { publishProblems } from '#domain/survey-rules.ts'
import type { RuleProblem } from '#domain/survey-problems.ts'
import { ApiError } from '../../api/api-error.ts'
import { newKey } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { useSend } from '../../api/query.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { toast } from '../../ui/toasts.ts'
import { PublishObstacles } from './PublishObstacles.tsx'

interface PublishDialogProps {
  survey: SurveyDetail
  onClose: () => void
}

export function PublishDialog({ survey, onClose }: PublishDialogProps) {
  const t = useText()
  const basic = useBasicText()
  useReturnFocus()
  const [key] = useState(newKey)
  const [error, setError] = useState<unknown>()
  const publish = useSend(surveys.publish, { refreshes: [surveys.get, surveys.list] })
  const obstacles = refusedFor(error) ?? publishProblems(survey, survey)
  const next = (survey.currentVersion ?? 0) + 1

  async function confirm() {
    setError(undefined)
    try {
      const { data } = await publish.mutateAsync({ params: { surveyId: survey.id }, idempotencyKey: key })
      toast(t('surveys.published', { version: data.version.number }))
      onClose()
    } catch (thrown) {
      setError(thrown)
    }
  }

  const ready = obstacles.length === 0
  return (
    <Modal
      open
      title={ready ? t('surveys.publishQuestion', { version: next }) : t('surveys.notReady')}
      width={560}
      scrollLock={false}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ready ? t('action.cancel') : t('action.close')}</Button>
          {ready && (
            <Button type="primary" loading={publish.isPending} onClick={() => void confirm()}>
              {t('surveys.publishVersion', { version: next })}
            </Button>
          )}
        </>
      }
    >
      {error !== undefined && (
        <p className="note tone-danger" role="alert">
          {errorText(error, basic)}
        </p>
      )}
      {ready ? <Consequences survey={survey} next={next} /> : <PublishObstacles {...{ survey, obstacles, onClose }} />}
    </Modal>
  )
}

/** What the server found, should it be more than the page could know. */
function refusedFor(error: unknown): readonly RuleProblem[] | undefined {
  return error instanceof ApiError && error.code === 'SURVEY_NOT_READY' ? error.errors : undefined
}

function Consequences({ survey, next }: { survey: SurveyDetail; next: number }) {
  const t = useText()
  return (
    <ul className="publish-consequences">
      <li>{t('surveys.publishDoes.version', { version: next, questions: survey.questionCount })}</li>
      <li>{t('surveys.publishDoes.open')}</li>
      <li>{t('surveys.publishDoes.freeze')}</li>
      {survey.currentVersion !== null && (
        <li>{t('surveys.publishDoes.pinned', { version: survey.currentVersion, count: survey.responseCount })}</li>
      )}
    </ul>
  )
}
