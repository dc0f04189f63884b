/**
 * What every dialog and drawer is: a native dialog over the page. It keeps the focus, asks to be closed by Escape, and
 * gives the focus back to what had it. `Dialog` and `SideDrawer` are its looks.
 */
import {
  type ComponentProps,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { isFocusFree } from './focus.ts'
import { Toasts } from './Toasts.tsx'
import { ConfigProvider } from 'antd'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'onClose' | 'onCancel'> {
  /** Undefined: it may not be closed now. */
  onClose: (() => void) | undefined
}

export function Modal({ onClose, children, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useReturnFocus()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing, not vanishing, is what gives the focus back.
    return () => element?.close()
  }, [])

  /** What floats inside closes first: a popover by the browser, a choice by Ant Design. */
  function pressed(event: KeyboardEvent<HTMLDialogElement>) {
    const { key, currentTarget: box, target } = event
    if (key !== 'Escape' || !box.contains(target as Node) || box.querySelector(popover)) return
    event.preventDefault()
    if (!box.querySelector(choice)) onClose?.()
  }

  /** Escape with the focus nowhere, or a phone's way back. Of a file field inside it comes here too. */
  function cancelled(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose?.()
  }

  /** The browser lets nothing stay open twice in a row: whether it closes is for the owner to say. */
  function closed({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    if (target !== currentTarget || !currentTarget.isConnected) return
    currentTarget.showModal()
    onClose?.()
  }

  return createPortal(
    <dialog {...props} ref={dialog} onKeyDownCapture={pressed} onCancel={cancelled} onClose={closed}>
      <PopupsWithin box={dialog}>{children}</PopupsWithin>
      {/* Those of the page lie under it, where they are neither seen nor read out. */}
      <Toasts />
    </dialog>,
    document.body,
  )
}

const popover = '[popover=auto]:popover-open'
const choice = ['select', 'picker'].map((kind) => `.ant-${kind}-dropdown:not(.ant-${kind}-dropdown-hidden)`).join()

/** When what had the focus is gone by the time the dialog closes, the content of the page gets it. */
function useReturnFocus(): void {
  // By the time of an effect the dialog has taken the focus already.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    return () => {
      // After the dialog has left the page, which takes the focus with it.
      requestAnimationFrame(() => {
        if (!isFocusFree()) return
        const isHere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        const target = isHere ? opener : document.querySelector('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [opener])
}

/** Ant Design's popups open inside the box: outside of a modal dialog nothing can be pressed. */
function PopupsWithin({ box, children }: { box: RefObject<HTMLElement | null>; children: ReactNode }) {
  return <ConfigProvider getPopupContainer={() => box.current ?? document.body}>{children}</ConfigProvider>
}
