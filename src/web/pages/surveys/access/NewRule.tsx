/** The dialog that gives a right on a survey of one's choice. */
import { useState } from 'react'
import { surveys } from '#contract/surveys.ts'
import { LookupSelect } from '../../../form/LookupSelect.tsx'
import { useText } from '../../../i18n/text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { AccessForm } from './AccessForm.tsx'

export function NewRule({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [surveyId, setSurveyId] = useState<number>()
  return (
    <Dialog title={t('surveyAccess.newRule')} size="large" onClose={onClose}>
      <div className="access-rule">
        <LookupSelect
          aria-label={t('surveyAccess.field.surveyId')}
          placeholder={t('surveyAccess.pickSurvey')}
          list={surveys.list}
          get={surveys.get}
          value={surveyId}
          onChange={setSurveyId}
        />
        <AccessForm surveyId={surveyId} onGiven={onClose} />
      </div>
    </Dialog>
  )
}
