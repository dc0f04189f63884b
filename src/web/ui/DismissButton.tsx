/**
 * The button of a dialog that does nothing but close it. It gets the focus first, so that the Enter key which opened
 * the dialog confirms nothing. Where a field has to be filled in, the field gets the focus. Under another key it does
 * so again: for when the buttons beside it become others, and the one that was pressed is gone.
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
