import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'
import { SideMenu } from './SideMenu.tsx'

/** The menu on phones: a native dialog, which keeps the focus, closes on Escape and gives the focus back. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)

  useEffect(() => {
    if (open) {
      shownAt.current = key
      dialog.current?.showModal()
    } else dialog.current?.close()
    // Only opening and closing count here; the way to another screen is the next effect's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [open])
  useEffect(() => {
    if (open && key !== shownAt.current) onClose()
  }, [open, key, onClose])

  return (
    <dialog ref={dialog} className="shell-drawer" aria-label={t('shell.menu')} onClose={onClose} closedby="any">
      <div className="shell-brand">
        <Logo />
        <span>Canvass</span>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
      <SideMenu />
    </dialog>
  )
}
