/** A permission of one's own: it guards the entry of the menu that it is named after, or is for other programs. */
import { useId } from 'react'
import { roles } from '#contract/roles.ts'
import { boot, useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { FieldFrame } from '../../form/Field.tsx'
import { useForm } from '../../form/form-context.ts'
import { plainText } from '../../form/form-state.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { newPermission } from './role-resources.ts'

const Form = resourceForm(newPermission)
const refreshes = [roles.list]

export function NewPermission({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Form.Modal
      editing={{ type: 'create' }}
      refreshes={refreshes}
      // Administrators hold it from now on, and the menu is another for those who do not.
      onSaved={() => void boot()}
      onDone={onClose}
    >
      <Note tone="info">{t('roles.newPermissionText')}</Note>
      <NameField />
      <Form.Text name="description" multiline />
    </Form.Modal>
  )
}

/** Any name; those of the menu's entries are offered. */
function NameField() {
  const { values, set } = useForm()
  const { routes } = useSession()
  const id = useId()
  return (
    <FieldFrame name="name" help="roles.own.nameHelp">
      {(control) => (
        <>
          <TextInput
            {...control}
            maxLength={100}
            list={id}
            value={plainText(values['name'])}
            onChange={({ target }) => set('name', target.value)}
          />
          <datalist id={id}>
            {routes.map((route) => (
              <option key={route.id} value={`visit.${route.id}`}>
                {route.name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  )
}
