/** One's own second factors: set up, removed, and the recovery codes that go in their place. */
import { type ComponentProps, useState } from 'react'
import { renderSVG } from 'uqr'
import { auth } from '#contract/auth.ts'
import { factorRemovalRefusal } from '#domain/people/second-factor.ts'
import { type Factor, secondFactor } from '#contract/second-factor.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { boot, useSession } from '../../../api/session.ts'
import { useFactorText } from '../../../factor/factor-texts.ts'
import { makePasskey } from '../../../factor/passkeys.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useBasicText } from '../../../i18n/basic.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useWork } from '../../../ui/use-work.ts'
import '../../../factor/factor.css'
import '../../../ui/access.css'
import './account.css'

/** Passkeys belong to a domain: not to a number, and not to one that others can speak for. */
const hasDomain = isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

interface BegunApp {
  secret: string
  uri: string
  ticket: string
}

const refreshes = [secondFactor.get, auth.sessions]

/** `onChanged`: once codes that came along were seen. */
export function SecondFactors({ onChanged = boot }: { onChanged?: () => Promise<unknown> }) {
  const t = useText()
  const basic = useBasicText()
  const { user } = useSession()
  const { data, error, refetch } = useCall(secondFactor.get, {})
  const { factors, codesLeft } = data?.data ?? { factors: [], codesLeft: 0 }
  const begin = useSend(secondFactor.beginApp, { refreshes: [] })
  const makeCodes = useSend(secondFactor.makeCodes, { refreshes })
  const remove = useSend(secondFactor.remove, { refreshes })
  const work = useWork()
  const [app, setApp] = useState<BegunApp>()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Factor>()
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  function made(recoveryCodes: readonly string[] | null) {
    setApp(undefined)
    setAdding(false)
    setCodes(recoveryCodes)
    // The page goes by what the account is asked for.
    if (!recoveryCodes) void onChanged()
  }

  function seen() {
    setCodes(null)
    void onChanged()
  }

  const stays = user && factorRemovalRefusal({ ...user, factors })
  return (
    <Panel heading={t('factors.title')} aria-busy={!data && !error}>
      <p className="blank">{t('factors.lead')}</p>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!hasDomain && <p className="blank">{t('factors.noPasskeys')}</p>}
      <ErrorNote error={work.error} />
      {factors.length > 0 && (
        <ul className="sessions">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              refusal={stays && basic(`errors.${stays}`)}
              onRemove={() => setLeaving(factor)}
            />
          ))}
        </ul>
      )}
      <div className="factor-actions">
        {factors.length > 0 && <span className="factor-help">{t('factors.codes', { count: codesLeft })}</span>}
        {factors.length > 0 && (
          <Button
            loading={makeCodes.isPending}
            onClick={() => void work.run(async () => setCodes((await makeCodes.mutateAsync({})).recoveryCodes))}
          >
            {t('factors.newCodes')}
          </Button>
        )}
        <Button
          look={factors.length > 0 ? 'plain' : 'primary'}
          loading={begin.isPending}
          onClick={() => void work.run(async () => setApp(await begin.mutateAsync({})))}
        >
          {t(factors.some(({ kind }) => kind === 'APP') ? 'factors.replaceApp' : 'factors.addApp')}
        </Button>
        {hasDomain && <Button onClick={() => setAdding(true)}>{t('factors.addPasskey')}</Button>}
      </div>
      {app && <AppDialog app={app} onMade={made} onClose={() => setApp(undefined)} />}
      {isAdding && <PasskeyDialog factors={factors} onMade={made} onClose={() => setAdding(false)} />}
      {codes && <CodesDialog codes={codes} onClose={seen} />}
      {leaving && (
        <ConfirmDialog
          title={t('factors.removeQuestion', { name: leaving.name || t(`factors.${leaving.kind}`) })}
          action={t('factors.remove')}
          danger
          run={async () => {
            await remove.mutateAsync({ params: { id: leaving.id } })
            void boot()
            return t('factors.removed')
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>{t('factors.removeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

interface FactorRowProps {
  factor: Factor
  /** Why it stays. */
  refusal: string | undefined
  onRemove: () => void
}

function FactorRow({ factor: { kind, name, createdAt, usedAt }, refusal, onRemove }: FactorRowProps) {
  const t = useText()
  const format = useFormat()
  return (
    <li>
      <div>
        <strong>{name ? `${t('factors.PASSKEY')}: ${name}` : t(`factors.${kind}`)}</strong>
        <Facts
          className="session-facts"
          of={[
            fact(t('factors.added'), format.dateTime(createdAt)),
            fact(t('factors.used'), usedAt && format.dateTime(usedAt)),
          ]}
        />
      </div>
      <Button refusal={refusal} onClick={onRemove}>
        {t('factors.remove')}
      </Button>
    </li>
  )
}

interface FactorDialogProps {
  onMade: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

function AppDialog({ app: { secret, uri, ticket }, ...rest }: FactorDialogProps & { app: BegunApp }) {
  const t = useText()
  const keep = useSend(secondFactor.setApp, { refreshes })
  const [code, setCode] = useState('')
  return (
    <FactorDialog
      title={t('factors.addApp')}
      missing={code.trim() === '' ? ['code'] : []}
      keep={() => keep.mutateAsync({ body: { ticket, code } })}
      {...rest}
    >
      <p>{t('factors.scan')}</p>
      <img
        className="token-picture"
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 4 }))}`}
        alt={t('factors.picture')}
      />
      <Facts of={[fact(t('factors.key'), <CopyText text={secret} />)]} />
      <FieldBox label={t('factors.appCode')} sets={['code']} required>
        <TextInput
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </FieldBox>
    </FactorDialog>
  )
}

function PasskeyDialog({ factors, ...rest }: FactorDialogProps & { factors: readonly Factor[] }) {
  const t = useText()
  const { user } = useSession()
  const keep = useSend(secondFactor.addPasskey, { refreshes })
  const [name, setName] = useState('')

  async function add() {
    const known = factors.flatMap(({ credentialId }) => credentialId ?? [])
    const made = await makePasskey({ username: user?.username ?? '', name: user?.name ?? '', known })
    return keep.mutateAsync({ body: { ...made, name } })
  }

  return (
    <FactorDialog title={t('factors.addPasskey')} missing={name.trim() === '' ? ['name'] : []} keep={add} {...rest}>
      <p>{t('factors.passkeyText')}</p>
      <FieldBox label={t('factors.name')} help={t('factors.nameHelp')} sets={['name']} required>
        <TextInput maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
      </FieldBox>
    </FactorDialog>
  )
}

interface AnyFactorProps
  extends FactorDialogProps, Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'missing' | 'children'> {
  keep: () => Promise<{ recoveryCodes: string[] | null }>
}

function FactorDialog({ missing = [], keep, onMade, ...rest }: AnyFactorProps) {
  const t = useText()
  // It also says why a proof is wrong.
  const factor = useFactorText()

  async function run() {
    if (missing.length > 0) return false
    onMade((await keep()).recoveryCodes)
    return t('factors.done')
  }

  return <ConfirmDialog action={factor('factor.confirm')} size="medium" missing={missing} run={run} {...rest} />
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog title={t('factors.codesTitle')} size="medium" dismissal={t('action.close')} onClose={onClose}>
      <Note tone="warning">{t('factors.codesOnce')}</Note>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyText text={codes.join('\n')} shown={t('factors.copyCodes')} />
    </Dialog>
  )
}
