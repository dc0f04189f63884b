/** One of a few values, under its name. */
import { FieldBox } from '../../form/FieldBox.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'

interface ChoiceProps<Value> {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

export function Choice<Value extends string | number>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <FieldBox label={label}>
      <NativeSelect<Value>
        value={value}
        options={options.map(([one, words]) => ({ value: one, label: words }))}
        onChange={(chosen) => chosen !== undefined && onChange(chosen)}
      />
    </FieldBox>
  )
}
