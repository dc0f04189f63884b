/** Enters a provider, or changes it and switches it on or off. */
import { useState } from 'react'
import { paymentProviders, type ProviderRow } from '#contract/payment-providers.ts'
import { type DialectName, dialectNames, providerDialects } from '#domain/money/payment-providers.ts'
import { bandsIn, minorBands } from '#domain/money/cash-out.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'

type TextField =
  | 'name'
  | 'title'
  | 'baseUrl'
  | 'accountId'
  | 'currencies'
  | 'prefixes'
  | 'priority'
  | 'perSecond'
  | 'charges'

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
    charges: provider?.charges.map(({ currency, upTo, charge }) => `${currency} ${upTo} ${charge}`).join('\n') ?? '',
  }
}

const listOf = (typed: string) => typed.split(/[\s,;]+/).filter((word) => word !== '')

export function ProviderDialog({ provider, onClose }: { provider?: ProviderRow; onClose: () => void }) {
  const t = useText()
  const problemText = useProblemText()
  const [typed, setTyped] = useState(() => typedOf(provider))
  const [dialect, setDialect] = useState<DialectName | 'FILE'>(
    provider?.kind === 'FILE' ? 'FILE' : (provider?.dialect ?? 'GSMA'),
  )
  const isFile = dialect === 'FILE'
  const canTellNames = !isFile && providerDialects[dialect].tellsNames
  // A line is judged when the field is left, not while it is written.
  const [left, setLeft] = useState(typed.charges)
  const bandProblems = (text: string) =>
    minorBands(bandsIn(text)).errors.map((found) =>
      t('providers.charges.line', { line: 1 + Number(/\d+/.exec(found.path)?.[0]), problem: problemText(found) }),
    )
  const [switches, setSwitches] = useState({
    refusesDuplicates: provider?.refusesDuplicates ?? false,
    tellsBalance: provider?.tellsBalance ?? true,
    tellsNames: provider?.tellsNames ?? false,
    enabled: provider?.enabled ?? false,
  })
  const refreshes = [paymentProviders.list]
  const create = useSend(paymentProviders.create, { refreshes })
  const update = useSend(paymentProviders.update, { refreshes })
  const { enabled, ...abilities } = switches

  async function send() {
    const { name, title, baseUrl, accountId, currencies, prefixes, priority, perSecond } = typed
    if (bandProblems(typed.charges).length > 0) return false
    const body = {
      title,
      baseUrl: baseUrl.trim() || null,
      accountId: accountId.trim() || null,
      currencies: listOf(currencies.toUpperCase()),
      prefixes: listOf(prefixes),
      priority: Number(priority),
      perSecond: perSecond.trim() === '' ? null : Number(perSecond),
      charges: bandsIn(typed.charges),
      ...abilities,
      tellsNames: abilities.tellsNames && canTellNames,
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
      <FieldBox label={t('providers.field.charges')} help={t('providers.help.charges')} problem={bandProblems(left)}>
        <TextArea
          rows={4}
          value={typed.charges}
          onChange={({ target }) => setTyped({ ...typed, charges: target.value })}
          onBlur={() => setLeft(typed.charges)}
        />
      </FieldBox>
      {!isFile && text('perSecond', true)}
      {!isFile && choice('refusesDuplicates')}
      {!isFile && choice('tellsBalance')}
      {canTellNames && choice('tellsNames')}
      {provider && choice('enabled')}
    </ConfirmDialog>
  )
}
