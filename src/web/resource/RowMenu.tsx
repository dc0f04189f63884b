/** One menu for all rows: a hundred of their own would cost more time than the table itself. */
import { MoreOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'

export interface RowAction {
  text: string
  tone?: 'danger'
  /** Why not; undefined: it may be chosen. */
  refusal?: string | undefined
  act: () => void
}

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
      className="row-menu-button"
      aria-haspopup="menu"
      aria-expanded={menu.open?.row === row}
      aria-label={t('list.rowMenu', { label })}
      onClick={(event) => menu.show(row, event.currentTarget)}
    >
      <MoreOutlined aria-hidden="true" />
    </button>
  )
}

interface RowMenuProps<Row> {
  menu: RowMenuState<Row>
  actionsOf: (row: Row) => RowAction[]
}

export function RowMenu<Row>({ menu: { open, hide }, actionsOf }: RowMenuProps<Row>) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) showAt(popup, open.button)
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
      className="row-menu"
      role="menu"
      tabIndex={-1}
      onToggle={(event) => event.newState === 'closed' && hide()}
      onKeyDown={(event) => (event.key === 'Tab' ? leave() : moveFocus(event))}
    >
      {open &&
        actionsOf(open.row).map(({ text, tone, refusal, act }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            data-tone={tone}
            aria-disabled={refusal !== undefined}
            onClick={() => refusal === undefined && leave(act)}
          >
            {text}
            {refusal !== undefined && <small>{refusal}</small>}
          </button>
        ))}
    </div>
  )
}

function showAt(popup: RefObject<HTMLDivElement | null>, button: HTMLElement): void {
  const menu = popup.current
  if (!menu) return
  menu.showPopover()
  const { bottom, top, right } = button.getBoundingClientRect()
  const fitsBelow = bottom + menu.offsetHeight + 8 <= innerHeight
  menu.style.top = `${fitsBelow ? bottom + 4 : top - menu.offsetHeight - 4}px`
  menu.style.left = `${Math.max(8, right - menu.offsetWidth)}px`
  menu.querySelector('button')?.focus()
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
