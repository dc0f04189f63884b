/** The way by a passkey, above the fields that are the other way: from the first of them it is one step back. */
import type { Ref } from 'react'
import { auth } from '#contract/auth.ts'
import { call } from '../api/client.ts'
import { errorText } from '../api/error-text.ts'
import { enter } from '../api/session.ts'
import { currentLocale } from '../i18n/locale.ts'
import { Button } from '../ui/Button.tsx'
import { useWork } from '../ui/use-work.ts'
import { loadFactorTexts, useFactorText } from './factor-texts.ts'
import { signByPasskey } from './passkeys.ts'
import './factor.css'

interface PasskeyButtonProps {
  ref?: Ref<HTMLButtonElement>
  busy: boolean
  onPress: () => void
}

export function PasskeyButton({ ref, busy, onPress }: PasskeyButtonProps) {
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
export async function loadPasskeyEntry() {
  await loadFactorTexts(currentLocale())
  return PasskeyEntry
}

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
