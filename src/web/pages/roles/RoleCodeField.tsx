import { roleCodeOf } from '#domain/role-code.ts'
import { FieldFrame } from '../../form/Field.tsx'
import { useForm } from '../../form/form-context.ts'
import { plainText } from '../../form/form-state.ts'
import { TextInput } from '../../ui/TextInput.tsx'

/** The code of a new role; left empty, the one that the server makes of the name, and that stands there faintly. */
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
