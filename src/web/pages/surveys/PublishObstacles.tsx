import { Link } from 'react-router'
import type { SurveyDetail } from '#contract/surveys.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { useText } from '../../i18n/text.ts'
import { useObstacleWords } from './obstacle-words.ts'
import { obstaclePlace } from './obstacle-place.ts'

interface PublishObstaclesProps {
  survey: SurveyDetail
  obstacles: readonly FieldProblem[]
  onClose: () => void
}

/** All problems that keep the survey from being published; each leads to its place. */
export function PublishObstacles({ survey, obstacles, onClose }: PublishObstaclesProps) {
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
