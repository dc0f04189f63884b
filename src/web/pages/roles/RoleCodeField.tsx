import { roleCodeOf } from '#domain/role-code.ts'
import { FieldFrame } from '../../form/Field.tsx'
import { useForm } from '../../form/form-context.ts'
import { plainText } from '../../form/form-state.ts'
import { TextInput } from '../../ui/TextInput.tsx'

/** The code of a new role. Left empty, the server makes one from the name; the field shows it as a faint hint. */
export function RoleCodeField() {
  const { values, set } = useForm()
  return (
    <FieldFrame name="role" help="roles.codeHelp">
      {(control) => (
        <TextInput
          {...control}
          maxLength={50}
          placeholder={roleCodeOf(plainText(values['name'])) ?? ''}
          value={plainText(values['role'])}
          onChange={(event) => set('role', event.target.value.toUpperCase())}
        />
      )}
    </FieldFrame>
  )
}
