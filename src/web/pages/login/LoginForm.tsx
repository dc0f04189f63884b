import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { auth } from '#contract/auth.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { safeTarget, signedIn } from '../../api/redirect.ts'
import { currentSession, enter, keepLocale } from '../../api/session.ts'
import { hasPasskeys } from '../../api/page-settings.ts'
import { useBasicText } from '../../i18n/basic.ts'
import type { FactorWay } from '#domain/people/second-factor.ts'
import { isLocale } from '#domain/text/locale.ts'
import { Button } from '../../ui/Button.tsx'
import { takeFocus } from '../../ui/focus.ts'
import { refusedMessage, thrownMessage } from './login-message.ts'

const loadFactor = async () => (await import('../../factor/FactorForm.tsx')).loadFactor()

/** Seed §9: so long the message is shown. Its words then stay as a plain line, as readers take the time that they need. */
const messageMs = 5000

export function LoginForm() {
  const t = useBasicText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [busy, setBusy] = useState(false)
  /** It stays until the next attempt. */
  const [failure, setFailure] = useState<{ text: string; isNew: boolean }>()
  const password = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<ReactNode>()

  useEffect(() => {
    if (!failure?.isNew) return undefined
    const timer = setTimeout(() => setFailure({ ...failure, isNew: false }), messageMs)
    return () => clearTimeout(timer)
  }, [failure])

  function fail(text: string) {
    setFailure({ text, isNew: true })
    password.current?.select()
  }

  async function arrive() {
    await keepChosenLanguage(search.get('lang'))
    await navigate(safeTarget(search.get('from')), { replace: true, state: signedIn })
  }

  async function enterBy(open: (proof?: object) => ReturnType<typeof enter>) {
    setBusy(true)
    setFailure(undefined)
    try {
      const answer = await open()
      if (!answer.success) return fail(refusedMessage(answer.message, t))
      await arrive()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'SECOND_STEP_REQUIRED') return fail(thrownMessage(error, t))
      const { FactorForm } = await loadFactor()
      const { ways } = error.data as { ways: FactorWay[] }
      const prove = async (proof: object) => {
        await open(proof)
        await arrive()
      }
      setStep(<FactorForm className="login-form" ways={ways} prove={prove} onBack={() => setStep(undefined)} />)
    } finally {
      setBusy(false)
    }
  }

  // Back from a provider of sign-on.
  const comeBack = useEffectEvent(() => {
    if (search.has('signOn')) void loadFactor().then(({ endSignOn }) => enterBy(endSignOn))
  })
  useEffect(() => comeBack(), [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const username = event.currentTarget.querySelector<HTMLInputElement>('#username')?.value.trim() ?? ''
    const given = { username, password: password.current?.value ?? '' }
    await enterBy((proof) => enter(call(auth.login, { body: { ...given, ...proof } })))
  }

  if (step) return step
  return (
    <form className="login-form" onSubmit={(event) => void submit(event)}>
      <LatePasskeyEntry onSignedIn={arrive} />
      <label htmlFor="username">{t('login.username')}</label>
      <input
        ref={takeFocus}
        id="username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={200}
      />
      <PasswordField field={password} />
      <div className="login-message">
        <div role="alert">{failure?.isNew && <p className="note tone-danger">{failure.text}</p>}</div>
        {failure && !failure.isNew && <p>{failure.text}</p>}
      </div>
      <Button look="primary" type="submit" loading={busy}>
        {busy ? t('login.busy') : t('login.submit')}
      </Button>
    </form>
  )
}

interface EntryProps {
  onSignedIn: () => Promise<void>
}

/** It comes by itself, where the house has passkeys: the page does not wait for it. */
function LatePasskeyEntry(props: EntryProps) {
  const [Entry, setEntry] = useState<ComponentType<EntryProps>>()
  useEffect(() => {
    async function load() {
      const { PasskeyEntry } = await loadFactor()
      setEntry(() => PasskeyEntry)
    }
    if (hasPasskeys) load().catch(console.error)
  }, [])
  return Entry && <Entry {...props} />
}

/** A language picked on this page is kept inside. The sign-in does not fail over it. */
async function keepChosenLanguage(asked: string | null): Promise<void> {
  if (!isLocale(asked) || asked === currentSession().user?.locale) return
  try {
    await keepLocale(asked)
  } catch (error) {
    console.warn(error)
  }
}

function PasswordField({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const t = useBasicText()
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <label htmlFor="password">{t('login.password')}</label>
      <div className="login-password">
        <input
          ref={field}
          id="password"
          name="password"
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          required
          maxLength={1000}
          aria-describedby="caps-lock"
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <button type="button" aria-pressed={visible} onClick={() => setVisible(!visible)}>
          {visible ? t('login.hide') : t('login.show')}
        </button>
      </div>
      <output id="caps-lock" className="login-caps">
        {capsLock && t('login.capsLock')}
      </output>
    </>
  )
}
