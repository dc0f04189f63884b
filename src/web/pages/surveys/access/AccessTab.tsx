/** The people with access to the survey: those who see it by default, and those with a right, its end and its giver. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { AccessForm } from './AccessForm.tsx'
import { AnywayCard } from './AnywayCard.tsx'
import { GivenList } from './GivenList.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import './access.css'

export function AccessTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.access')
  return (
    <Stack gap="large">
      <AnywayCard survey={survey} mayManage={refusal === undefined} />
      <Panel>
        <h2>{t('surveyAccess.given')}</h2>
        {refusal === undefined ? (
          <>
            <AccessForm surveyId={survey.id} />
            <GivenList surveyId={survey.id} />
          </>
        ) : (
          <Note tone="neutral">{refusal}</Note>
        )}
      </Panel>
    </Stack>
  )
}
