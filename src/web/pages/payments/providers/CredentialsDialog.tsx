/** Enters all that lets us in at a provider. What was entered before is never shown, and goes. */
import { useState } from 'react'
import { paymentProviders, type ProviderRow } from '#contract/payment-providers.ts'
import { providerDialects } from '#domain/money/payment-providers.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { useText } from '../../../i18n/text.ts'
import { PasswordInput } from '../../../ui/PasswordInput.tsx'

export function CredentialsDialog({ provider, onClose }: { provider: ProviderRow; onClose: () => void }) {
  const t = useText()
  const [values, setValues] = useState<Record<string, string>>({})
  const enter = useSend(paymentProviders.setCredentials, { refreshes: [paymentProviders.list] })
  const keys = provider.dialect ? providerDialects[provider.dialect].credentials : []

  async function send() {
    const credentials = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    await enter.mutateAsync({ params: { id: provider.id }, body: { credentials } })
    return t('providers.credentials.done')
  }

  return (
    <ConfirmDialog
      title={t('providers.credentials.of', { title: provider.title })}
      action={t('providers.credentials.set')}
      run={send}
      onClose={onClose}
    >
      <p>{t('providers.credentials.means')}</p>
      {keys.map((key) => (
        <FieldBox key={key} label={t('providers.credential', { key })} sets={[`credentials.${key}`]}>
          <PasswordInput
            autoComplete="new-password"
            value={values[key] ?? ''}
            onChange={({ target }) => setValues({ ...values, [key]: target.value })}
          />
        </FieldBox>
      ))}
    </ConfirmDialog>
  )
}
