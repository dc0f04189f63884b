/** Who has a permission: the roles that hold it and those where it waits. Here, too, one that people made is deleted. */
import { useState } from 'react'
import { permissions, type Role, roles as roleCalls } from '#contract/roles.ts'
import { administratorRole } from '#domain/people/permissions.ts'
import { useSend } from '../../api/query.ts'
import { boot, useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { PeopleOf } from './PeopleOf.tsx'
import type { Area } from './use-found-permissions.ts'
import { usePermissionText, useRefusalText } from './use-rights.ts'

interface PermissionDialogProps {
  name: string
  areas: readonly Area[]
  roles: readonly Role[]
  onClose: () => void
}

export function PermissionDialog({ name, areas, roles, onClose }: PermissionDialogProps) {
  const t = useText()
  const basic = useBasicText()
  const words = usePermissionText()
  const [confirming, setConfirming] = useState(false)
  const permission = areas.flatMap((area) => area.permissions).find((entry) => entry.name === name)
  const holding = roles.filter((role) => role.permissions.includes(name))
  const waiting = roles.filter((role) => role.pendingPermissions.includes(name))
  const remove = useSend(permissions.remove, { refreshes: [permissions.byArea, roleCalls.list] })
  const refusal = useRemovalRefusal(holding)

  async function run() {
    if (!permission) return
    await remove.mutateAsync({ params: { id: permission.id } })
    void boot()
    return t('roles.permissionDeleted', { name })
  }

  return (
    <ConfirmDialog
      title={words(name)}
      action={permission && confirming ? t('roles.deleteNow') : undefined}
      danger
      run={run}
      onClose={onClose}
    >
      {permission ? (
        <>
          <p>
            <code>{name}</code> · {t(permission.builtIn ? 'roles.permissionBuiltIn' : 'roles.permissionCustom')}
          </p>
          {!permission.builtIn && permission.description !== '' && <p>{permission.description}</p>}
          <h2 className="roles-who">{t('roles.whoHas')}</h2>
          <ul className="roles-names">
            {holding.map((role) => (
              <Holder key={role.id} role={role} />
            ))}
            {waiting.map((role) => (
              <Holder key={role.id} role={role} note={t('roles.waits')} />
            ))}
          </ul>
          {holding.length + waiting.length === 0 && <p className="blank">{t('roles.nobody')}</p>}
          {confirming ? (
            <Note tone="warning">{t('roles.deletePermissionText')}</Note>
          ) : (
            !permission.builtIn && (
              <Button tone="danger" className="roles-delete" refusal={refusal} onClick={() => setConfirming(true)}>
                {t('roles.deletePermission')}
              </Button>
            )
          )}
        </>
      ) : (
        <p>{basic('errors.NOT_FOUND')}</p>
      )}
    </ConfirmDialog>
  )
}

function Holder({ role, note }: { role: Role; note?: string }) {
  const roleName = useRoleName()
  return (
    <li>
      {roleName(role)}{' '}
      <span className="blank">
        · <PeopleOf role={role} />
      </span>
      {note && <span className="roles-waiting"> · {note}</span>}
    </li>
  )
}

/** Administrators hold every permission that people make; that alone keeps none. */
function useRemovalRefusal(holding: readonly Role[]): string | undefined {
  const t = useText()
  const roleName = useRoleName()
  const may = useCan('roles.delete')
  const refusalText = useRefusalText()
  if (!may) return refusalText('FORBIDDEN')
  const others = holding.filter(({ role }) => role !== administratorRole)
  if (others.length === 0) return undefined
  return t('roles.permissionHeld', { roles: others.map(roleName).join(', ') })
}
