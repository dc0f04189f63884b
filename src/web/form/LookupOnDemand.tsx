/**
 * `LookupSelect` beside a list: its files are a fifth of the screen, and most visits never use it. Until it is pressed or
 * has a value, a field that looks the same has its place.
 */
import { type ComponentProps, type KeyboardEvent, Suspense, useState } from 'react'
import { lazyComponent } from '../lazy-component.ts'
import type { LookupSelect as Whole } from './LookupSelect.tsx'
import '../ui/inputs.css'
import './lookup-on-demand.css'

const LookupSelect = lazyComponent(async () => (await import('./LookupSelect.tsx')).LookupSelect)

type Props = Omit<ComponentProps<typeof Whole>, 'startsOpen'>

export function LookupOnDemand(props: Props) {
  const [isPressed, setPressed] = useState(false)
  const still = <Still {...props} onPress={() => setPressed(true)} />
  if (!isPressed && props.value === undefined) return still
  return (
    <Suspense fallback={still}>
      <LookupSelect {...props} startsOpen={isPressed} />
    </Suspense>
  )
}

function Still({ id, className = '', placeholder, onPress, ...props }: Props & { onPress: () => void }) {
  function press({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
    if (isLetter || key === 'ArrowDown' || key === 'Enter') onPress()
  }
  return (
    <input
      id={id}
      className={`input lookup-still ${className}`}
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- while it is closed there is no list to name
      role="combobox"
      aria-expanded="false"
      aria-haspopup="listbox"
      aria-label={props['aria-label']}
      placeholder={typeof placeholder === 'string' ? placeholder : undefined}
      readOnly
      value=""
      onClick={onPress}
      onKeyDown={press}
    />
  )
}
