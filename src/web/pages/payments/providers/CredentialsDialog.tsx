/** Enters all that lets us in at a provider. What was entered before is never shown, and goes. */
import { type SubmitEvent, useId, useState } from 'react'
import { paymentProviders, type ProviderRow } from '#contract/payment-providers.ts'
import { providerDialects } from '#domain/money/payment-providers.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { PasswordInput } from '../../../ui/PasswordInput.tsx'
import { toast } from '../../../ui/toasts.ts'

export function CredentialsDialog({ provider, onClose }: { provider: ProviderRow; onClose: () => void }) {
  const t = useText()
  const problemText = useProblemText()
  const formId = useId()
  const [values, setValues] = useState<Record<string, string>>({})
  const send = useSend(paymentProviders.setCredentials, { refreshes: [paymentProviders.list] })
  const errors = send.error instanceof ApiError ? send.error.errors : []
  const keys = provider.dialect ? providerDialects[provider.dialect].credentials : []

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const credentials = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    try {
      await send.mutateAsync({ params: { id: provider.id }, body: { credentials } })
      toast(t('providers.credentials.done'))
      onClose()
    } catch {
      // The form shows it.
    }
  }

  return (
    <Dialog
      title={t('providers.credentials.of', { title: provider.title })}
      busy={send.isPending}
      dismissal={t('action.cancel')}
      onClose={onClose}
      footer={
        <Button look="primary" type="submit" form={formId} loading={send.isPending}>
          {t('providers.credentials.set')}
        </Button>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={(event) => void submit(event)}>
        <ErrorNote error={send.error ?? undefined} />
        <p>{t('providers.credentials.means')}</p>
        {keys.map((key) => (
          <FieldBox
            key={key}
            label={t('providers.credential', { key })}
            problem={errors.filter(({ path }) => path === `credentials.${key}`).map(problemText)}
          >
            <PasswordInput
              autoComplete="new-password"
              value={values[key] ?? ''}
              onChange={({ target }) => setValues({ ...values, [key]: target.value })}
            />
          </FieldBox>
        ))}
      </form>
    </Dialog>
  )
}
