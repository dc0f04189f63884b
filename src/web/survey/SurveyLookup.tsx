import { surveys } from '#contract/surveys.ts'
import { useText } from '../i18n/text.ts'
import { type ComponentProps, type KeyboardEvent, Suspense, useState } from 'react'
import { lazyComponent } from '../lazy-component.ts'
import type { LookupSelect as Whole } from '../form/LookupSelect.tsx'
import '../ui/inputs.css'
import '../form/lookup-on-demand.css'

interface SurveyLookupProps {
  className: string
  placeholder?: string
  /** As an address names it: by number or by encodedId. */
  value: string | undefined
  onChange: (surveyId: number | undefined) => void
}

/** What a screen shows of one survey alone, or of any. */
export function SurveyLookup({ className, placeholder, value, onChange }: SurveyLookupProps) {
  const t = useText()
  return (
    <LookupOnDemand
      className={className}
      aria-label={t('list.field.surveyId')}
      placeholder={placeholder ?? t('list.anySurvey')}
      allowClear
      list={surveys.list}
      get={surveys.get}
      value={value !== undefined && /^\d+$/.test(value) ? Number(value) : value}
      onChange={onChange}
    />
  )
}

/**
 * `LookupSelect` beside a list: its files are a fifth of the screen, and most visits never use it. Until it is pressed or
 * has a value, a field that looks the same has its place.
 */
const LookupSelect = lazyComponent(async () => (await import('../form/LookupSelect.tsx')).LookupSelect)

type Props = Omit<ComponentProps<typeof Whole>, 'startsOpen'>

function LookupOnDemand(props: Props) {
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
