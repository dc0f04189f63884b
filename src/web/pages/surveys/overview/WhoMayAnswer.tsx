/** Who may answer: how many, whether by name, and the list of those it is limited to. */
import { useId, useState } from 'react'
import { surveyLife } from '#contract/survey-life.ts'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { mostParticipants } from '#domain/surveys/survey-life.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toasts.ts'
import { type Listed, ListedParticipants } from './ListedParticipants.tsx'

interface WhoMayAnswerProps {
  survey: SurveyDetail
  onClose: () => void
}

export function WhoMayAnswer({ survey, onClose }: WhoMayAnswerProps) {
  const t = useText()
  const problemText = useProblemText()
  const id = useId()
  const { data, error } = useCall(surveyLife.participants, { params: { id: survey.id } })
  const send = useSend(surveyLife.setParticipants, { refreshes: [surveys.get, surveys.list, surveyLife.participants] })
  const [limit, setLimit] = useState(survey.participantLimit)
  const [isRequired, setRequired] = useState(survey.participantRequired)
  const [changed, setChanged] = useState<readonly Listed[]>()
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const listed = changed ?? data?.data.participants ?? []

  async function run() {
    setProblems([])
    const participantIds = changed?.map((person) => person.id)
    const body = { participantLimit: limit, participantRequired: isRequired, participantIds, version: survey.version }
    try {
      await send.mutateAsync({ params: { id: survey.id }, body })
    } catch (thrown) {
      toast(t('surveys.participantFailed'))
      if (thrown instanceof ApiError) setProblems(thrown.errors)
      throw thrown
    }
    toast(t('surveys.participantUpdated'))
    onClose()
  }

  return (
    <ConfirmDialog
      title={t('surveys.answering')}
      action={t('action.save')}
      danger="plain"
      size="medium"
      run={run}
      onClose={onClose}
    >
      <div className="overview-dialog">
        <ErrorNote error={error} />
        <FieldBox
          label={t('surveys.field.participantLimit')}
          problem={problems.map(problemText)}
          help={t('surveys.limitHelp')}
        >
          <NumberInput
            min={1}
            max={mostParticipants}
            placeholder={t('surveys.limitNone')}
            value={limit}
            onChange={setLimit}
          />
        </FieldBox>
        <div className="overview-switch">
          <Switch id={`${id}-required`} checked={isRequired} onChange={setRequired} />
          <label htmlFor={`${id}-required`}>{t('surveys.field.participantRequired')}</label>
          <small>{t('surveys.requiredHelp')}</small>
        </div>
        <ListedParticipants listed={listed} onChange={setChanged} />
      </div>
    </ConfirmDialog>
  )
}
