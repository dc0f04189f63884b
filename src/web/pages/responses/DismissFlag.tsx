/** Asks for the note with which a flag is dismissed. */
import { useState } from 'react'
import { responseFlags } from '#contract/response-flags.ts'
import { responses, type ResponseDetail } from '#contract/responses.ts'
import type { QualityFlag } from '#domain/answers/quality-flags.ts'
import { useSend } from '../../api/query.ts'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
  const basic = useBasicText()
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const send = useSend(responseFlags.dismiss, { refreshes: [responses.get, responses.list, responseFlags.ofSurvey] })

  async function run() {
    if (note.trim() === '') return setMissing(true)
    await send.mutateAsync({ params: { id }, body: { flag, note: note.trim() } })
    toast(t('responses.flag.done'), formName(formKey))
    onClose()
  }

  return (
    <ConfirmDialog
      title={t('responses.flag.question', { flag: t(`responses.flags.${flag}`) })}
      action={t('responses.flag.dismiss')}
      danger="plain"
      run={run}
      onClose={onClose}
    >
      <p>{t('responses.flag.means')}</p>
      <FieldBox
        label={t('responses.flag.note')}
        problem={isMissing ? basic('errors.REASON_REQUIRED') : undefined}
        isAlert
      >
        <TextArea
          rows={3}
          maxLength={2000}
          aria-required
          value={note}
          onChange={({ target }) => (setNote(target.value), setMissing(false))}
        />
      </FieldBox>
    </ConfirmDialog>
  )
}
