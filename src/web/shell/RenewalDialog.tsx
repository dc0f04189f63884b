/** The dialog of Renewal.tsx, over whatever else is open. */
import { type SubmitEvent, Suspense, useId, useRef } from 'react'
import type * as z from 'zod/mini'
import { auth } from '#contract/auth.ts'
import { call, isCancelled } from '../api/client.ts'
import { noteExpiry } from '../api/session-clock.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-component.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useWork } from '../ui/use-work.ts'

interface RenewalDialogProps {
  /** The session is about to end, or a call asked for the password. */
  occasion: 'ending' | 'asked'
  /** Until the session ends; undefined: long enough. */
  secondsLeft: number | undefined
  onRefused: () => void
  onConfirmed: () => void
  onClose: () => void
}

export function RenewalDialog({ occasion, secondsLeft, onRefused, onConfirmed, onClose }: RenewalDialogProps) {
  const t = useText()
  const { user } = useSession()
  const id = useId()
  const isEnding = occasion === 'ending'

  /** Rejects with why the proof was refused. */
  async function prove(body: z.output<typeof auth.reauthenticate.body>) {
    try {
      const answer = await call(auth.reauthenticate, { body })
      if (isCancelled(answer)) return
      noteExpiry(answer.expiresAt)
      onConfirmed()
    } catch (thrown) {
      onRefused()
      throw thrown
    }
  }

  return (
    <Modal className="renewal" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onClose={onClose}>
      <h2 id={`${id}-title`}>{t(isEnding ? 'renewal.title' : 'renewal.confirmTitle')}</h2>
      <p id={`${id}-text`}>{t(isEnding ? 'renewal.text' : 'renewal.confirmText')}</p>
      {isEnding && secondsLeft !== undefined && (
        <p className="renewal-left" role="timer">
          {t('renewal.left', { time: clockTime(secondsLeft) })}
        </p>
      )}
      {user && user.factors.length > 0 ? (
        <Suspense fallback={null}>
          <FactorForm className="" ways={user.factors} prove={prove} onBack={onClose} />
        </Suspense>
      ) : (
        <PasswordQuestion isEnding={isEnding} prove={(password) => prove({ password })} onClose={onClose} />
      )}
    </Modal>
  )
}

const FactorForm = lazyComponent(async () => (await (await import('../factor/FactorForm.tsx')).loadFactor()).FactorForm)

interface PasswordQuestionProps {
  isEnding: boolean
  prove: (password: string) => Promise<void>
  onClose: () => void
}

function PasswordQuestion({ isEnding, prove, onClose }: PasswordQuestionProps) {
  const t = useText()
  const { user } = useSession()
  const id = useId()
  const password = useRef<HTMLInputElement>(null)
  const { busy, error, run } = useWork()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    await run(() => prove(password.current?.value ?? ''))
    password.current?.select()
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      {/* So that password managers know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <label htmlFor={`${id}-password`}>{t('renewal.password', { name: user?.username })}</label>
      <input
        ref={password}
        id={`${id}-password`}
        type="password"
        autoComplete="current-password"
        required
        maxLength={1000}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-problem`}
      />
      <div id={`${id}-problem`}>
        <ErrorNote error={error} />
      </div>
      <div className="renewal-actions">
        <Button onClick={onClose}>{t(isEnding ? 'renewal.later' : 'action.cancel')}</Button>
        <Button look="primary" type="submit" loading={busy}>
          {t(isEnding ? 'renewal.stay' : 'renewal.confirm')}
        </Button>
      </div>
    </form>
  )
}

/** 95 → 1:35 */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
