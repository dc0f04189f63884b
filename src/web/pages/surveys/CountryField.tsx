/** The country of a survey's phone numbers; while none is chosen, it says which one counts instead. */
import { formSettings } from '#domain/surveys/survey-settings.ts'
import { useCountries } from '../../i18n/countries.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { FieldFrame } from '../../form/Field.tsx'
import { useForm } from '../../form/form-context.ts'
import { plainText } from '../../form/form-state.ts'
import { Select } from '../../ui/Select.tsx'
import { phonesOf } from './phones-of.ts'

export function CountryField() {
  const { values, set, readOnly } = useForm()
  const t = useText()
  const format = useFormat()
  const options = useCountries()
  const { surveyType, currency } = formSettings(values)
  const other = phonesOf({ country: null, surveyType, currency })
  const placeholder =
    other === undefined ? t('surveys.countryNone') : t('surveys.countryOther', { country: format.country(other) })
  return (
    <FieldFrame name="country" help="surveys.countryHelp">
      <Select
        className="field-wide"
        disabled={readOnly}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={placeholder}
        value={plainText(values['country']) || undefined}
        options={options}
        onChange={(value) => set('country', value)}
      />
    </FieldFrame>
  )
}
