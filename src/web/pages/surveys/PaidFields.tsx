/** What a paid survey pays; nothing of it is shown for a free one. */
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { Survey } from '#contract/surveys.ts'
import { minorDigits } from '#domain/money.ts'
import { paymentAggregations } from '#domain/survey.ts'
import { useText } from '../../i18n/text.ts'
import { SelectControl } from '../../form/controls.tsx'
import { FieldFrame } from '../../form/Field.tsx'
import { plainText } from '../../form/form-state.ts'
import { useForm } from '../../form/form-context.ts'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

export function PaidFields() {
  const { values, set, row, readOnly } = useForm()
  const t = useText()
  const currencies = useCurrencies()
  const currency = plainText(values['currency'])
  const mayOwe = ((row as Survey | undefined)?.currentVersion ?? null) !== null
  // Groups are not offered, but what came with them by another way can be set right.
  const isGrouped = (row as Survey | undefined)?.paymentAggregation === 'GROUPED'
  const aggregation = isGrouped && (
    <SelectControl
      name="paymentAggregation"
      options={paymentAggregations.map((value) => ({ value, label: t(`surveys.aggregation.${value}`) }))}
    />
  )
  if (values['surveyType'] !== 'PAID') return aggregation
  return (
    <>
      {aggregation}
      <FieldFrame name="amount" help={mayOwe ? 'surveys.amountHelp' : undefined}>
        {(control) => (
          <TextInput
            {...control}
            className="amount-input"
            disabled={readOnly}
            inputMode="decimal"
            autoComplete="off"
            placeholder={(0).toFixed(minorDigits(currency))}
            value={plainText(values['amount'])}
            // The decimal comma is what many people type.
            onChange={(event) => set('amount', event.target.value.trim().replace(',', '.'))}
          />
        )}
      </FieldFrame>
      <FieldFrame name="currency">
        {(control) => (
          <Select
            {...control}
            className="field-wide"
            disabled={readOnly}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            value={currency}
            options={currencies}
            onChange={(value) => set('currency', value)}
          />
        )}
      </FieldFrame>
    </>
  )
}

/** All currencies there are, by code and by name in the language shown. */
function useCurrencies() {
  const { locale } = useIntl()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'currency' })
    return Intl.supportedValuesOf('currency').map((value) => ({
      value,
      label: `${value} · ${names.of(value) ?? value}`,
    }))
  }, [locale])
}
