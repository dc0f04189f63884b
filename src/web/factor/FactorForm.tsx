/** Asks for the second factor: at a sign-in, and before money moves. */
import { type SubmitEvent, useId, useRef } from 'react'
import { errorText } from '../api/error-text.ts'
import { currentLocale } from '../i18n/locale.ts'
import { Button } from '../ui/Button.tsx'
import { takeFocus } from '../ui/focus.ts'
import { useWork } from '../ui/use-work.ts'
import { loadFactorTexts, useFactorText } from './factor-texts.ts'
import './factor.css'

interface FactorFormProps {
  className: string
  prove: (code: string) => Promise<void>
  onBack: () => void
}

/** With its texts, as the page of the sign-in has none of them. */
export async function loadFactorForm() {
  await loadFactorTexts(currentLocale())
  return FactorForm
}

function FactorForm({ className, prove, onBack }: FactorFormProps) {
  const t = useFactorText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { busy, error, run } = useWork()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const field = form.current?.querySelector('input')
    if (!busy) await run(() => prove(field?.value ?? ''))
    field?.select()
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
