/** The field for an administrative unit. By itself in a chunk: few forms need it. */
import { type FieldProps } from './controls.tsx'
import { FieldFrame } from './Field.tsx'
import { useForm } from './form-context.ts'
import { UnitSelect } from '../units/UnitSelect.tsx'

export function UnitControl({ name, help }: FieldProps) {
  const { values, set, isClearable, readOnly } = useForm()
  return (
    <FieldFrame name={name} help={help}>
      <UnitSelect
        className="field-wide"
        disabled={readOnly}
        allowClear={isClearable(name)}
        value={(values[name] as number | null | undefined) ?? undefined}
        onChange={(id) => set(name, id)}
      />
    </FieldFrame>
  )
}
