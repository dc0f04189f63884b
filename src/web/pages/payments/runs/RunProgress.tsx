/** How far a run is, and what became of the payments so far. */
import type { Run } from '#contract/payment-runs.ts'
import { isMoving } from '#domain/payment-run.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Note } from '../../../ui/Note.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useReasonText } from '../../../i18n/reason-text.ts'
import { useRefusalText } from '../words.ts'
import { RunStateTag } from './run-words.tsx'

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
  const { state, done, total, succeeded, skipped, failed, failures, error } = run
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  const open = total - done
  return (
    <div className="run-state">
      <p className="run-head">
        <RunStateTag state={state} />
        <span>{t('payments.run.doneOf', { done, total })}</span>
      </p>
      <ProgressBar label={t('payments.run.progress')} percent={percent} tone={tones[state]} />
      {/* Said aloud at each state and each quarter. */}
      <output className="visually-hidden">
        {t(`payments.run.state.${state}`)}, {format.number(Math.floor(percent / 25) * 25)} %
      </output>
      {error !== null && (
        <Note tone="danger" role="alert">
          {reasonText(error)}
        </Note>
      )}
      <dl className="run-counts">
        <Count name={t('payments.run.result.DONE')} count={succeeded} tone="success" />
        <Count name={t('payments.run.result.SKIPPED')} count={skipped} tone="neutral" />
        <Count name={t('payments.run.result.REFUSED')} count={failed} tone="danger" />
        {!isMoving(state) && <Count name={t('payments.run.result.OPEN')} count={open} tone="neutral" />}
      </dl>
      {failures.length > 0 && (
        <section>
          <h2>{t('payments.run.why')}</h2>
          <ul className="run-reasons">
            {failures.map(({ code, count }) => (
              <li key={code}>
                <strong>{format.number(count)}</strong> {refusalText(code)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Count({ name, count, tone }: { name: string; count: number; tone: 'success' | 'neutral' | 'danger' }) {
  const format = useFormat()
  if (count === 0 && tone !== 'success') return null
  return (
    <div className={`tone-${tone}`}>
      <dt>{name}</dt>
      <dd>{format.number(count)}</dd>
    </div>
  )
}
