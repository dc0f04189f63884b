import './switch.css'

interface SwitchProps {
  id?: string
  checked: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

export function Switch({ onChange, ...props }: SwitchProps) {
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      aria-checked={props.checked}
      className="switch"
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
