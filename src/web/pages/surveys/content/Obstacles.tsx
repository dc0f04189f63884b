import { WarningOutlined } from '@ant-design/icons'
import { useTextOr } from '../../../i18n/text.ts'
import { useContent } from './content-context.ts'

/** What of this place keeps the survey from being published, where it stands. */
export function Obstacles({ path }: { path: string }) {
  const textOr = useTextOr()
  const { obstacles } = useContent()
  const found = obstacles.get(path) ?? []
  if (found.length === 0) return null
  return (
    <ul className="content-obstacles">
      {found.map(({ path: full, code, limit = 0 }) => {
        const general = textOr(`problems.${code}`, code, { limit })
        const field = full.slice(path.length + 1)
        return (
          <li key={full + code}>
            <WarningOutlined /> {textOr(`surveys.obstacle.no.${field}`, general)}
          </li>
        )
      })}
    </ul>
  )
}
