/** My files that are made again and again, with their last runs. */
import { useState } from 'react'
import { Link } from 'react-router'
import { type Schedule, schedules } from '#contract/schedules.ts'
import { useCall, useSend } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { fact, Facts } from '../../ui/Facts.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { RepeatDialog } from './RepeatDialog.tsx'

const refreshes = [schedules.list]

export function Repeats() {
  const t = useText()
  const { data, error, refetch } = useCall(schedules.list, {})
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <ScreenSkeleton />
  if (data.total === 0) return <p className="no-rows">{t('jobs.noRepeats')}</p>
  return data.list.map((schedule) => <Repeat key={schedule.id} schedule={schedule} />)
}

function Repeat({ schedule }: { schedule: Schedule }) {
  const t = useText()
  const format = useFormat()
  const [opened, setOpened] = useState<'change' | 'end'>()
  const update = useSend(schedules.update, { refreshes })
  const remove = useSend(schedules.remove, { refreshes })
  const { id, name, every, nextAt, delivery, paused, runs } = schedule
  const params = { id }
  const close = () => setOpened(undefined)
  return (
    <Panel>
      <h2>{name}</h2>
      <Facts
        of={[
          fact(t('jobs.field.every'), t(`jobs.every.${every}`)),
          fact(t('jobs.field.nextAt'), paused ? t('jobs.pausedRepeat') : format.dateTime(nextAt)),
          fact(t('jobs.field.delivery'), t(`jobs.delivery.${delivery}`)),
          fact(t('jobs.lastRuns'), runs.length === 0 ? t('jobs.noRuns') : <Runs of={runs} />, 'long'),
        ]}
      />
      <footer className="job-actions">
        <Button size="small" onClick={() => setOpened('change')}>
          {t('action.edit')}
        </Button>
        <Button
          size="small"
          loading={update.isPending}
          onClick={() => update.mutate({ params, body: { paused: !paused } })}
        >
          {t(paused ? 'jobs.resume' : 'jobs.pause')}
        </Button>
        <Button size="small" tone="danger" onClick={() => setOpened('end')}>
          {t('jobs.endRepeat')}
        </Button>
      </footer>
      <ErrorNote error={update.error ?? undefined} />
      {opened === 'change' && <RepeatDialog of={schedule} onClose={close} />}
      {opened === 'end' && (
        <ConfirmDialog
          title={t('jobs.endRepeatTitle', { name })}
          action={t('jobs.endRepeat')}
          danger
          run={async () => void (await remove.mutateAsync({ params }))}
          onClose={close}
        >
          <p>{t('jobs.endRepeatText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function Runs({ of }: { of: Schedule['runs'] }) {
  const format = useFormat()
  return (
    <ul className="jobs-runs">
      {of.map(({ id, state, createdAt }) => (
        <li key={id}>
          <Link to={`/jobs/${id}`}>{format.dateTime(createdAt)}</Link> <RecordStatus of="jobs" status={state} />
        </li>
      ))}
    </ul>
  )
}
