/** Whether what was entered is kept, and the way to forget it. */
import { useState } from 'react'
import { drafts } from '#contract/drafts.ts'
import { useSend } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { DraftState } from './use-draft.ts'

/** Not read out: they come with every pause. */
const calm: readonly DraftState[] = ['NONE', 'SAVING', 'SAVED']

interface DraftBarProps {
  surveyId: number
  state: DraftState
  at: string | undefined
  onKeepThis: () => void
  /** Takes what another browser made of it. */
  onLoadOther: () => void
  onDiscarded: () => void
}

export function DraftBar({ surveyId, state, at, onKeepThis, onLoadOther, onDiscarded }: DraftBarProps) {
  const t = useText()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="entry-draft">
      <span role={calm.includes(state) ? undefined : 'alert'}>
        {state !== 'NONE' && t(`entry.draft.${state}`, { at: at === undefined ? '' : format.dateTime(at) })}
      </span>
      {state !== 'NONE' && (
        <Button size="small" onClick={() => setAsking(true)}>
          {t('entry.draft.discard')}
        </Button>
      )}
      {state === 'OTHER' && (
        <Note tone="warning" role="alert">
          <p>{t('entry.draft.which')}</p>
          <div className="entry-ways">
            <Button onClick={onLoadOther}>{t('entry.draft.loadOther')}</Button>
            <Button onClick={onKeepThis}>{t('entry.draft.keepThis')}</Button>
          </div>
        </Note>
      )}
      {isAsking && <DiscardDialog surveyId={surveyId} onClose={() => setAsking(false)} onDiscarded={onDiscarded} />}
    </div>
  )
}

interface DiscardDialogProps {
  surveyId: number
  onClose: () => void
  onDiscarded?: () => void
}

export function DiscardDialog({ surveyId, onClose, onDiscarded }: DiscardDialogProps) {
  const t = useText()
  const discard = useSend(drafts.discard, { refreshes: [drafts.list, drafts.get] })
  return (
    <ConfirmDialog
      title={t('entry.draft.question')}
      action={t('entry.draft.discard')}
      danger
      run={async () => {
        await discard.mutateAsync({ params: { surveyId } })
        onDiscarded?.()
      }}
      onClose={onClose}
    >
      <p>{t('entry.draft.means')}</p>
    </ConfirmDialog>
  )
}
