import { WarningOutlined } from '@ant-design/icons'
import type { FieldProblem } from '#domain/problems.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useTextOr } from '../../../i18n/text.ts'

/** What of this place keeps the survey from being published, where it is. */
export function Obstacles({ found, path }: { found: readonly FieldProblem[]; path: string }) {
  const textOr = useTextOr()
  const problemText = useProblemText()
  if (found.length === 0) return null
  return (
    <ul className="content-obstacles">
      {found.map((problem) => {
        const field = problem.path.startsWith(`${path}.`) ? problem.path.slice(path.length + 1) : ''
        return (
          <li key={problem.path + problem.code}>
            <WarningOutlined /> {textOr(`surveys.obstacle.no.${field}`, problemText(problem))}
          </li>
        )
      })}
    </ul>
  )
}
