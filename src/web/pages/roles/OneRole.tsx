/** The permissions of one role, as a list by area: the whole screen of a phone, or one role looked at by itself. */
import type { Role } from '#contract/roles.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import type { MatrixModel } from './Matrix.tsx'
import { PeopleOf } from './PeopleOf.tsx'
import { PermissionBox } from './PermissionBox.tsx'
import { usePermissionBoxes } from './use-permission-boxes.ts'
import { usePermissionText, useRoleDescription } from './use-rights.ts'

export function OneRole({ areas, draft, onToggle, onLook, role }: MatrixModel & { role: Role }) {
  const t = useText()
  const textOr = useTextOr()
  const roleName = useRoleName()
  const words = usePermissionText()
  const boxOf = usePermissionBoxes(draft)
  const description = useRoleDescription()
  return (
    <>
      <p className="roles-lead">
        <strong>{roleName(role)}</strong> · <PeopleOf role={role} />
        <br />
        {description(role)}
      </p>
      <div className="roles-one">
        {areas.map(({ area, permissions }) => (
          <section key={area} className="card" aria-labelledby={`area-${area}`}>
            <h2 id={`area-${area}`}>{textOr(`roles.area.${area}`, area)}</h2>
            <ul>
              {permissions.map(({ name }) => (
                <li key={name}>
                  <PermissionBox
                    box={boxOf(role, name)}
                    role={role}
                    label={words(name)}
                    onToggle={() => onToggle(role, name)}
                  />
                  <button
                    type="button"
                    className="roles-permission"
                    title={t('roles.whoHas')}
                    onClick={() => onLook(name)}
                  >
                    {words(name)}
                    <code>{name}</code>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
