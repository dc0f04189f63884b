/** The open quality flags of a survey, each count a link to its responses, and the way to their rules. */
import { useState } from 'react'
import { Link } from 'react-router'
import { responseFlags } from '#contract/response-flags.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText, useTextOr } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { useActRefusal } from '../use-act-refusal.ts'

const FlagRules = lazyDialog(async () => (await import('./FlagRules.tsx')).FlagRules)

export function FlagCounts({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const [isSetting, setSetting] = useState(false)
  const { data, error, refetch } = useCall(responseFlags.ofSurvey, { params: { surveyId: survey.id } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { counts, rules } = data.data
  return (
    <>
      <div className="survey-responses-ways">
        <h2>{t('responses.field.flags')}</h2>
        {counts.length === 0 && <span className="blank">{t('responses.flag.none')}</span>}
        <Button size="small" aria-haspopup="dialog" refusal={refusal} onClick={() => setSetting(true)}>
          {t('responses.flagRules.open')}
        </Button>
      </div>
      {counts.length > 0 && (
        <ul>
          {counts.map(({ flag, count }) => (
            <li key={flag}>
              <Link to={`/response?surveyId=${survey.id}&flags=${flag}`}>
                <strong>{format.number(count)}</strong>
                <span>{textOr(`responses.flags.${flag}`, flag)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isSetting && <FlagRules surveyId={survey.id} rules={rules} onClose={() => setSetting(false)} />}
    </>
  )
}
