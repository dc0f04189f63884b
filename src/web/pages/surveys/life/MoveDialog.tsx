/** What a move does to the survey, before it is done, and the reason where it loses something. */
import { useState } from 'react'
import { surveyLife } from '#contract/survey-life.ts'
import type { Survey } from '#contract/surveys.ts'
import { type LeftoverChoice, leftoverChoices } from '#domain/surveys/payment-sets.ts'
import { waitingStatuses } from '#domain/answers/response.ts'
import { needsReason } from '#domain/surveys/survey-life.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useCall } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { type PlainMove, useMove } from './use-move.ts'

interface MoveDialogProps {
  survey: Survey
  move: PlainMove
  onClose: () => void
}

/** Approved responses that fill no group, as the refusal tells them. */
interface LeftOver {
  participants: number
  responses: number
}

/** Moves of which the history keeps a reason. */
const withReason: readonly PlainMove[] = ['PAUSE', 'CLOSE', 'REOPEN', 'ARCHIVE']

export function MoveDialog({ survey, move, onClose }: MoveDialogProps) {
  const t = useText()
  const basic = useBasicText()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const take = useMove(survey)
  const waiting = useWaiting(survey.id, move)
  const isNeeded = needsReason(move, waiting)
  const [leftOver, setLeftOver] = useState<LeftOver>()
  const [choice, setChoice] = useState<LeftoverChoice>()

  async function run() {
    if (isNeeded && reason.trim() === '') {
      setMissing(true)
      return false
    }
    try {
      await take(move, { reason: reason.trim(), leftovers: choice })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'LEFTOVERS_UNDECIDED') setLeftOver(error.data as LeftOver)
      throw error
    }
    return true
  }

  return (
    <ConfirmDialog
      title={t(`surveys.moveOf.${move}`, { title: survey.title })}
      action={t(`surveys.move.${move}`)}
      danger={move === 'CLOSE' || move === 'ARCHIVE'}
      run={run}
      onClose={onClose}
    >
      <Stack>
        <p>{t(`surveys.moveDoes.${move}`)}</p>
        {waiting > 0 && <p>{t('surveys.waiting', { count: waiting })}</p>}
        {leftOver && (
          <>
            <p>{t('surveys.leftOver', { ...leftOver })}</p>
            <RadioGroup<LeftoverChoice>
              label={t('surveys.leftOverChoice')}
              options={leftoverChoices.map((value) => ({ value, label: t(`surveys.leftover.${value}`) }))}
              value={choice}
              onChange={setChoice}
            />
          </>
        )}
        {withReason.includes(move) && (
          <FieldBox
            label={t(isNeeded ? 'surveys.reason' : 'surveys.reasonOptional')}
            problem={missing ? basic('errors.REASON_REQUIRED') : undefined}
            isAlert
          >
            <TextArea
              rows={3}
              maxLength={1000}
              aria-required={isNeeded}
              value={reason}
              onChange={({ target }) => (setReason(target.value), setMissing(false))}
            />
          </FieldBox>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

/** Responses that would be left without a review; the server counts again. */
function useWaiting(surveyId: number, move: PlainMove): number {
  const { data } = useCall(surveyLife.progress, { params: { surveyId } }, { enabled: move === 'CLOSE' })
  return data ? waitingStatuses.reduce((sum, status) => sum + data.data.byStatus[status], 0) : 0
}
