/** Changes the limits, all at once: every version is kept with its reason. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type SubmitEvent, useId, useState } from 'react'
import { type Policy, paymentPolicy } from '#contract/payment-policy.ts'
import { limitKinds, type LimitKind, limitsByRole } from '#domain/money/payment-limits.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useSend } from '../../../api/query.ts'
import { AmountInput } from '../../../money/AmountInput.tsx'
import { CurrencySelect } from '../../../money/CurrencySelect.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useRoleName } from '../../../i18n/role-name.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { toast } from '../../../ui/toasts.ts'
import { type DraftLimit, draftOf, isReady, limitsOf, settled, waitsForSecond, withRow } from './policy-form.ts'
import '../../../form/form.css'

export function PolicyForm({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const t = useText()
  const problemText = useProblemText()
  const [rows, setRows] = useState(() => draftOf(policy.limits))
  const [reason, setReason] = useState('')
  const send = useSend(paymentPolicy.set, { refreshes: [paymentPolicy.get] })
  const problems = send.error instanceof ApiError ? send.error.errors : []
  const isUnready = rows.some((row) => !isReady(row))
  const waits = !isUnready && waitsForSecond(policy.limits, rows)

  function change(row: DraftLimit) {
    setRows((current) => current.map((one) => (one.key === row.key ? settled(row) : one)))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (send.isPending || isUnready || reason.trim() === '') return
    const body = { version: policy.version, limits: limitsOf(rows), reason: reason.trim() }
    try {
      await send.mutateAsync({ body })
      toast(t(waits ? 'policy.asked' : 'policy.saved'))
      onClose()
    } catch {
      // The note says why.
    }
  }

  function refusal(): string | undefined {
    if (isUnready) return t('policy.unready')
    return reason.trim() === '' ? t('floats.reasonNeeded') : undefined
  }

  return (
    <Panel aria-label={t('policy.change')}>
      <form className="form policy-form" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorNote error={send.error ?? undefined} />
        {rows.map((row, index) => (
          <LimitFields
            key={row.key}
            row={row}
            roles={policy.roles}
            problem={problems
              .filter(({ path }) => path.startsWith(`limits[${index}].`))
              .map(problemText)
              .join(' ')}
            onChange={change}
            onRemove={() => setRows((current) => current.filter(({ key }) => key !== row.key))}
          />
        ))}
        {rows.length === 0 && <p className="blank">{t('policy.none')}</p>}
        <div>
          <Button icon={<PlusOutlined />} onClick={() => setRows(withRow)}>
            {t('policy.add')}
          </Button>
        </div>
        <FieldBox label={t('policy.reason')}>
          <TextArea maxLength={1000} aria-required value={reason} onChange={({ target }) => setReason(target.value)} />
        </FieldBox>
        {waits && <Note tone="warning">{t('policy.loosens')}</Note>}
        <div className="form-choices">
          <Button disabled={send.isPending} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button look="primary" type="submit" loading={send.isPending} refusal={refusal()}>
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface LimitFieldsProps {
  row: DraftLimit
  roles: Policy['roles']
  problem: string
  onChange: (row: DraftLimit) => void
  onRemove: () => void
}

function LimitFields({ row, roles, problem, onChange, onRemove }: LimitFieldsProps) {
  const t = useText()
  const roleName = useRoleName()
  const id = useId()
  const isByRole = limitsByRole.includes(row.kind)
  return (
    <fieldset className="policy-row" data-invalid={problem !== ''}>
      <legend className="visually-hidden">{t(`policy.kind.${row.kind}`)}</legend>
      <label>
        {t('policy.kind')}
        <NativeSelect<LimitKind>
          value={row.kind}
          options={limitKinds.map((kind) => ({ value: kind, label: t(`policy.kind.${kind}`) }))}
          onChange={(kind) => kind && onChange({ ...row, kind })}
        />
      </label>
      <label>
        {t('policy.role')}
        <NativeSelect<string>
          disabled={!isByRole}
          none={t('policy.everyRole')}
          value={row.role}
          options={roles.map((role) => ({ value: role.role, label: roleName(role) }))}
          onChange={(role) => onChange({ ...row, role: role ?? '' })}
        />
      </label>
      <label>
        {t('payments.field.amount')}
        <AmountInput
          currency={row.currency}
          aria-describedby={`${id}-problem`}
          value={row.amount}
          onChange={(amount) => onChange({ ...row, amount })}
        />
      </label>
      <label>
        {t('payments.field.currency')}
        <CurrencySelect value={row.currency} onChange={(currency) => onChange({ ...row, currency })} />
      </label>
      <IconButton label={t('policy.remove')} icon={<DeleteOutlined />} onClick={onRemove} />
      <p id={`${id}-problem`} className="field-problem">
        {problem}
      </p>
    </fieldset>
  )
}
