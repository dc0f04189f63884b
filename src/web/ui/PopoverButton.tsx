/**
 * A button and what it opens beside itself: `<PopoverButton label="Columns" icon={…}>{(close) => <Chooser />}</PopoverButton>`.
 * The browser's own popover: Escape and a press elsewhere close it, the focus goes back to the button. What is inside is
 * made when it opens.
 */
import { type ReactNode, Suspense, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { takeFocusWithin } from './focus.ts'
import './popover.css'

interface PopoverButtonProps {
  /** Written on the button, and the name of what it opens. */
  label: string
  /** The button shows this instead of the label alone. */
  face?: ReactNode
  icon?: ReactNode
  className?: string
  /** Said besides the label. */
  description?: string | undefined
  /** Shown beside the mouse, where the face does not say it. */
  title?: string
  /** Where it opens. */
  side?: 'below' | 'beside'
  /** The screen begins with it open. */
  opensAtOnce?: boolean
  children: (close: () => void) => ReactNode
}

export function PopoverButton(props: PopoverButtonProps) {
  const {
    label,
    face,
    icon,
    className = 'tool',
    description,
    title,
    side = 'below',
    opensAtOnce = false,
    children,
  } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDialogElement>(null)
  // A number for each opening: one event tells of closing and opening in one breath, and the content must begin again.
  const [opening, setOpening] = useState<number>()

  useEffect(() => {
    if (opensAtOnce) popup.current?.showPopover()
  }, [opensAtOnce])

  function toggled({ newState, timeStamp, target, currentTarget }: ToggleEvent<HTMLDialogElement>) {
    // The reason of a refused button inside is a popover too.
    if (target !== currentTarget) return
    if (newState === 'open' && popup.current && button.current) placed[side](popup.current, button.current)
    setOpening(newState === 'open' ? timeStamp : undefined)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={opening !== undefined}
        title={title}
        {...(description === undefined ? {} : { 'aria-description': description })}
      >
        {icon}
        {face ?? <span>{label}</span>}
      </button>
      <dialog ref={popup} id={id} popover="auto" className="popover" aria-label={label} onToggle={toggled}>
        {opening !== undefined && (
          <Suspense key={opening} fallback={<span className="skeleton" />}>
            {/* Once what is inside has come. */}
            <div ref={takeFocusWithin}>
              {children(() => document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.hidePopover())}
            </div>
          </Suspense>
        )}
      </dialog>
    </>
  )
}

/** Below the button, within the window; on a phone over its whole width. */
function placeBelow(popup: HTMLElement, button: HTMLElement): void {
  const { bottom, top, left } = button.getBoundingClientRect()
  const width = popup.offsetWidth
  const below = innerHeight - bottom
  const { style } = popup
  style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  if (below >= 320 || below >= top) {
    style.top = `${bottom + 4}px`
    style.bottom = 'auto'
    style.maxHeight = `${below - 12}px`
  } else {
    style.top = 'auto'
    style.bottom = `${innerHeight - top + 4}px`
    style.maxHeight = `${top - 12}px`
  }
}

/** At its right, from its top down as far as the window goes. */
function placeBeside(popup: HTMLElement, button: HTMLElement): void {
  const { top, right } = button.getBoundingClientRect()
  const { style } = popup
  style.left = `${right + 4}px`
  style.top = `${Math.max(8, Math.min(top, innerHeight - popup.scrollHeight - 8))}px`
  style.maxHeight = `${innerHeight - 16}px`
}

const placed = { below: placeBelow, beside: placeBeside }
