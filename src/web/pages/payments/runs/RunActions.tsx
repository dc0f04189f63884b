/** Pause, resume, stop, the result as a file, and what follows a run: its trial in earnest, or what it did not do. */
import { PauseOutlined, CaretRightOutlined, StopOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { paymentRuns, type Run } from '#contract/payment-runs.ts'
import {
  isMoving,
  isResumable,
  rightTo,
  type RunAction,
  runActions,
  runRefusal,
  undoneOf,
} from '#domain/money/payment-run.ts'
import { download } from '../../../api/download.ts'
import { useSend } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { DownloadButton } from '../../../ui/DownloadButton.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { PrintButton } from '../../../ui/Paper.tsx'
import { reviewOf, useChoosePayments } from './choose-payments.ts'
import { memberPath } from './member-path.ts'

const icons = { pause: <PauseOutlined />, resume: <CaretRightOutlined />, stop: <StopOutlined /> }

export function RunActions({ run }: { run: Run }) {
  const t = useText()
  const { user, permissions } = useSession()
  const [stopping, setStopping] = useState(false)
  const acting = useSend(paymentRuns.act, { refreshes: [paymentRuns.get, paymentRuns.list] })
  const follow = useChoosePayments()
  const { id, step, state, isTrial, total, selectionId } = run
  const actor = { id: user?.id ?? 0, permissions: new Set(permissions.list) }
  const facts = { step, state, startedById: run.startedBy?.id }
  const open = runActions.filter((action) => runRefusal(action, facts, actor) === undefined)
  const mayTake = permissions.list.includes(rightTo(step))
  const undone = undoneOf(run)

  const act = (action: RunAction) => acting.mutate({ params: { id, action } })

  return (
    <div className="run-actions">
      {open.map((action) => (
        <Button
          key={action}
          icon={icons[action]}
          {...(action === 'stop' ? { tone: 'danger' as const } : {})}
          {...(action === 'resume' ? { look: 'primary' as const } : {})}
          loading={acting.isPending && acting.variables.params?.action === action}
          onClick={() => (action === 'stop' ? setStopping(true) : act(action))}
        >
          {t(`payments.run.action.${action}`)}
        </Button>
      ))}
      {total > 0 && (
        <ButtonLink to={memberPath({ runId: id })}>{t('payments.run.showAll', { count: total })}</ButtonLink>
      )}
      {!isTrial && (
        <DownloadButton fetch={() => download(paymentRuns.file, { params: { id }, query: { lang: currentLocale() } })}>
          {t('payments.run.file')}
        </DownloadButton>
      )}
      <PrintButton />
      {isTrial && selectionId !== null && run.startedBy?.id === user?.id && !isMoving(state) && (
        <ButtonLink look="primary" to={reviewOf(new URLSearchParams('view=runs'), selectionId)}>
          {t('payments.run.inEarnest')}
        </ButtonLink>
      )}
      {mayTake && undone > 0 && (
        <Button look="primary" loading={follow.isBusy} onClick={() => void follow.choose({ step, runId: id })}>
          {t('payments.run.follow', { count: undone })}
        </Button>
      )}
      {isResumable(state) && !open.includes('resume') && run.startedBy && (
        <p className="blank">{t('payments.run.resumedBy', { name: run.startedBy.name })}</p>
      )}
      <ErrorNote error={acting.error ?? follow.error} />
      {stopping && (
        <ConfirmDialog
          title={t('payments.run.stopTitle')}
          action={t('payments.run.action.stop')}
          danger
          run={async () => act('stop')}
          onClose={() => setStopping(false)}
        >
          <p>{t('payments.run.stopText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
