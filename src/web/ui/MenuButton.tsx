/** A button and the menu that it opens: `<MenuButton label="My account" icon={…} entries={[{ text: 'Sign out', act }]} />`. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { moveFocus, standAt } from './popup-menu.ts'
import { MenuEntries, type MenuEntry } from './MenuEntries.tsx'
import './popover.css'

interface MenuButtonProps {
  /** Name of the button and of its menu. */
  label: string
  icon: ReactNode
  face?: ReactNode
  className?: string
  /** Above the entries. */
  head?: ReactNode
  /** A function is asked when the menu opens. */
  entries: readonly MenuEntry[] | (() => readonly MenuEntry[])
}

export function MenuButton({ label, icon, face, className = 'tool', head, entries }: MenuButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  // A number for each opening: one event tells of closing and opening in one breath, and the focus must go in again.
  const [opening, setOpening] = useState<number>()
  const open = opening !== undefined
  useEffect(() => {
    if (opening !== undefined && menu.current && button.current) standAt(menu.current, button.current)
  }, [opening])

  function leave(act?: () => void) {
    menu.current?.hidePopover()
    button.current?.focus()
    act?.()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
      >
        {icon}
        {face}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        className="popup-menu menu-entries"
        aria-label={label}
        tabIndex={-1}
        onToggle={({ newState, timeStamp }) => setOpening(newState === 'open' ? timeStamp : undefined)}
        onKeyDown={(event) => (event.key === 'Tab' ? leave() : moveFocus(event))}
      >
        {open && head !== undefined && (
          <div role="none" className="popup-menu-head">
            {head}
          </div>
        )}
        {open && <MenuEntries entries={typeof entries === 'function' ? entries() : entries} onChoose={leave} />}
      </div>
    </>
  )
}
