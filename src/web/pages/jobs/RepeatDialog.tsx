/** Makes the file of a job again and again, or changes how. */
import { useState } from 'react'
import { type Schedule, schedules } from '#contract/schedules.ts'
import { deliveries, rhythms } from '#domain/jobs.ts'
import { useCall, useSend } from '../../api/query.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useText } from '../../i18n/text.ts'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface RepeatDialogProps {
  of: { jobId: number; name: string } | Schedule
  onClose: () => void
}

const refreshes = [schedules.list]

export function RepeatDialog({ of, onClose }: RepeatDialogProps) {
  const t = useText()
  const { data: known } = useCall(schedules.list, {})
  const before = 'jobId' in of ? undefined : of
  const [name, setName] = useState(of.name)
  const [every, setEvery] = useState(before?.every ?? rhythms[0])
  const [nextAt, setNextAt] = useState(localMoment(before?.nextAt))
  const [delivery, setDelivery] = useState(before?.delivery ?? deliveries[0])
  const create = useSend(schedules.create, { refreshes })
  const update = useSend(schedules.update, { refreshes })

  async function send() {
    const body = { name, every, nextAt: nextAt && new Date(nextAt).toISOString(), delivery }
    if ('jobId' in of) await create.mutateAsync({ body: { ...body, jobId: of.jobId } })
    else await update.mutateAsync({ params: { id: of.id }, body: { ...body, version: of.version } })
    return t('jobs.repeatSaved')
  }

  return (
    <ConfirmDialog title={t('jobs.repeatTitle')} action={t('jobs.repeatSave')} run={send} onClose={onClose}>
      <p>{t('jobs.repeatText')}</p>
      <FieldBox label={t('jobs.field.name')} required sets={['name']}>
        <TextInput maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
      </FieldBox>
      <FieldBox label={t('jobs.field.every')} sets={['every']}>
        <NativeSelect
          options={rhythms.map((value) => ({ value, label: t(`jobs.every.${value}`) }))}
          value={every}
          onChange={(value = rhythms[0]) => setEvery(value)}
        />
      </FieldBox>
      <FieldBox label={t('jobs.field.nextAt')} required sets={['nextAt']}>
        <TextInput type="datetime-local" value={nextAt} onChange={({ target }) => setNextAt(target.value)} />
      </FieldBox>
      <FieldBox label={t('jobs.field.delivery')} sets={['delivery']}>
        <NativeSelect
          options={(known?.deliveries ?? deliveries).map((value) => ({ value, label: t(`jobs.delivery.${value}`) }))}
          value={delivery}
          onChange={(value = deliveries[0]) => setDelivery(value)}
        />
      </FieldBox>
    </ConfirmDialog>
  )
}

/** As the control of the browser writes it; tomorrow at six unless given. */
function localMoment(iso: string | undefined): string {
  const moment = iso ? new Date(iso) : new Date(Date.now() + 86_400_000)
  if (!iso) moment.setHours(6, 0, 0, 0)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
