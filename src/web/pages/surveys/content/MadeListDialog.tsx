/** A list that the product makes of its own records, as a file of the survey. */
import { useState } from 'react'
import { surveyFiles } from '#contract/survey-files.ts'
import { surveys } from '#contract/surveys.ts'
import { type ListSource, listSources, surveySources } from '#domain/surveys/survey-files.ts'
import { useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { SurveyLookup } from '../../../survey/SurveyLookup.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'

const refreshes = [surveys.get]

export function MadeListDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const [of, setOf] = useState<ListSource>('SITES')
  const [surveyId, setSurveyId] = useState<number>()
  const make = useSend(surveyFiles.make, { refreshes })
  const body = surveySources.includes(of) ? { of, surveyId } : { of }
  return (
    <ConfirmDialog
      title={t('surveys.files.listOf')}
      action={t('surveys.files.addList')}
      run={async () => {
        const { data } = await make.mutateAsync({ params: { id }, body })
        return t('surveys.files.added', { name: data.name })
      }}
      onClose={onClose}
    >
      <RadioGroup<ListSource>
        label={t('surveys.files.listOf')}
        legend="unseen"
        options={listSources.map((value) => ({ value, label: t(`surveys.files.of.${value}`) }))}
        value={of}
        onChange={setOf}
      />
      {surveySources.includes(of) && (
        <SurveyLookup
          className="field-wide"
          placeholder={t('surveyAccess.pickSurvey')}
          value={surveyId === undefined ? undefined : String(surveyId)}
          onChange={setSurveyId}
        />
      )}
      <p>{t(`surveys.files.listMeans.${of}`)}</p>
    </ConfirmDialog>
  )
}
