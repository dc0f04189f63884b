/** Enters a provider, or changes it and switches it on or off. */
import { useState } from 'react'
import { paymentProviders, type ProviderRow } from '#contract/payment-providers.ts'
import { type DialectName, dialectNames, providerDialects } from '#domain/money/payment-providers.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { useText } from '../../../i18n/text.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

type TextField = 'name' | 'title' | 'baseUrl' | 'accountId' | 'currencies' | 'prefixes' | 'priority' | 'perSecond'

/** As typed: lists with commas or blanks between, nothing for none. */
function typedOf(provider: ProviderRow | undefined): Record<TextField, string> {
  return {
    name: '',
    title: provider?.title ?? '',
    baseUrl: provider?.baseUrl ?? '',
    accountId: provider?.accountId ?? '',
    currencies: provider?.currencies.join(', ') ?? '',
    prefixes: provider?.prefixes.join(', ') ?? '',
    priority: String(provider?.priority ?? 100),
    perSecond: String(provider?.perSecond ?? ''),
  }
}

const listOf = (typed: string) => typed.split(/[\s,;]+/).filter((word) => word !== '')

export function ProviderDialog({ provider, onClose }: { provider?: ProviderRow; onClose: () => void }) {
  const t = useText()
  const [typed, setTyped] = useState(() => typedOf(provider))
  const [dialect, setDialect] = useState<DialectName | 'FILE'>(
    provider?.kind === 'FILE' ? 'FILE' : (provider?.dialect ?? 'GSMA'),
  )
  const isFile = dialect === 'FILE'
  const [switches, setSwitches] = useState({
    refusesDuplicates: provider?.refusesDuplicates ?? false,
    tellsBalance: provider?.tellsBalance ?? true,
    enabled: provider?.enabled ?? false,
  })
  const refreshes = [paymentProviders.list]
  const create = useSend(paymentProviders.create, { refreshes })
  const update = useSend(paymentProviders.update, { refreshes })
  const { enabled, ...abilities } = switches

  async function send() {
    const { name, title, baseUrl, accountId, currencies, prefixes, priority, perSecond } = typed
    const body = {
      title,
      baseUrl: baseUrl.trim() || null,
      accountId: accountId.trim() || null,
      currencies: listOf(currencies.toUpperCase()),
      prefixes: listOf(prefixes),
      priority: Number(priority),
      perSecond: perSecond.trim() === '' ? null : Number(perSecond),
      ...abilities,
    }
    if (provider)
      await update.mutateAsync({ params: { id: provider.id }, body: { ...body, enabled, version: provider.version } })
    else await create.mutateAsync({ body: { ...body, name, ...(isFile ? { kind: 'FILE' } : { dialect }) } })
    return t('providers.saved')
  }

  const text = (name: TextField, isNumber = false) => (
    <FieldBox
      label={t(`providers.field.${name}`)}
      required={name === 'title' || name === 'name'}
      help={t(`providers.help.${name}`)}
      sets={[name]}
    >
      <TextInput
        inputMode={isNumber ? 'numeric' : undefined}
        value={typed[name]}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      />
    </FieldBox>
  )
  const choice = (name: keyof typeof switches) => (
    <FieldBox label={t(`providers.field.${name}`)} help={t(`providers.help.${name}`)} sets={[name]}>
      <Switch checked={switches[name]} onChange={(on) => setSwitches({ ...switches, [name]: on })} />
    </FieldBox>
  )

  return (
    <ConfirmDialog
      size="medium"
      title={provider ? t('providers.changeOf', { title: provider.title }) : t('providers.new')}
      action={t('action.save')}
      run={send}
      renderError={(error) => (
        <>
          <ErrorNote error={error} />
          {error instanceof ApiError && error.errors.some(({ path }) => path === 'credentials') && (
            <p role="alert">{t('providers.credentials.missing')}</p>
          )}
        </>
      )}
      onClose={onClose}
    >
      {text('title')}
      {!provider && (
        <>
          {text('name')}
          <FieldBox label={t('providers.field.dialect')} help={t('providers.help.dialect')}>
            <NativeSelect<DialectName | 'FILE'>
              value={dialect}
              options={([...dialectNames, 'FILE'] as const).map((value) => ({
                value,
                label: t('providers.dialect', { dialect: value }),
              }))}
              onChange={(chosen) => chosen && setDialect(chosen)}
            />
          </FieldBox>
        </>
      )}
      {!isFile && text('baseUrl')}
      {!isFile && providerDialects[dialect].accountIn === null && text('accountId')}
      {text('prefixes')}
      {text('currencies')}
      {text('priority', true)}
      {!isFile && text('perSecond', true)}
      {!isFile && choice('refusesDuplicates')}
      {!isFile && choice('tellsBalance')}
      {provider && choice('enabled')}
    </ConfirmDialog>
  )
}
