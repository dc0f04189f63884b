/** Asks for the note with which a flag is dismissed. */
import { useState } from 'react'
import { responseFlags } from '#contract/response-flags.ts'
import { responses, type ResponseDetail } from '#contract/responses.ts'
import type { QualityFlag } from '#domain/answers/quality-flags.ts'
import { useSend } from '../../api/query.ts'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useText } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/toasts.ts'
import { formName } from '#domain/answers/form-name.ts'

interface DismissFlagProps {
  response: Pick<ResponseDetail, 'id' | 'formKey'>
  flag: QualityFlag
  onClose: () => void
}

export function DismissFlag({ response: { id, formKey }, flag, onClose }: DismissFlagProps) {
  const t = useText()
  const [note, setNote] = useState('')
  const send = useSend(responseFlags.dismiss, { refreshes: [responses.get, responses.list, responseFlags.ofSurvey] })

  async function run() {
    await send.mutateAsync({ params: { id }, body: { flag, note } })
    toast(t('responses.flag.done'), formName(formKey))
  }

  return (
    <ConfirmDialog
      title={t('responses.flag.question', { flag: t(`responses.flags.${flag}`) })}
      action={t('responses.flag.dismiss')}
      run={run}
      onClose={onClose}
    >
      <p>{t('responses.flag.means')}</p>
      <FieldBox label={t('responses.flag.note')} required sets={['note']}>
        <TextArea rows={3} maxLength={2000} value={note} onChange={({ target }) => setNote(target.value)} />
      </FieldBox>
    </ConfirmDialog>
  )
}
