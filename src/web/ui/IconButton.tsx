/** A small button of one icon, light enough for every row. Refused, it stays focusable and says why when pressed. */
import type { ReactNode, Ref } from 'react'
import { toast } from './toasts.ts'
import './icon-button.css'

interface IconButtonProps {
  label: string
  icon: ReactNode
  /** Why not; undefined: it may be pressed. */
  refusal?: string | undefined
  tone?: 'danger'
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon, refusal, tone, onClick, ref }: IconButtonProps) {
  const refused = refusal !== undefined
  return (
    <button
      ref={ref}
      type="button"
      className="icon-button"
      data-tone={tone}
      aria-label={label}
      aria-disabled={refused}
      {...(refused ? { 'aria-description': refusal } : {})}
      title={refusal ?? label}
      onClick={() => (refused ? toast(refusal) : onClick())}
    >
      {icon}
    </button>
  )
}
