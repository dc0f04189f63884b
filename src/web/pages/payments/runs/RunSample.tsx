/** Beside a run that is done: some of the people paid in it are asked what became of the money, and what they said. */
import { useState } from 'react'
import { Link } from 'react-router'
import { paymentRuns, paymentSamples, type Run } from '#contract/payment-runs.ts'
import { drawRefusal, largestSample } from '#domain/money/paid-sample.ts'
import { useSend } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Stack } from '../../../ui/Stack.tsx'

export function RunSample({ run }: { run: Run }) {
  const t = useText()
  const [isDrawing, setDrawing] = useState(false)
  const { permissions } = useSession()
  const { sample } = run
  const refusal = drawRefusal({ ...run, hasSample: sample !== null }, { permissions: new Set(permissions.list) })
  if (!sample && refusal !== undefined) return null
  return (
    <section>
      <h2>{t('sample.heading')}</h2>
      {sample ? (
        <Answers sample={sample} />
      ) : (
        <Button onClick={() => setDrawing(true)}>{`${t('sample.draw')}…`}</Button>
      )}
      {isDrawing && <DrawDialog id={run.id} onClose={() => setDrawing(false)} />}
    </section>
  )
}

function Answers({ sample }: { sample: NonNullable<Run['sample']> }) {
  const t = useText()
  const format = useFormat()
  const { surveyId, size, people, seed, drawnAt, answered } = sample
  const share = (count: number) =>
    t('sample.part', { count, percent: answered && Math.round((count / answered) * 100) })
  return (
    <>
      <Facts
        of={[
          fact(t('sample.asked'), t('sample.of', { size, people })),
          fact(t('sample.answered'), format.number(answered)),
          fact(t('sample.NOT_RECEIVED'), share(sample.NOT_RECEIVED)),
          fact(t('sample.AMOUNT_DIFFERS'), share(sample.AMOUNT_DIFFERS)),
          fact(t('sample.SHARE_ASKED'), share(sample.SHARE_ASKED)),
          fact(t('sample.drawn'), t('sample.drawnBy', { at: format.dateTime(drawnAt), seed }), 'long'),
        ]}
      />
      <p className="run-actions">
        <Link to={`/survey/${surveyId}`}>{t('sample.open')}</Link>
        <Link to={`/task?surveyId=${surveyId}`}>{t('sample.tasks')}</Link>
      </p>
    </>
  )
}

function DrawDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const [count, setCount] = useState<number | null>(10)
  const [unit, setUnit] = useState<'size' | 'percent'>('percent')
  const send = useSend(paymentSamples.draw, { refreshes: [paymentRuns.get, paymentRuns.list], once: true })

  async function run() {
    await send.mutateAsync({ params: { id }, body: { [unit]: count ?? 0 } })
  }

  return (
    <ConfirmDialog title={t('sample.draw')} action={t('sample.drawNow')} run={run} onClose={onClose}>
      <Stack>
        <p>{t('sample.lead')}</p>
        <FieldBox label={t('sample.howMany')}>
          <NumberInput min={1} max={unit === 'size' ? largestSample : 100} value={count} onChange={setCount} />
        </FieldBox>
        <FieldBox label={t('sample.unit')}>
          <NativeSelect<'size' | 'percent'>
            value={unit}
            options={(['percent', 'size'] as const).map((value) => ({ value, label: t(`sample.unit.${value}`) }))}
            onChange={(next) => setUnit(next ?? 'size')}
          />
        </FieldBox>
      </Stack>
    </ConfirmDialog>
  )
}
