import { WarningOutlined } from '@ant-design/icons'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useTextOr } from '../../../i18n/text.ts'
import { useContent } from './content-context.ts'

/** The problems of this place that keep the survey from being published, shown at the place. */
export function Obstacles({ path }: { path: string }) {
  const textOr = useTextOr()
  const problemText = useProblemText()
  const { obstacles } = useContent()
  const found = obstacles.get(path) ?? []
  if (found.length === 0) return null
  return (
    <ul className="content-obstacles">
      {found.map((problem) => {
        const field = problem.path.slice(path.length + 1)
        return (
          <li key={problem.path + problem.code}>
            <WarningOutlined /> {textOr(`surveys.obstacle.no.${field}`, problemText(problem))}
          </li>
        )
      })}
    </ul>
  )
}
