import { surveys } from '#contract/surveys.ts'
import { useText } from '../i18n/text.ts'
import { LookupOnDemand } from '../form/LookupOnDemand.tsx'

interface SurveyLookupProps {
  className: string
  placeholder?: string
  /** As an address names it: by number or by encodedId. */
  value: string | undefined
  onChange: (surveyId: number | undefined) => void
}

/** What a screen shows of one survey alone, or of any. */
export function SurveyLookup({ className, placeholder, value, onChange }: SurveyLookupProps) {
  const t = useText()
  return (
    <LookupOnDemand
      className={className}
      aria-label={t('list.field.surveyId')}
      placeholder={placeholder ?? t('list.anySurvey')}
      allowClear
      list={surveys.list}
      get={surveys.get}
      value={value !== undefined && /^\d+$/.test(value) ? Number(value) : value}
      onChange={onChange}
    />
  )
}
