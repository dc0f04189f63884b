/** The settings of a survey. */
import type * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import type { Answered } from '#contract/endpoint.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys, type Survey } from '#contract/surveys.ts'
import { texts } from '#contract/texts.ts'
import { highestProblems } from '#domain/surveys/highest-amount.ts'
import { accessibilities, surveyTypes } from '#domain/surveys/survey.ts'
import { mostGraceHours } from '#domain/surveys/survey-life.ts'
import { formSettings, newSurvey } from '#domain/surveys/survey-settings.ts'
import { highestAmounts } from '../../api/page-settings.ts'
import { useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import type { FormProps } from '../../form/form-state.ts'
import './surveys.css'

const Form = resourceForm({
  ...surveys,
  rule: (record: z.output<typeof surveys.fields>) => [
    ...(surveys.rule?.(record) ?? []),
    ...highestProblems(formSettings(record), highestAmounts()),
  ],
})
const PaidFields = lazyComponent(async () => (await import('./PaidFields.tsx')).PaidFields)
const LocalizedField = lazyComponent(async () => (await import('./content/LocalizedField.tsx')).LocalizedField)
const CountryField = lazyComponent(async () => (await import('./CountryField.tsx')).CountryField)

/** Seed §9. */
const defaults = {
  accessibility: 'PRIVATE',
  surveyType: newSurvey.surveyType,
  currency: newSurvey.currency,
  allowMultipleResponses: false,
  questionPerPage: false,
  graceHours: 0,
} as const

/** Seed §8. */
const said = { saved: 'surveys.updated', failed: 'surveys.updateFailed' } as const

/** `onMade` gets the number of a new survey, before the form closes. */
export function SurveyForm({ onMade, ...form }: FormProps<Survey> & { onMade?: (id: number) => void }) {
  const t = useText()
  return (
    <Form.Modal
      {...form}
      defaults={defaults}
      {...(form.editing?.type === 'update' ? { said } : { onSaved: (answer) => onMade?.(idOf(answer)) })}
    >
      <LocalizedField name="title" />
      <LocalizedField name="summary" multiline />
      <LocalizedField name="description" multiline />
      <div className="form-pair">
        <Form.Lookup name="subcategoryId" list={subcategories.list} get={subcategories.get} addAt="/subcategory" />
        <Form.Lookup name="companyId" list={companies.list} get={companies.get} addAt="/companies" />
        <Form.Text name="costCode" help="surveys.costCodeHelp" />
        <Form.Lookup name="siteId" list={sites.list} get={sites.get} addAt="/site" />
        <Form.Select
          name="accessibility"
          options={accessibilities.map((value) => ({ value, label: t(`surveys.accessibility.${value}`) }))}
        />
        <Form.Date name="startsAt" withTime />
        <Form.Date name="endsAt" withTime />
        <Form.Number name="graceHours" min={0} max={mostGraceHours} help="surveys.graceHelp" />
        <Form.Select
          name="surveyType"
          options={surveyTypes.map((value) => ({ value, label: t(`surveys.surveyType.${value}`) }))}
        />
        <Form.Switch name="allowMultipleResponses" help="surveys.allowMultipleHelp" />
        <Form.Switch name="questionPerPage" help="surveys.questionPerPageHelp" />
        <PaidFields />
        <Form.Lookup name="consentTextId" list={texts.list} get={texts.get} query={{ kind: 'CONSENT' }} />
        <Form.Lookup name="instructionsTextId" list={texts.list} get={texts.get} query={{ kind: 'INSTRUCTIONS' }} />
        <Form.Lookup name="closingTextId" list={texts.list} get={texts.get} query={{ kind: 'MESSAGE' }} />
      </div>
      <CountryField />
    </Form.Modal>
  )
}

function idOf(answer: unknown): number {
  return (answer as Answered<typeof surveys.create>).data.id
}
