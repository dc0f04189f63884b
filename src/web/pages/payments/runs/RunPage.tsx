/** One run: what it does and for whom, how far it is, what came of it, and what may be done with it. */
import { EditOutlined } from '@ant-design/icons'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paymentRuns, type Run } from '#contract/payment-runs.ts'
import { isMoving, rightTo } from '#domain/money/payment-run.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { showJob } from '../../../jobs/running.ts'
import { Amounts } from '../../../money/Amounts.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { takeFocus } from '../../../ui/focus.ts'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { MissingNotes } from '../MissingNotes.tsx'
import { PaperSignatures, signersOf } from '../Paper.tsx'
import { PaperHead } from '../../../ui/Paper.tsx'
import { paceOf } from './pace.ts'
import { RunActions } from './RunActions.tsx'
import { RunPayments } from './RunPayments.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunSample } from './RunSample.tsx'
import { SourceText, useRunName } from './run-words.tsx'

const everyMs = 1500

export function RunPage({ id }: { id: number }) {
  const t = useText()
  const nameOf = useRunName()
  const { data, error, refetch } = useCall(
    paymentRuns.get,
    { params: { id } },
    { everyMs: (answer) => (answer && isMoving(answer.data.state) ? everyMs : undefined) },
  )
  const run = data?.data
  // Its own words say that it ended.
  useEffect(() => showJob(id), [id])
  return (
    <section className="runs">
      <title>{`${run ? nameOf(run) : t('payments.tab.runs')} · Canvass`}</title>
      <PaymentTabs open="runs" />
      {error && !run && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!run && !error && <PaymentsSkeleton />}
      {run && error && <Note tone="warning">{t('payments.run.unreached')}</Note>}
      {run && <OneRun run={run} />}
      <nav aria-label={t('payments.tab.runs')}>
        <Link to={{ search: 'view=runs' }}>{t('payments.run.all')}</Link>
      </nav>
    </section>
  )
}

function OneRun({ run }: { run: Run }) {
  const t = useText()
  return (
    <Panel className="run">
      <PaperHead />
      <RunName run={run} />
      {run.isTrial && <Note tone="info">{t('payments.run.trialNote')}</Note>}
      <RunProgress run={run} />
      <MissingNotes missing={run.missing} when="after" />
      {run.state === 'PAUSED' && run.step === 'authorize' && <Note tone="info">{t('payments.run.pausedNote')}</Note>}
      <RunActions run={run} />
      {!run.isTrial && !isMoving(run.state) && <RunPayments run={run} />}
      <RunSample run={run} />
      <RunFacts run={run} />
      <PaperSignatures by={signersOf[run.step]} />
    </Panel>
  )
}

function RunName({ run }: { run: Run }) {
  const t = useText()
  const nameOf = useRunName()
  const { user, permissions } = useSession()
  const [draft, setDraft] = useState<string>()
  const renaming = useSend(paymentRuns.rename, { refreshes: [paymentRuns.get, paymentRuns.list] })
  const mayName = run.startedBy?.id === user?.id || permissions.list.includes(rightTo(run.step))

  async function save(event: FormEvent) {
    event.preventDefault()
    const name = draft?.trim() || null
    const saved = await renaming.mutateAsync({ params: { id: run.id }, body: { name } }).catch(() => undefined)
    if (saved) setDraft(undefined)
  }

  if (draft === undefined)
    return (
      <header className="run-name">
        <h1>{nameOf(run)}</h1>
        {mayName && (
          <Button look="text" icon={<EditOutlined />} onClick={() => setDraft(run.name ?? '')}>
            {t('payments.run.rename')}
          </Button>
        )}
      </header>
    )
  return (
    <form className="run-name" onSubmit={(event) => void save(event)}>
      <TextInput
        ref={takeFocus}
        aria-label={t('payments.run.nameField')}
        maxLength={200}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
      <Button type="submit" look="primary" loading={renaming.isPending}>
        {t('action.save')}
      </Button>
      <Button onClick={() => setDraft(undefined)}>{t('action.cancel')}</Button>
      <ErrorNote error={renaming.error ?? undefined} />
    </form>
  )
}

function RunFacts({ run }: { run: Run }) {
  const t = useText()
  const format = useFormat()
  const pace = run.state === 'RUNNING' ? paceOf(run) : undefined
  const address = `${location.origin}${location.pathname}?view=runs&run=${run.id}`
  return (
    <Facts
      of={[
        fact(t('runs.field.step'), t(`payments.run.step.${run.step}`)),
        fact(t('runs.field.totalAmount'), <Amounts of={run.totalAmount} />),
        fact(t('payments.field.charge'), run.totalCharge.length > 0 && <Amounts of={run.totalCharge} />),
        fact(t('payments.run.startedBy'), run.startedBy?.name),
        fact(t('runs.field.createdAt'), format.dateTime(run.createdAt)),
        fact(t('payments.run.rate'), pace && t('payments.run.perSecond', { rate: pace.rate })),
        fact(t('payments.run.endsAt'), pace && format.dateTime(pace.endsAt)),
        fact(
          t(run.state === 'PAUSED' ? 'payments.run.pausedAt' : 'payments.run.endedAt'),
          run.finishedAt !== null && format.dateTime(run.finishedAt),
        ),
        fact(t('payments.run.chosen'), run.source && <SourceText source={run.source} />, 'long'),
        fact(t('payments.run.address'), <CopyText text={address} />, 'long'),
      ]}
    />
  )
}
