/** Asks for the second factor: at a sign-in, and before money moves. */
import { type Ref, type SubmitEvent, useId, useRef } from 'react'
import { auth, type PasskeyProof } from '#contract/auth.ts'
import type { FactorWay } from '#domain/people/second-factor.ts'
import { signOn } from '#contract/sign-on.ts'
import { call } from '../api/client.ts'
import { errorText } from '../api/error-text.ts'
import { enter } from '../api/session.ts'
import { currentLocale } from '../i18n/locale.ts'
import { Button } from '../ui/Button.tsx'
import { takeFocus } from '../ui/focus.ts'
import { useWork } from '../ui/use-work.ts'
import { loadFactorTexts, useFactorText } from './factor-texts.ts'
import { signByPasskey } from './passkeys.ts'
import './factor.css'

interface FactorFormProps {
  className: string
  ways: readonly FactorWay[]
  prove: (proof: { code: string } | { passkey: PasskeyProof }) => Promise<void>
  onBack: () => void
}

/** With its texts, as the page of the sign-in has none of them. */
export async function loadFactor() {
  await loadFactorTexts(currentLocale())
  return { FactorForm, PasskeyEntry, endSignOn }
}

/** The end of a sign-on: the session that the cookie of this browser opens. */
function endSignOn(proof: object = {}): ReturnType<typeof enter> {
  return enter(call(signOn.enter, { body: proof }))
}

function FactorForm({ className, ways, prove, onBack }: FactorFormProps) {
  const t = useFactorText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { busy, error, run } = useWork()
  const hasPasskey = ways.includes('PASSKEY')

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const field = form.current?.querySelector('input')
    if (!busy) await run(() => prove({ code: field?.value ?? '' }))
    field?.select()
  }

  return (
    <form ref={form} className={className} onSubmit={(event) => void submit(event)}>
      {hasPasskey && (
        <PasskeyButton
          ref={takeFocus}
          busy={busy}
          onPress={() => void run(async () => prove({ passkey: await signByPasskey() }))}
        />
      )}
      <label htmlFor={id}>{t('factor.code')}</label>
      <input
        ref={hasPasskey ? null : takeFocus}
        id={id}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={100}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-help`}
      />
      <p id={`${id}-help`} className="factor-help">
        {t(ways.includes('APP') ? 'factor.codeHelp' : 'factor.recoveryHelp')}
      </p>
      <div role="alert">{error !== undefined && <p className="note tone-danger">{errorText(error, t)}</p>}</div>
      <div className="factor-actions">
        <Button onClick={onBack}>{t('factor.back')}</Button>
        <Button look="primary" type="submit" loading={busy}>
          {t('factor.confirm')}
        </Button>
      </div>
    </form>
  )
}

interface PasskeyButtonProps {
  ref?: Ref<HTMLButtonElement>
  busy: boolean
  onPress: () => void
}

/** The way by a passkey, above the fields that are the other way: from the first of them it is one step back. */
function PasskeyButton({ ref, busy, onPress }: PasskeyButtonProps) {
  const t = useFactorText()
  return (
    <>
      <Button ref={ref} className="factor-passkey" loading={busy} onClick={onPress}>
        {t('factor.passkey')}
      </Button>
      <p className="factor-or">{t('factor.or')}</p>
    </>
  )
}

/** A sign-in by a passkey alone. */
function PasskeyEntry({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useFactorText()
  const { busy, error, run } = useWork()

  async function work() {
    await enter(call(auth.passkey, { body: await signByPasskey() }))
    await onSignedIn()
  }

  return (
    <>
      <div role="alert">{error !== undefined && <p className="note tone-danger">{errorText(error, t)}</p>}</div>
      <PasskeyButton busy={busy} onPress={() => void run(work)} />
    </>
  )
}
