/** A permission of one's own: it guards the entry of the menu that it is named after. */
import { Input } from 'antd'
import { useId } from 'react'
import { roles } from '#contract/roles.ts'
import { boot, useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { statusOf } from '../../resource/controls.tsx'
import { FieldFrame } from '../../resource/Field.tsx'
import { useForm } from '../../resource/form-context.ts'
import { plainText } from '../../resource/form-state.ts'
import { resourceForm } from '../../resource/resource-form.tsx'
import { newPermission } from './role-resources.ts'

const Form = resourceForm(newPermission)
const refreshes = [roles.list]
const prefix = 'visit.'

export function NewPermission({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Form.Modal
      row={{ type: 'create' }}
      refreshes={refreshes}
      // Administrators hold it from now on, and the menu is another for those who do not.
      onSaved={() => void boot()}
      onDone={onClose}
    >
      <p className="note tone-info">{t('roles.newPermissionText')}</p>
      <EntryField />
      <Form.Text name="description" multiline />
    </Form.Modal>
  )
}

/** The name without its beginning, which is always the same. */
function EntryField() {
  const { values, set } = useForm()
  const { routes } = useSession()
  const id = useId()
  return (
    <FieldFrame name="name" help="roles.menuEntryHelp">
      {(control) => (
        <>
          <Input
            {...control}
            {...statusOf(control)}
            prefix={prefix}
            maxLength={60}
            list={id}
            value={plainText(values['name']).slice(prefix.length)}
            onChange={({ target }) => set('name', target.value.trim() === '' ? '' : prefix + target.value.trim())}
          />
          <datalist id={id}>
            {routes.map((route) => (
              <option key={route.id} value={route.id}>
                {route.name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  )
}
