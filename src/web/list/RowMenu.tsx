/** One menu for all rows: a hundred of their own would cost more time than the table itself. */
import { MoreOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { MenuEntries, type MenuEntry } from '../ui/MenuEntries.tsx'
import { moveFocus, standAt } from '../ui/popup-menu.ts'
import '../ui/icon-button.css'

export interface RowMenuState<Row> {
  open: { row: Row; button: HTMLElement } | undefined
  show: (row: Row, button: HTMLElement) => void
  hide: () => void
}

export function useRowMenu<Row>(): RowMenuState<Row> {
  const [open, setOpen] = useState<RowMenuState<Row>['open']>()
  return { open, show: (row, button) => setOpen({ row, button }), hide: () => setOpen(undefined) }
}

/** The button in a row that opens the menu. */
export function RowMenuButton<Row>({ row, label, menu }: { row: Row; label: string; menu: RowMenuState<Row> }) {
  const t = useText()
  return (
    <button
      type="button"
      className="icon-button"
      aria-haspopup="menu"
      aria-expanded={menu.open?.row === row}
      aria-label={t('list.rowMenu', { label })}
      onClick={(event) => menu.show(row, event.currentTarget)}
    >
      <MoreOutlined />
    </button>
  )
}

interface RowMenuProps<Row> {
  menu: RowMenuState<Row>
  actionsOf: (row: Row) => MenuEntry[]
}

export function RowMenu<Row>({ menu: { open, hide }, actionsOf }: RowMenuProps<Row>) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open || !popup.current) return
    popup.current.showPopover()
    standAt(popup.current, open.button)
  }, [open])

  function leave(act?: () => void) {
    popup.current?.hidePopover()
    open?.button.focus()
    act?.()
  }

  return (
    <div
      ref={popup}
      popover="auto"
      className="popup-menu menu-entries"
      role="menu"
      tabIndex={-1}
      onToggle={(event) => event.newState === 'closed' && hide()}
      onKeyDown={(event) => (event.key === 'Tab' ? leave() : moveFocus(event))}
    >
      {open && <MenuEntries entries={actionsOf(open.row)} onChoose={leave} />}
    </div>
  )
}
