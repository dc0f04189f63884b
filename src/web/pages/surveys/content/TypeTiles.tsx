/** The kinds of lines as tiles: those that a `/word` asks for, or the usual ones. The field before them keeps the focus. */
import {
  BorderOutlined,
  CalendarOutlined,
  CameraOutlined,
  CheckCircleOutlined,
  CheckSquareOutlined,
  EllipsisOutlined,
  EnvironmentOutlined,
  FileTextOutlined,
  FontSizeOutlined,
  NumberOutlined,
  RetweetOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { type AnswerKind, traitsOf } from '#domain/surveys/question-types.ts'
import { useText } from '../../../i18n/text.ts'
import { isSectionKind, type LineKind } from './written-line.ts'

const icons: Record<AnswerKind, ComponentType> = {
  text: FontSizeOutlined,
  number: NumberOutlined,
  choices: CheckSquareOutlined,
  date: CalendarOutlined,
  time: CalendarOutlined,
  datetime: CalendarOutlined,
  point: EnvironmentOutlined,
  file: CameraOutlined,
}

function iconOf(kind: LineKind): ComponentType {
  if (isSectionKind(kind)) return kind === 'ROSTER' ? RetweetOutlined : BorderOutlined
  const { answer, bind, chart } = traitsOf(kind)
  if (bind.startsWith('geo')) return EnvironmentOutlined
  if (answer === 'text' && chart === 'CHOICES') return CheckCircleOutlined
  return answer ? icons[answer] : FileTextOutlined
}

export function useKindName(): (kind: LineKind) => string {
  const t = useText()
  return (kind) => (isSectionKind(kind) ? t(`surveys.line.${kind}`) : t(`questions.type.${kind}`))
}

interface TypeTilesProps {
  id: string
  kinds: readonly LineKind[]
  /** The one that Enter takes, or that the line has. */
  current: LineKind | undefined
  onTake: (kind: LineKind) => void
  /** Shows all kinds; undefined: they are shown. */
  onAll?: (() => void) | undefined
}

export function TypeTiles({ id, kinds, current, onTake, onAll }: TypeTilesProps) {
  const t = useText()
  const nameOf = useKindName()
  return (
    <div className="type-tiles" onMouseDown={(event) => event.preventDefault()} role="none">
      {/* A list of the browser opens by itself and takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id={id} role="listbox" aria-label={t('questions.field.type')}>
        {kinds.map((kind) => {
          const Icon = iconOf(kind)
          return (
            <button
              key={kind}
              id={`${id}-${kind}`}
              type="button"
              tabIndex={-1}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={kind === current}
              onClick={() => onTake(kind)}
            >
              <Icon /> {nameOf(kind)}
            </button>
          )
        })}
      </div>
      {onAll && (
        <button type="button" tabIndex={-1} onClick={onAll}>
          <EllipsisOutlined /> {t('surveys.line.allTypes')}
        </button>
      )}
    </div>
  )
}
