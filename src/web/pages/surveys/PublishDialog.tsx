/** What publishing, or beginning a pilot, does before it is done; or everything that keeps the survey from it. */
import { useState } from 'react'
import { surveyLife } from '#contract/survey-life.ts'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { openingProblems } from '#domain/surveys/survey-life.ts'
import { publishProblems } from '#domain/publishing/survey-rules.ts'
import { logicChanges } from '#domain/surveys/version-changes.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { ApiError } from '../../api/api-error.ts'
import { highestAmounts } from '../../api/page-settings.ts'
import { useCall, useSend } from '../../api/query.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { Link } from 'react-router'
import { logicLines } from './content/rule-lines.ts'
import { useSetPilot } from './life/use-move.ts'
import { ChangeList } from './versions/ChangeList.tsx'
import { useObstacleWords, obstaclePlace } from './obstacle-words.ts'

interface PublishDialogProps {
  survey: SurveyDetail
  as: 'PUBLISH' | 'PILOT'
  onClose: () => void
  /** It is done, but no one can do some of the work on its responses. */
  onUnattended: () => void
}

export function PublishDialog({ survey, as, onClose, onUnattended }: PublishDialogProps) {
  const t = useText()
  const [refused, setRefused] = useState<readonly FieldProblem[]>()
  const publish = useSend(surveys.publish, { refreshes: [surveys.get, surveys.list], once: true })
  const setPilot = useSetPilot(survey)
  const obstacles = refused ?? obstaclesOf(survey, as)
  const next = (survey.currentVersion ?? 0) + (survey.changedSincePublish ? 1 : 0)
  const ready = obstacles.length === 0
  const progress = useCall(surveyLife.progress, { params: { surveyId: survey.id } })

  async function run() {
    setRefused(undefined)
    try {
      if (as === 'PILOT') await setPilot(true)
      else {
        const { data } = await publish.mutateAsync({ params: { surveyId: survey.id } })
        toast(t('surveys.published', { version: data.version.number }))
      }
      const { data: now } = await progress.refetch()
      if (!now || now.data.unattended.length === 0) return true
      onUnattended()
      return false
    } catch (error) {
      setRefused(refusedFor(error))
      throw error
    }
  }

  return (
    <ConfirmDialog
      title={ready ? t(words[as].question, { version: next }) : t('surveys.notReady')}
      action={ready ? t(words[as].action, { version: next }) : undefined}
      size="medium"
      run={run}
      onClose={onClose}
    >
      {ready ? (
        <Consequences survey={survey} as={as} next={next} />
      ) : (
        <PublishObstacles {...{ survey, obstacles, onClose }} />
      )}
    </ConfirmDialog>
  )
}

const words = {
  PUBLISH: { question: 'surveys.publishQuestion', action: 'surveys.publishVersion' },
  PILOT: { question: 'surveys.pilotQuestion', action: 'surveys.move.PILOT' },
} as const

function obstaclesOf(survey: SurveyDetail, as: 'PUBLISH' | 'PILOT'): readonly FieldProblem[] {
  const period = as === 'PILOT' ? [] : openingProblems(survey, new Date())
  return [...publishProblems(survey, survey, highestAmounts()), ...period]
}

/** What the server found, should it be more than the page could know. */
function refusedFor(error: unknown): readonly FieldProblem[] | undefined {
  return error instanceof ApiError && error.code === 'SURVEY_NOT_READY' ? error.errors : undefined
}

function Consequences({ survey, as, next }: Pick<PublishDialogProps, 'survey' | 'as'> & { next: number }) {
  const t = useText()
  const isPilot = as === 'PILOT'
  const { changedSincePublish: isNew, questionCount: questions } = survey
  const logic = logicChanges(null, survey)
  return (
    <>
      <ul className="publish-consequences">
        <li>
          {isNew
            ? t('surveys.publishDoes.version', { version: next, questions, ...logic })
            : t('surveys.publishDoes.same', { version: next })}
        </li>
        <li>{t(isPilot ? 'surveys.pilotDoes.take' : 'surveys.publishDoes.open')}</li>
        {isPilot && <li>{t('surveys.pilotDoes.apart')}</li>}
        <li>{t('surveys.publishDoes.freeze')}</li>
        {isNew && survey.currentVersion !== null && (
          <li>{t('surveys.publishDoes.pinned', { version: survey.currentVersion, count: survey.responseCount })}</li>
        )}
      </ul>
      <Logic survey={survey} />
      {isNew && survey.currentVersion !== null && <ChangeList survey={survey} />}
    </>
  )
}

/** Each rule and condition by name: one that is missing is noticed here, not on the phones. */
function Logic({ survey }: Pick<PublishDialogProps, 'survey'>) {
  const t = useText()
  const lines = logicLines(survey, currentLocale(), t)
  if (lines.length === 0) return null
  return (
    <details open={lines.length <= 10}>
      <summary>{t('surveys.publishDoes.logic', { count: lines.length })}</summary>
      <ul className="publish-consequences">
        {lines.map(({ of, text }) => (
          <li key={of + text}>
            <code>{of}</code> {text}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface PublishObstaclesProps {
  survey: SurveyDetail
  obstacles: readonly FieldProblem[]
  onClose: () => void
}

/** Everything that keeps the survey from being published; each leads to its place. */
function PublishObstacles({ survey, obstacles, onClose }: PublishObstaclesProps) {
  const t = useText()
  const { place, what } = useObstacleWords(survey)
  return (
    <>
      <p>{t('surveys.obstacles', { count: obstacles.length })}</p>
      <ul className="publish-obstacles">
        {obstacles.map((obstacle) => (
          <li key={obstacle.path + obstacle.code}>
            <Link to={linkTo(obstacle.path, survey)} onClick={onClose}>
              {place(obstacle)}
            </Link>
            <span>{what(obstacle)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function linkTo(path: string, survey: SurveyDetail) {
  const { section, question } = obstaclePlace(path, survey.sections)
  if (question) return { search: '?tab=content', hash: `#question-${question.id}` }
  if (section) return { search: '?tab=content', hash: `#section-${section.id}` }
  return { search: path === 'sections' ? '?tab=content' : '?modal=update' }
}
