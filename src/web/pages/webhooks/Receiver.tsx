/** One receiver: what it hears, how it does, and what may be done about it. */
import { useState } from 'react'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { useSend } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { fact, Facts } from '../../ui/Facts.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { ReceiverDialog } from './ReceiverDialog.tsx'

interface ReceiverProps {
  webhook: Webhook
  hosts: readonly string[]
  onSecret: (made: { name: string; secret: string }) => void
}

const refreshes = [webhooks.list, webhooks.deliveries]

export function Receiver({ webhook, hosts, onSecret }: ReceiverProps) {
  const t = useText()
  const format = useFormat()
  const [opened, setOpened] = useState<'change' | 'rotate' | 'remove'>()
  const update = useSend(webhooks.update, { refreshes })
  const test = useSend(webhooks.test, { refreshes })
  const rotate = useSend(webhooks.rotate, { refreshes })
  const remove = useSend(webhooks.remove, { refreshes })
  const { id, name, url, events, surveyIds, withAnswers, rightsOf, pausedAt, failingSince, waiting } = webhook
  const params = { id }
  const state = pausedAt ? 'PAUSED' : failingSince ? 'FAILING' : 'SENDING'
  const since = failingSince ?? pausedAt
  const pause = (paused: boolean) => update.mutate({ params, body: { paused } })
  const close = () => setOpened(undefined)
  return (
    <Panel className="webhook">
      <header>
        <h2>{name}</h2>
        <strong data-state={state}>{t('webhooks.state', { state })}</strong>
      </header>
      {since && <Note tone="warning">{t('webhooks.since', { moment: format.dateTime(since) })}</Note>}
      <Facts
        of={[
          fact(t('webhooks.field.url'), url, 'long'),
          fact(t('webhooks.field.events'), events.map((event) => t(`webhooks.event.${event}`)).join(', '), 'long'),
          fact(t('webhooks.field.surveyIds'), surveyIds ? format.number(surveyIds.length) : t('webhooks.everySurvey')),
          fact(
            t('webhooks.field.withAnswers'),
            withAnswers && rightsOf ? t('webhooks.rightsOf', { name: rightsOf.name }) : t('webhooks.idsAlone'),
          ),
          fact(t('webhooks.waiting'), format.number(waiting)),
        ]}
      />
      <footer>
        {pausedAt ? (
          <Button size="small" look="primary" loading={update.isPending} onClick={() => pause(false)}>
            {t('webhooks.resume')}
          </Button>
        ) : (
          <Button
            size="small"
            loading={test.isPending}
            onClick={() => test.mutate({ params }, { onSuccess: () => toast(t('webhooks.tested')) })}
          >
            {t('webhooks.test')}
          </Button>
        )}
        <Button size="small" onClick={() => setOpened('change')}>
          {t('webhooks.change')}
        </Button>
        {!pausedAt && (
          <Button size="small" loading={update.isPending} onClick={() => pause(true)}>
            {t('webhooks.pause')}
          </Button>
        )}
        <Button size="small" onClick={() => setOpened('rotate')}>
          {t('webhooks.rotate')}
        </Button>
        <Button size="small" tone="danger" onClick={() => setOpened('remove')}>
          {t('webhooks.remove')}
        </Button>
      </footer>
      <ErrorNote error={update.error ?? test.error ?? undefined} />
      {opened === 'change' && <ReceiverDialog webhook={webhook} hosts={hosts} onSecret={onSecret} onClose={close} />}
      {opened === 'rotate' && (
        <ConfirmDialog
          title={t('webhooks.rotateTitle', { name })}
          action={t('webhooks.rotate')}
          run={async () => {
            const { data } = await rotate.mutateAsync({ params })
            onSecret(data)
          }}
          onClose={close}
        >
          <p>{t('webhooks.rotateText')}</p>
        </ConfirmDialog>
      )}
      {opened === 'remove' && (
        <ConfirmDialog
          title={t('webhooks.removeTitle', { name })}
          action={t('webhooks.remove')}
          danger
          run={async () => void (await remove.mutateAsync({ params }))}
          onClose={close}
        >
          <p>{t('webhooks.removeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
