import { ArrowLeftOutlined, LeftOutlined, QuestionCircleOutlined, RightOutlined } from '@ant-design/icons'
import { useText } from '../../i18n/text.ts'
import type { Neighbours } from './use-neighbours.ts'
import { UndoNote } from './UndoNote.tsx'
import type { Undo } from './use-undo.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { Button } from '../../ui/Button.tsx'

interface ReviewBarProps {
  neighbours: Neighbours
  total: number
  /** Decided by this reviewer today, and those with what still waits in the list. */
  today: { done: number; all: number } | undefined
  undo: Undo
  onUndo: () => void
  onKeys: () => void
  onClose: () => void
}

/** Back to the list, and on to the next one. */
export function ReviewBar({ neighbours, total, today, undo, onUndo, onKeys, onClose }: ReviewBarProps) {
  const t = useText()
  const { next, previous, place } = neighbours
  useReviewKeys({ j: next, k: previous, u: undo.last && onUndo, '?': onKeys })
  return (
    <nav className="review-bar" aria-label={t('responses.title')}>
      <Button look="text" icon={<ArrowLeftOutlined />} onClick={onClose}>
        {t('responses.back')}
      </Button>
      <span className="review-place">
        {place !== undefined && (
          <span>{t('responses.place', { place: place + undo.gone, total: total + undo.gone })}</span>
        )}
        {today && <span className="wide-only"> · {t('responses.today', today)}</span>}
      </span>
      <UndoNote undo={undo} onUndo={onUndo} />
      <Button
        className="review-keys wide-only"
        look="text"
        icon={<QuestionCircleOutlined />}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onClick={onKeys}
      >
        {t('list.tool.keys')}
      </Button>
      <Button
        icon={<LeftOutlined />}
        aria-keyshortcuts="k"
        refusal={previous ? undefined : t('responses.noPrevious')}
        onClick={() => previous?.()}
      >
        {t('responses.previous')}
      </Button>
      <Button aria-keyshortcuts="j" refusal={next ? undefined : t('responses.noNext')} onClick={() => next?.()}>
        {t('responses.next')}
        <RightOutlined />
      </Button>
    </nav>
  )
}
