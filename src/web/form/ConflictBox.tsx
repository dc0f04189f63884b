/** The question after a 409 STALE: its content differs, its opening and its answers do not. */
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { takeFocus } from '../ui/focus.ts'
import './form.css'

interface ConflictBoxProps {
  title: string
  onBack?: (() => void) | undefined
  /** Saves on top of what they saved. */
  settle: { text: string; isSending: boolean; act: () => void }
  /** Further answers, between the two. */
  answers?: ReactNode
  children: ReactNode
}

export function ConflictBox({ title, onBack, settle, answers, children }: ConflictBoxProps) {
  const t = useText()
  return (
    <div ref={takeFocus} className="form-conflict" role="alertdialog" aria-label={title} tabIndex={-1}>
      <h3>{title}</h3>
      {children}
      <div className="form-choices">
        {onBack && <Button onClick={onBack}>{t('form.conflict.back')}</Button>}
        {answers}
        <Button look="primary" loading={settle.isSending} onClick={settle.act}>
          {settle.text}
        </Button>
      </div>
    </div>
  )
}
