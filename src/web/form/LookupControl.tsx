/** The field that refers to another record. By itself in a chunk: few forms need it. */
import type { LookupProps } from './controls.tsx'
import { FieldFrame } from './Field.tsx'
import { useForm } from './form-context.ts'
import { LookupSelect } from './LookupSelect.tsx'

export function LookupControl({ name, help, list, get, query, addAt }: LookupProps) {
  const { values, set, isRequired, readOnly } = useForm()
  return (
    <FieldFrame name={name} help={help}>
      <LookupSelect
        className="field-wide"
        disabled={readOnly}
        allowClear={!isRequired(name)}
        list={list}
        get={get}
        query={query}
        addAt={addAt}
        value={(values[name] as number | null | undefined) ?? undefined}
        onChange={(id) => set(name, id)}
      />
    </FieldFrame>
  )
}
