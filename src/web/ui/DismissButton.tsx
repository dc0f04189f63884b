/**
 * The button of a dialog that does nothing but close it. The keyboard starts there, so that the Enter key which opened the
 * dialog confirms nothing; but where something has to be filled in, it starts with that. Under another key it does so anew:
 * for when the buttons beside it become others, and the one that was pressed is gone.
 */
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { takeFocus } from './focus.ts'

interface DismissButtonProps {
  onClick: () => void
  children: ReactNode
}

export function DismissButton({ onClick, children }: DismissButtonProps) {
  return (
    <Button ref={beginHere} onClick={onClick}>
      {children}
    </Button>
  )
}

function beginHere(button: HTMLElement | null): void {
  const wanted = button?.closest('dialog')?.querySelector<HTMLElement>('[aria-required=true]')
  takeFocus(wanted ?? button)
}
