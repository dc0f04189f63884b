/** What a paid survey pays; nothing of it is shown for a free one. */
import type { Survey } from '#contract/surveys.ts'
import { paymentAggregations } from '#domain/surveys/survey.ts'
import { formSettings, newSurvey } from '#domain/surveys/survey-settings.ts'
import { useCurrencies } from '../../money/currencies.ts'
import { useText } from '../../i18n/text.ts'
import { AmountInput } from '../../money/AmountInput.tsx'
import { NumberControl } from '../../form/controls.tsx'
import { FieldFrame } from '../../form/Field.tsx'
import { plainText } from '../../form/form-state.ts'
import { useForm } from '../../form/form-context.ts'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { useSetPayText } from './set-pay-text.ts'

export function PaidFields() {
  const { values, set, row, readOnly } = useForm()
  const currencies = useCurrencies()
  const currency = plainText(values['currency'])
  const isGrouped = values['paymentAggregation'] === 'GROUPED'
  const mayOwe = ((row as Survey | undefined)?.currentVersion ?? null) !== null
  // A free survey may have come with groups by another way: they can be set right.
  if (values['surveyType'] !== 'PAID') {
    return (row as Survey | undefined)?.paymentAggregation === 'GROUPED' ? <Aggregation /> : null
  }
  return (
    <>
      <Aggregation />
      {isGrouped && <NumberControl name="aggregationCount" min={2} max={1000} />}
      <FieldFrame name="amount" help={mayOwe ? 'surveys.amountHelp' : undefined}>
        <AmountInput
          className="amount-input"
          disabled={readOnly}
          currency={currency}
          value={plainText(values['amount'])}
          onChange={(amount) => set('amount', amount)}
        />
      </FieldFrame>
      <FieldFrame name="currency">
        <Select
          className="field-wide"
          disabled={readOnly}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          value={currency}
          options={currencies}
          onChange={(value) => set('currency', value)}
        />
      </FieldFrame>
      {isGrouped && <SetPayNote />}
    </>
  )
}

/** Each response by itself, or by sets. A single response is a set of 1, which no field shows. */
function Aggregation() {
  const { values, set, readOnly } = useForm()
  const t = useText()
  return (
    <FieldFrame name="paymentAggregation" alwaysSet>
      <Select
        className="field-wide"
        disabled={readOnly}
        value={values['paymentAggregation'] ?? newSurvey.paymentAggregation}
        options={paymentAggregations.map((value) => ({ value, label: t(`surveys.aggregation.${value}`) }))}
        onChange={(value) => {
          set('paymentAggregation', value)
          set('aggregationCount', value === 'GROUPED' ? 2 : newSurvey.aggregationCount)
        }}
      />
    </FieldFrame>
  )
}

/** What a full set pays, once the fields say it, and what keeps sets from becoming full. */
function SetPayNote() {
  const { values } = useForm()
  const t = useText()
  const said = useSetPayText()(formSettings(values))
  return (
    <div className="set-pay">
      {said !== undefined && <Note tone="info">{said}</Note>}
      {values['allowMultipleResponses'] !== true && <Note tone="warning">{t('surveys.setOnce')}</Note>}
    </div>
  )
}
