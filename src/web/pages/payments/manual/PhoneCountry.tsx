/** Asks for the country of phone numbers without a country code, where neither the survey nor the server says it. */
import { useCountries } from '../../../i18n/countries.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { Select } from '../../../ui/Select.tsx'

interface PhoneCountryProps {
  value: string | undefined
  disabled: boolean
  onChange: (country: string | undefined) => void
}

export function PhoneCountry({ value, disabled, onChange }: PhoneCountryProps) {
  const t = useText()
  const options = useCountries()
  return (
    <FieldBox label={t('manual.country')} problem={undefined} help={t('manual.countryHelp')}>
      {(control) => (
        <Select
          {...control}
          className="field-wide"
          allowClear
          disabled={disabled}
          showSearch={{ optionFilterProp: 'label' }}
          value={value}
          options={options}
          onChange={onChange}
        />
      )}
    </FieldBox>
  )
}
