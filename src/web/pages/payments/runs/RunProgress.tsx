/** How far a run is, and what became of the payments so far. */
import { Link } from 'react-router'
import type { Run } from '#contract/payment-runs.ts'
import { isMoving, type RunOutcome } from '#domain/money/payment-run.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useReasonText } from '../../../i18n/reason-text.ts'
import { useRefusalText } from '../words.ts'
import { memberPath } from './member-path.ts'

const tones = {
  WAITING: 'going',
  RUNNING: 'going',
  PAUSED: 'resting',
  STOPPED: 'resting',
  DONE: 'done',
  FAILED: 'failed',
} as const

export function RunProgress({ run }: { run: Run }) {
  const t = useText()
  const format = useFormat()
  const refusalText = useRefusalText()
  const reasonText = useReasonText()
  const { id, state, done, total, succeeded, skipped, failed, failures, error } = run
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  const open = total - done
  return (
    <div className="run-state">
      <p className="run-head">
        <RecordStatus of="runs" status={state} />
        <span>{t('payments.run.doneOf', { done, total })}</span>
      </p>
      <ProgressBar label={t('payments.run.progress')} percent={percent} tone={tones[state]} />
      {/* Said aloud at each state and each quarter. */}
      <output className="visually-hidden">
        {t(`payments.run.state.${state}`)}, {format.number(Math.floor(percent / 25) * 25)} %
      </output>
      {error !== null && <Note tone="danger">{reasonText(error)}</Note>}
      <dl className="run-counts">
        <Count runId={id} outcome="DONE" count={succeeded} tone="success" />
        <Count runId={id} outcome="SKIPPED" count={skipped} tone="neutral" />
        <Count runId={id} outcome="REFUSED" count={failed} tone="danger" />
        {!isMoving(state) && <Count runId={id} outcome="OPEN" count={open} tone="neutral" />}
      </dl>
      {failures.length > 0 && (
        <section>
          <h2>{t('payments.run.why')}</h2>
          <ul className="run-reasons">
            {failures.map(({ code, count }) => (
              <li key={code}>
                <strong>{format.number(count)}</strong> {refusalText(code)}{' '}
                <Link to={memberPath({ runId: id }, { outcome: code })}>{t('payments.run.showThem')}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface CountProps {
  runId: number
  outcome: RunOutcome
  count: number
  tone: 'success' | 'neutral' | 'danger'
}

function Count({ runId, outcome, count, tone }: CountProps) {
  const t = useText()
  const format = useFormat()
  if (count === 0 && tone !== 'success') return null
  return (
    <div className={`tone-${tone}`}>
      <dt>{t(`payments.run.result.${outcome}`)}</dt>
      <dd>{count === 0 ? '0' : <Link to={memberPath({ runId }, { outcome })}>{format.number(count)}</Link>}</dd>
    </div>
  )
}
