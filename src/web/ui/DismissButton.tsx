/**
 * The button of a dialog that does nothing but close it. It gets the focus first, so that the Enter key which opened
 * the dialog confirms nothing. Where a field has to be filled in, the field gets the focus. Under another key it does
 * so again: for when the buttons beside it become others, and the one that was pressed is gone.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

interface DismissButtonProps {
  onClick: () => void
  children: ReactNode
}

export function DismissButton({ onClick, children }: DismissButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const wanted = button.current?.closest('dialog')?.querySelector<HTMLElement>('[aria-required=true]')
    ;(wanted ?? button.current)?.focus()
  }, [])
  return (
    <Button ref={button} onClick={onClick}>
      {children}
    </Button>
  )
}
