/** Between choosing and doing: what would happen, with a last look at the facts. A screen of its own, at its own address. */
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { withWords } from '../../../list/list-state.ts'
import { Button } from '../../../ui/Button.tsx'
import { readReview } from '../review-state.ts'
import { OpenReview } from './OpenReview.tsx'

interface ReviewScreenProps {
  /** The step was taken: what was chosen for it is chosen no more. */
  onDone: () => void
}

export function ReviewScreen({ onDone }: ReviewScreenProps) {
  const { state } = useLocation()
  const { user } = useSession()
  const review = readReview(state, user?.id)
  return review ? <OpenReview review={review} onDone={onDone} /> : <LostReview />
}

/** A review is about what was chosen by hand; an address alone does not bring that back. */
function LostReview() {
  const t = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const back = { search: withWords(search, { review: undefined }).toString() }
  return (
    <section className="review">
      <title>{`${t('payments.review.lost')} · Canvass`}</title>
      <h1>{t('payments.review.lost')}</h1>
      <p>{t('payments.review.lostText')}</p>
      <div>
        <Button look="primary" onClick={() => void navigate(back, { replace: true })}>
          {t('payments.review.back')}
        </Button>
      </div>
    </section>
  )
}
