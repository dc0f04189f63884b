/** The settings of a survey. Payment by groups is not offered: publishing refuses it. */
import type * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys, type Survey } from '#contract/surveys.ts'
import { highestProblems } from '#domain/highest-amount.ts'
import { accessibilities, surveyTypes } from '#domain/survey.ts'
import { formSettings, newSurvey } from '#domain/survey-settings.ts'
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
const CountryField = lazyComponent(async () => (await import('./CountryField.tsx')).CountryField)

/** Seed §9. */
const defaults = {
  accessibility: 'PRIVATE',
  surveyType: newSurvey.surveyType,
  currency: newSurvey.currency,
  allowMultipleResponses: false,
} as const

/** Seed §8. */
const said = { saved: 'surveys.updated', failed: 'surveys.updateFailed' } as const

export function SurveyForm(form: FormProps<Survey>) {
  const t = useText()
  return (
    <Form.Modal {...form} defaults={defaults} {...(form.editing?.type === 'update' ? { said } : {})}>
      <Form.Text name="title" />
      <Form.Text name="summary" multiline />
      <Form.Text name="description" multiline />
      <div className="form-pair">
        <Form.Lookup name="subcategoryId" list={subcategories.list} get={subcategories.get} />
        <Form.Lookup name="companyId" list={companies.list} get={companies.get} />
        <Form.Lookup name="siteId" list={sites.list} get={sites.get} />
        <Form.Select
          name="accessibility"
          options={accessibilities.map((value) => ({ value, label: t(`surveys.accessibility.${value}`) }))}
        />
        <Form.Date name="startsAt" withTime />
        <Form.Date name="endsAt" withTime />
        <Form.Select
          name="surveyType"
          options={surveyTypes.map((value) => ({ value, label: t(`surveys.surveyType.${value}`) }))}
        />
        <Form.Switch name="allowMultipleResponses" help="surveys.allowMultipleHelp" />
        <PaidFields />
      </div>
      <CountryField />
    </Form.Modal>
  )
}
