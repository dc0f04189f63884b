/** Enters a receiver of webhooks, or changes it. */
import { useState } from 'react'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { type WebhookEvent, webhookEvents } from '#domain/webhooks.ts'
import { useSend } from '../../api/query.ts'
import { FieldBox } from '../../form/FieldBox.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useText } from '../../i18n/text.ts'
import { RecordPicker } from '../../list/RecordPicker.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface ReceiverDialogProps {
  webhook?: Webhook
  hosts: readonly string[]
  onSecret: (made: { name: string; secret: string }) => void
  onClose: () => void
}

const refreshes = [webhooks.list]

export function ReceiverDialog({ webhook, hosts, onSecret, onClose }: ReceiverDialogProps) {
  const t = useText()
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? [])
  const [surveys, setSurveys] = useState<readonly string[]>(webhook?.surveyIds?.map(String) ?? [])
  const [withAnswers, setWithAnswers] = useState(webhook?.withAnswers ?? false)
  const create = useSend(webhooks.create, { refreshes })
  const update = useSend(webhooks.update, { refreshes })

  async function send() {
    const surveyIds = surveys.length > 0 ? surveys.map(Number) : null
    const body = { name, url: url.trim(), events, surveyIds, withAnswers }
    if (webhook) await update.mutateAsync({ params: { id: webhook.id }, body: { ...body, version: webhook.version } })
    else onSecret((await create.mutateAsync({ body })).data)
    return t('webhooks.saved')
  }

  return (
    <ConfirmDialog
      size="medium"
      title={webhook ? t('webhooks.changeOf', { name: webhook.name }) : t('webhooks.new')}
      action={t('action.save')}
      run={send}
      onClose={onClose}
    >
      <FieldBox label={t('webhooks.field.name')} required sets={['name']}>
        <TextInput maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
      </FieldBox>
      <FieldBox
        label={t('webhooks.field.url')}
        required
        sets={['url']}
        help={t('webhooks.help.url', { hosts: hosts.join(', ') })}
      >
        <TextInput inputMode="url" maxLength={2000} value={url} onChange={({ target }) => setUrl(target.value)} />
      </FieldBox>
      <FieldBox label={t('webhooks.field.events')} required sets={['events']}>
        <Select<WebhookEvent[]>
          mode="multiple"
          optionFilterProp="label"
          options={webhookEvents.map((value) => ({ value, label: t(`webhooks.event.${value}`) }))}
          value={events}
          onChange={setEvents}
        />
      </FieldBox>
      <FieldBox label={t('webhooks.field.surveyIds')} sets={['surveyIds']} help={t('webhooks.help.surveyIds')}>
        <div className="webhooks-surveys">
          <RecordPicker
            of="surveys"
            field={t('webhooks.field.surveyIds')}
            values={surveys}
            within={{}}
            onChange={setSurveys}
          />
        </div>
      </FieldBox>
      <FieldBox label={t('webhooks.field.withAnswers')} sets={['withAnswers']} help={t('webhooks.help.withAnswers')}>
        <Switch checked={withAnswers} onChange={setWithAnswers} />
      </FieldBox>
    </ConfirmDialog>
  )
}

export function SecretNote({ name, secret }: { name: string; secret: string }) {
  const t = useText()
  return (
    <Note tone="warning" said="politely">
      {t('webhooks.secret', { name })} <CopyText text={secret} />
    </Note>
  )
}
