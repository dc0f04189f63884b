/**
 * Every button with words on it: `<Button look="primary" icon={<PlusOutlined />} onClick={add}>New</Button>`. While it
 * loads, a press does nothing. Refused, it stays in the tab order, does nothing, and says why when looked at.
 */
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import './button.css'

type Look = 'plain' | 'primary' | 'text' | 'link'

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  tone?: 'danger' | undefined
  size?: 'small' | 'large'
  icon?: ReactNode
  loading?: boolean
  /** Why not; undefined: it may be pressed. */
  refusal?: string | undefined
}

export function Button(props: ButtonProps) {
  const { look = 'plain', tone, size, icon, loading = false, refusal, className, onClick, children, ...rest } = props
  const [isLookedAt, setLookedAt] = useState(false)
  const refused = refusal !== undefined
  const classes = ['button', look !== 'plain' && look, tone, size, className].filter(Boolean).join(' ')

  function press(event: MouseEvent<HTMLButtonElement>) {
    // Of a form: it is not sent either.
    if (refused || loading) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <>
      <button
        type="button"
        {...rest}
        className={classes}
        aria-busy={loading || undefined}
        aria-disabled={refused || undefined}
        {...(refused ? { 'aria-description': refusal } : {})}
        onClick={press}
        onPointerEnter={() => setLookedAt(true)}
        onPointerLeave={() => setLookedAt(false)}
        onFocus={() => setLookedAt(true)}
        onBlur={() => setLookedAt(false)}
      >
        {loading ? <span className="button-spinner" /> : icon}
        {children}
      </button>
      {refused && isLookedAt && (
        <span ref={showAbove} popover="manual" role="tooltip" className="button-refusal">
          {refusal}
        </span>
      )}
    </>
  )
}

/** A link that looks like a button: it leads elsewhere, where a button does something. */
export function ButtonLink({ look = 'plain', ...props }: LinkProps & { look?: Look }) {
  return <Link {...props} className={look === 'plain' ? 'button' : `button ${look}`} />
}

/** Above the button, which is right before it; below where there is no room. */
function showAbove(box: HTMLElement | null): void {
  const button = box?.previousElementSibling?.getBoundingClientRect()
  if (!box || !button) return
  box.showPopover()
  const { offsetWidth, offsetHeight, style } = box
  const middle = button.left + (button.width - offsetWidth) / 2
  const above = button.top - offsetHeight - 6
  style.left = `${Math.max(8, Math.min(middle, innerWidth - offsetWidth - 8))}px`
  style.top = `${above >= 8 ? above : button.bottom + 6}px`
}
