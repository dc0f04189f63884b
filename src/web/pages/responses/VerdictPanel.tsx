import { CheckOutlined, CloseOutlined, ExclamationOutlined, EyeOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import type { ResponseDetail } from '#contract/responses.ts'
import { movesFrom, reviewTargets, type ReviewTarget } from '#domain/answers/response.ts'
import { useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toasts.ts'
import type { Reason } from './reason.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { isByWayOfReview, type StaleVerdict, useVerdict } from './use-verdict.ts'
import { verdictRefusal } from './verdict-refusal.ts'
import '../../form/form.css'

/** The button that is pressed most is first. */
const order: readonly ReviewTarget[] = ['APPROVED', 'REJECTED', 'HAS_ISSUES', 'IN_REVIEW']

const VerdictReason = lazyDialog(async () => (await import('./VerdictReason.tsx')).VerdictReason)

const noReason: Reason = { note: '' }
const keyOf: Partial<Record<ReviewTarget, string>> = { APPROVED: 'a', REJECTED: 'r', HAS_ISSUES: 'i' }

const icons: Record<ReviewTarget, ReactNode> = {
  APPROVED: <CheckOutlined />,
  REJECTED: <CloseOutlined />,
  HAS_ISSUES: <ExclamationOutlined />,
  IN_REVIEW: <EyeOutlined />,
}

interface VerdictPanelProps {
  response: ResponseDetail
  /** The verdict that the user was about to give when the response was opened. */
  asks?: 'REJECTED' | 'HAS_ISSUES' | undefined
  /** `goesOn`: by a key, after which the next response follows. */
  onActed: (to: ReviewTarget, how: 'goesOn' | 'stays') => void
}

/** What the reviewer may make of the response; each button that is refused says why. */
export function VerdictPanel({ response, asks, onActed }: VerdictPanelProps) {
  const t = useText()
  const canReview = useCan('responses.review')
  const verdict = useVerdict(response)
  // Rejecting and finding issues are explained first.
  const [asking, setAsking] = useState(asks)
  const [how, setHow] = useState<'goesOn' | 'stays'>(asks ? 'goesOn' : 'stays')
  const why = useRefusalWords(response, canReview)
  useReviewKeys({
    a: () => byKey('APPROVED'),
    r: () => byKey('REJECTED'),
    i: () => byKey('HAS_ISSUES'),
  })

  async function send(target: ReviewTarget, reason: Reason, goes: 'goesOn' | 'stays') {
    if (!(await verdict.send(target, reason))) return
    setAsking(undefined)
    onActed(target, goes)
  }

  function byKey(target: 'APPROVED' | 'REJECTED' | 'HAS_ISSUES') {
    const refusal = why(target)
    if (refusal !== undefined) return toast(refusal)
    if (target === 'APPROVED') return void send(target, noReason, 'goesOn')
    setHow('goesOn')
    setAsking(target)
  }

  return (
    <section className="verdict" aria-label={t('responses.verdict')} aria-busy={verdict.isSending}>
      <div className="verdict-buttons">
        {order.map((target) => (
          <Button
            key={target}
            icon={icons[target]}
            {...(target === 'APPROVED' ? { look: 'primary' as const } : {})}
            {...(target === 'REJECTED' ? { tone: 'danger' as const } : {})}
            refusal={why(target)}
            aria-expanded={target === 'REJECTED' || target === 'HAS_ISSUES' ? asking === target : undefined}
            aria-keyshortcuts={keyOf[target]}
            onClick={() => {
              setHow('stays')
              if (target === 'REJECTED' || target === 'HAS_ISSUES') setAsking(target)
              else void send(target, noReason, 'stays')
            }}
          >
            {t(`responses.to.${target}`)}
          </Button>
        ))}
      </div>
      {asking && (
        <VerdictReason
          key={asking}
          response={response}
          target={asking}
          isSending={verdict.isSending}
          onSend={(reason) => void send(asking, reason, how)}
          onCancel={() => setAsking(undefined)}
        />
      )}
      <ErrorNote error={verdict.error} />
      {verdict.stale && <StaleNote stale={verdict.stale} {...{ verdict, canReview }} />}
    </section>
  )
}

function useRefusalWords(response: ResponseDetail, canReview: boolean): (target: ReviewTarget) => string | undefined {
  const t = useText()
  const basic = useBasicText()
  return (target) => {
    const first = canReview && isByWayOfReview(response.status, target) ? 'IN_REVIEW' : target
    const code = verdictRefusal(response, first, canReview)
    if (code === undefined) return undefined
    if (code === 'FORBIDDEN') return t('action.needs', { permission: 'responses.review' })
    if (code === 'ALREADY_DONE') return t('responses.isAlready', { status: t(`responses.status.${response.status}`) })
    if (code !== 'RESPONSE_TRANSITION') return basic(`errors.${code}`)
    const targets = reviewTargets.filter((to) => movesFrom(response.status).includes(to))
    return t('responses.canOnly', {
      status: t(`responses.status.${response.status}`),
      targets: targets.map((to) => t(`responses.status.${to}`)).join(', '),
    })
  }
}

interface StaleNoteProps {
  stale: StaleVerdict
  verdict: ReturnType<typeof useVerdict>
  canReview: boolean
}

/** Another user judged first. The response is loaded again by then; the user chooses which verdict to keep. */
function StaleNote({ stale: { theirs, target, reason }, verdict, canReview }: StaleNoteProps) {
  const t = useText()
  const status = t(`responses.status.${theirs.status}`)
  const refusal = verdictRefusal({ status: theirs.status, paymentStatus: null }, target, canReview)
  return (
    <Note tone="warning" className="verdict-stale" role="alert">
      <p>{t('responses.stale', { status, by: theirs.reviewedBy ?? 'none' })}</p>
      <div className="form-choices">
        <Button onClick={verdict.forget}>{t('responses.keepTheirs')}</Button>
        {refusal === undefined && (
          <Button loading={verdict.isSending} onClick={() => void verdict.send(target, reason, theirs.version)}>
            {t('responses.moveAnyway', { status: t(`responses.status.${target}`) })}
          </Button>
        )}
      </div>
    </Note>
  )
}
