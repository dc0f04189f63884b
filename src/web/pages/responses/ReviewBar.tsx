import { ArrowLeftOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useText } from '../../i18n/text.ts'
import type { Neighbours } from './use-neighbours.ts'
import { switchReviewKeys, useReviewKeys, useReviewKeysOn } from './use-review-keys.ts'
import { Button } from '../../ui/Button.tsx'

interface ReviewBarProps {
  neighbours: Neighbours
  total: number
  onClose: () => void
}

/** Back to the list, and on to the next one. */
export function ReviewBar({ neighbours: { next, previous, place }, total, onClose }: ReviewBarProps) {
  const t = useText()
  const keysOn = useReviewKeysOn()
  useReviewKeys({ next, previous })
  return (
    <nav className="review-bar" aria-label={t('responses.title')}>
      <Button look="text" icon={<ArrowLeftOutlined />} onClick={onClose}>
        {t('responses.back')}
      </Button>
      <span className="review-place">{place !== undefined && t('responses.place', { place, total })}</span>
      <label className="review-keys wide-only">
        <input type="checkbox" checked={keysOn} onChange={(event) => switchReviewKeys(event.target.checked)} />
        {t('responses.keys')}
      </label>
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
