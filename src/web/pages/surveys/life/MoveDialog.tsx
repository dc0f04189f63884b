/** What a move does to the survey, before it is done, and the reason where it loses something. */
import { useId, useState } from 'react'
import { surveyLife } from '#contract/survey-life.ts'
import type { Survey } from '#contract/surveys.ts'
import { waitingStatuses } from '#domain/response.ts'
import { needsReason } from '#domain/survey-life.ts'
import { useCall } from '../../../api/query.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { type PlainMove, useMove } from './use-move.ts'
import '../../../form/form.css'

interface MoveDialogProps {
  survey: Survey
  move: PlainMove
  onClose: () => void
}

/** Moves of which the history keeps a reason. */
const withReason: readonly PlainMove[] = ['PAUSE', 'CLOSE', 'REOPEN', 'ARCHIVE']

export function MoveDialog({ survey, move, onClose }: MoveDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const take = useMove(survey)
  const waiting = useWaiting(survey.id, move)
  const isNeeded = needsReason(move, waiting)

  async function run() {
    if (isNeeded && reason.trim() === '') return setMissing(true)
    await take(move, reason.trim())
    onClose()
  }

  return (
    <ConfirmDialog
      title={t(`surveys.moveOf.${move}`, { title: survey.title })}
      action={t(`surveys.move.${move}`)}
      danger={move === 'CLOSE' || move === 'ARCHIVE' ? 'danger' : 'plain'}
      run={run}
      onClose={onClose}
    >
      <p>{t(`surveys.moveDoes.${move}`)}</p>
      {waiting > 0 && <p>{t('surveys.waiting', { count: waiting })}</p>}
      {withReason.includes(move) && (
        <Reason
          duty={isNeeded ? 'NEEDED' : 'OPTIONAL'}
          missing={missing}
          value={reason}
          onChange={(words) => (setReason(words), setMissing(false))}
        />
      )}
    </ConfirmDialog>
  )
}

/** Responses that would be left without a review; the server counts again. */
function useWaiting(surveyId: number, move: PlainMove): number {
  const { data } = useCall(surveyLife.progress, { params: { surveyId } }, { enabled: move === 'CLOSE' })
  return data ? waitingStatuses.reduce((sum, status) => sum + data.data.byStatus[status], 0) : 0
}

interface ReasonProps {
  duty: 'NEEDED' | 'OPTIONAL'
  missing: boolean
  value: string
  onChange: (reason: string) => void
}

function Reason({ duty, missing, value, onChange }: ReasonProps) {
  const t = useText()
  const basic = useBasicText()
  const id = useId()
  return (
    <div className="field" data-invalid={missing}>
      <label htmlFor={id}>{t(duty === 'NEEDED' ? 'surveys.reason' : 'surveys.reasonOptional')}</label>
      <TextArea
        id={id}
        rows={3}
        maxLength={1000}
        aria-required={duty === 'NEEDED'}
        aria-invalid={missing}
        aria-describedby={`${id}-notes`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-notes`} className="field-notes">
        {missing && <p className="field-problem">{basic('errors.REASON_REQUIRED')}</p>}
      </div>
    </div>
  )
}
