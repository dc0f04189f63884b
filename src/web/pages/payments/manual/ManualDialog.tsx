/** Enters one payment by hand. It is put forward at once: another person approves it. */
import { useState } from 'react'
import { surveys } from '#contract/surveys.ts'
import { typedAmount } from '#domain/money/typed-amount.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { useCall } from '../../../api/query.ts'
import { AmountInput } from '../../../money/AmountInput.tsx'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { LookupSelect } from '../../../form/LookupSelect.tsx'
import { useText } from '../../../i18n/text.ts'
import { Note } from '../../../ui/Note.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { useFailureText } from '../words.ts'
import { enterManual } from './enter-manual.ts'

const blank = { visit: '', phoneNumber: '', amount: '', recipientName: '', reasonText: '', overrideReason: '' }

export function ManualDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const failureText = useFailureText()
  const [survey, setSurvey] = useState<number>()
  const [values, setValues] = useState(blank)
  const [key, setKey] = useState(newKey)
  const [isRepeated, setRepeated] = useState(false)
  const [missing, setMissing] = useState<readonly string[]>([])
  const chosen = useCall(surveys.get, { params: { id: survey ?? 0 } }, { enabled: survey !== undefined })
  const currency = chosen.data?.data.currency ?? ''

  function set(name: keyof typeof blank, value: string) {
    setMissing((current) => current.filter((one) => one !== name))
    setValues((current) => ({ ...current, [name]: value }))
  }

  async function send() {
    const { visit, phoneNumber, amount, ...words } = values
    const locationId = /^[1-9]\d*$/.test(visit.trim()) ? Number(visit) : survey
    const blanks = (['phoneNumber', 'amount'] as const).filter((name) => values[name].trim() === '')
    setMissing(blanks)
    const texts = Object.fromEntries(Object.entries(words).map(([name, text]) => [name, text.trim() || null]))
    const entry = { phoneNumber: phoneNumber.trim(), amount: typedAmount(amount, currency), ...texts }
    try {
      const made = await enterManual(locationId === undefined ? entry : { ...entry, locationId }, key)
      if (made) return t('manual.entered', { id: String(made.id) })
      setMissing([...blanks, 'locationId'])
      return undefined
    } catch (thrown) {
      setRepeated(thrown instanceof ApiError && thrown.code === 'PAYMENT_REPEATED')
      // Refused, the next press is another entry. After a lost answer it asks for the same one again.
      if (thrown instanceof ApiError && thrown.status < 500) setKey(newKey())
      throw thrown
    }
  }

  const text = (name: keyof typeof blank, label: string, help?: string) => (
    <FieldBox label={label} sets={[name]} help={help}>
      <TextInput autoComplete="off" value={values[name]} onChange={({ target }) => set(name, target.value)} />
    </FieldBox>
  )

  return (
    <ConfirmDialog
      size="medium"
      title={t('manual.enter')}
      action={t('manual.forward')}
      missing={missing}
      run={send}
      renderError={(error) =>
        error !== undefined &&
        !(error instanceof ApiError && error.errors.length > 0) && <Note tone="danger">{failureText(error)}</Note>
      }
      onClose={onClose}
    >
      <p>{t('manual.lead')}</p>
      <FieldBox label={t('payments.field.surveyId')} sets={['locationId']}>
        <LookupSelect
          className="field-wide"
          allowClear
          list={surveys.list}
          get={surveys.get}
          value={survey}
          onChange={(id) => setSurvey(typeof id === 'number' ? id : undefined)}
        />
      </FieldBox>
      {text('visit', t('manual.visit'), t('manual.visitHelp'))}
      {text('phoneNumber', t('manual.field.phone_number'))}
      <FieldBox label={t('manual.field.amount')} sets={['amount']} help={t('manual.amountHelp')}>
        <AmountInput currency={currency} value={values.amount} onChange={(typed) => set('amount', typed)} />
      </FieldBox>
      {text('recipientName', t('manual.field.recipient_name'))}
      <FieldBox label={t('manual.why')} sets={['reasonText']}>
        <TextArea
          maxLength={2000}
          value={values.reasonText}
          onChange={({ target }) => set('reasonText', target.value)}
        />
      </FieldBox>
      {isRepeated && text('overrideReason', t('manual.override'))}
    </ConfirmDialog>
  )
}
