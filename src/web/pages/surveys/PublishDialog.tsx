/** What publishing does, before it is done; or everything that stands in its way. */
import { useState } from 'react'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { publishProblems } from '#domain/survey-rules.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { ApiError } from '../../api/api-error.ts'
import { highestAmounts } from '../../api/page-settings.ts'
import { newKey } from '../../api/client.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { ChangeList } from './versions/ChangeList.tsx'
import { PublishObstacles } from './PublishObstacles.tsx'

interface PublishDialogProps {
  survey: SurveyDetail
  onClose: () => void
}

export function PublishDialog({ survey, onClose }: PublishDialogProps) {
  const t = useText()
  const [key] = useState(newKey)
  const [refused, setRefused] = useState<readonly FieldProblem[]>()
  const publish = useSend(surveys.publish, { refreshes: [surveys.get, surveys.list] })
  const obstacles = refused ?? publishProblems(survey, survey, highestAmounts())
  const next = (survey.currentVersion ?? 0) + 1
  const ready = obstacles.length === 0

  async function run() {
    setRefused(undefined)
    try {
      const { data } = await publish.mutateAsync({ params: { surveyId: survey.id }, idempotencyKey: key })
      toast(t('surveys.published', { version: data.version.number }))
      onClose()
    } catch (error) {
      setRefused(refusedFor(error))
      throw error
    }
  }

  return (
    <ConfirmDialog
      title={ready ? t('surveys.publishQuestion', { version: next }) : t('surveys.notReady')}
      action={ready ? t('surveys.publishVersion', { version: next }) : undefined}
      danger="plain"
      size="medium"
      run={run}
      onClose={onClose}
    >
      {ready ? <Consequences survey={survey} next={next} /> : <PublishObstacles {...{ survey, obstacles, onClose }} />}
    </ConfirmDialog>
  )
}

/** What the server found, should it be more than the page could know. */
function refusedFor(error: unknown): readonly FieldProblem[] | undefined {
  return error instanceof ApiError && error.code === 'SURVEY_NOT_READY' ? error.errors : undefined
}

function Consequences({ survey, next }: { survey: SurveyDetail; next: number }) {
  const t = useText()
  return (
    <>
      <ul className="publish-consequences">
        <li>{t('surveys.publishDoes.version', { version: next, questions: survey.questionCount })}</li>
        <li>{t('surveys.publishDoes.open')}</li>
        <li>{t('surveys.publishDoes.freeze')}</li>
        {survey.currentVersion !== null && (
          <li>{t('surveys.publishDoes.pinned', { version: survey.currentVersion, count: survey.responseCount })}</li>
        )}
      </ul>
      {survey.currentVersion !== null && <ChangeList survey={survey} />}
    </>
  )
}
