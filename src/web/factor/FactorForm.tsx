/** Asks for the second factor: at a sign-in, and before money moves. */
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { errorText } from '../api/error-text.ts'
import { Button } from '../ui/Button.tsx'
import { takeFocus } from '../ui/focus.ts'
import { useFactorText } from './factor-texts.ts'
import './factor.css'

interface FactorFormProps {
  className: string
  prove: (proof: { code: string }) => Promise<void>
  onBack: () => void
}

export function FactorForm({ className, prove, onBack }: FactorFormProps) {
  const t = useFactorText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const field = form.current?.querySelector('input')
    setBusy(true)
    setError(undefined)
    try {
      await prove({ code: field?.value ?? '' })
    } catch (thrown) {
      setError(thrown)
      field?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={className} onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{t('factor.code')}</label>
      <input
        ref={takeFocus}
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
        {t('factor.codeHelp')}
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
