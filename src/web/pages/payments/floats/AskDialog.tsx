/** Asks for money to be booked into a float, out of one or between two. Another person confirms. */
import { useState } from 'react'
import { documentKinds, floats } from '#contract/floats.ts'
import { payments } from '#contract/payments.ts'
import { type FundingKind, fundingKinds } from '#domain/money/funding.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { AmountInput } from '../../../money/AmountInput.tsx'
import { CurrencySelect } from '../../../money/CurrencySelect.tsx'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { useText } from '../../../i18n/text.ts'
import { FileButton } from '../../../ui/FileButton.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { type Ask, comesIn, missingOf, requestOf } from './ask.ts'

interface AskDialogProps {
  /** How many other people may confirm it; undefined: not known yet. */
  confirmers: number | undefined
  /** Whose floats may be moved, the one that payments go through first before the others. */
  providers: readonly string[]
  begin: Ask
  onClose: () => void
}

export function AskDialog({ confirmers, providers, begin, onClose }: AskDialogProps) {
  const t = useText()
  const balances = useCall(payments.balance, {})
  const isFirst = balances.data?.list.length === 0
  const owed = useCall(payments.list, { query: { pageSize: 1 } }, { enabled: isFirst })
  const usual = balances.data?.list[0]?.currency ?? owed.data?.list[0]?.currency ?? ''
  const [values, setValues] = useState(begin)
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState<readonly string[]>([])
  const asking = useSend(floats.ask, { refreshes: [floats.list], once: true })
  const filled = { ...values, currency: values.currency ?? usual }

  function set(name: keyof typeof values, value: string) {
    setMissing([])
    setValues((current) => ({ ...current, [name]: value }))
  }

  async function send() {
    const found = missingOf(filled, file !== undefined)
    setMissing(found)
    if (found.length > 0) return undefined
    await asking.mutateAsync({ body: requestOf(filled), file })
    return t('floats.asked')
  }

  const isTransfer = values.kind === 'TRANSFER'
  const [first, second] = comesIn(values.kind) ? ['into', 'from'] : ['from', 'into']
  const side = (name: string, amount: 'amount' | 'otherAmount', currency: 'currency' | 'otherCurrency') => (
    <div className="float-side">
      {providers.length > 1 && (
        <FieldBox label={t('payments.pause.provider')} sets={[`${name}.provider`]}>
          <NativeSelect
            options={providers.map((value) => ({ value, label: value.toUpperCase() }))}
            value={filled[amount === 'amount' ? 'provider' : 'otherProvider'] ?? providers[0]}
            onChange={(chosen) => chosen && set(amount === 'amount' ? 'provider' : 'otherProvider', chosen)}
          />
        </FieldBox>
      )}
      <FieldBox label={t(`floats.amount.${name === first ? values.kind : 'OTHER'}`)} sets={[amount, `${name}.amount`]}>
        <AmountInput currency={filled[currency]} value={filled[amount]} onChange={(typed) => set(amount, typed)} />
      </FieldBox>
      <FieldBox
        label={t('floats.field.currency')}
        sets={[currency, `${name}.currency`, ...(providers.length > 1 ? [] : [`${name}.provider`]), name]}
      >
        <CurrencySelect value={filled[currency]} onChange={(code) => set(currency, code)} />
      </FieldBox>
    </div>
  )

  return (
    <ConfirmDialog
      size="medium"
      title={t('floats.ask')}
      action={t('floats.send')}
      missing={missing}
      run={send}
      onClose={onClose}
    >
      {confirmers === 0 && <Note tone="warning">{t('floats.noConfirmer')}</Note>}
      <FieldBox label={t('floats.field.kind')} help={t(`floats.does.${values.kind}`)}>
        <NativeSelect<FundingKind>
          value={values.kind}
          options={fundingKinds.map((value) => ({ value, label: t(`floats.kind.${value}`) }))}
          onChange={(kind) => kind && set('kind', kind)}
        />
      </FieldBox>
      {side(first ?? 'into', 'amount', 'currency')}
      {isTransfer && side(second ?? 'into', 'otherAmount', 'otherCurrency')}
      <FieldBox label={t('floats.field.reference')} sets={['reference']} help={t('floats.help.reference')}>
        <TextInput maxLength={200} value={values.reference} onChange={({ target }) => set('reference', target.value)} />
      </FieldBox>
      <FieldBox label={t('floats.field.day')} sets={['day']}>
        <TextInput type="date" value={values.day} onChange={({ target }) => set('day', target.value)} />
      </FieldBox>
      <FieldBox
        label={t('floats.field.document')}
        sets={['document']}
        help={values.kind === 'OPENING' ? undefined : t('floats.help.document')}
      >
        <FileButton
          accept={documentKinds.join()}
          onFiles={([chosen]) => {
            set('note', values.note)
            setFile(chosen)
          }}
        >
          {file?.name ?? t('form.chooseFile')}
        </FileButton>
      </FieldBox>
      <FieldBox label={t('floats.field.note')} sets={['note']}>
        <TextArea maxLength={2000} value={values.note} onChange={({ target }) => set('note', target.value)} />
      </FieldBox>
    </ConfirmDialog>
  )
}
