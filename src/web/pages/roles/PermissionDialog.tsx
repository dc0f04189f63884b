/** Who has a permission: the roles that hold it and those where it waits. Here, too, one that people made is deleted. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { type Permission, permissions, type Role, roles as roleCalls } from '#contract/roles.ts'
import { administratorRole } from '#domain/permissions.ts'
import { errorText } from '../../api/error-text.ts'
import { useSend } from '../../api/query.ts'
import { boot, useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { ExplainedButton } from '../../ui/ExplainedButton.tsx'
import { toast } from '../../ui/toasts.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import type { Area } from './use-found-permissions.ts'
import { usePermissionText, useRefusalText } from './use-rights.ts'

interface PermissionDialogProps {
  name: string
  areas: readonly Area[]
  roles: readonly Role[]
  onClose: () => void
}

export function PermissionDialog({ name, areas, roles, onClose }: PermissionDialogProps) {
  useReturnFocus()
  const t = useText()
  const basic = useBasicText()
  const words = usePermissionText()
  const [error, setError] = useState<unknown>()
  const [confirming, setConfirming] = useState(false)
  const permission = areas.flatMap((area) => area.permissions).find((entry) => entry.name === name)
  const holding = roles.filter((role) => role.permissions.includes(name))
  const waiting = roles.filter((role) => role.pendingPermissions.includes(name))
  const remove = useSend(permissions.remove, { refreshes: [permissions.byArea, roleCalls.list] })
  const refusal = useRemovalRefusal(permission, holding)

  async function run(id: number) {
    setError(undefined)
    try {
      await remove.mutateAsync({ params: { id } })
      void boot()
      toast(t('roles.permissionDeleted', { name }))
      onClose()
    } catch (thrown) {
      setError(thrown)
    }
  }

  return (
    <Modal
      open
      title={words(name)}
      width={480}
      scrollLock={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          {permission && !confirming && (
            <ExplainedButton danger refusal={refusal} onClick={() => setConfirming(true)}>
              {t('roles.deletePermission')}
            </ExplainedButton>
          )}
          {permission && confirming && (
            <Button danger type="primary" loading={remove.isPending} onClick={() => void run(permission.id)}>
              {t('roles.deleteNow')}
            </Button>
          )}
        </>
      }
    >
      {error !== undefined && (
        <p className="note tone-danger" role="alert">
          {errorText(error, basic)}
        </p>
      )}
      {permission ? (
        <>
          <p>
            <code>{name}</code> · {t(permission.builtIn ? 'roles.permissionBuiltIn' : 'roles.permissionCustom')}
          </p>
          {permission.description !== '' && <p>{permission.description}</p>}
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
          {confirming && <p className="note tone-warning">{t('roles.deletePermissionText')}</p>}
        </>
      ) : (
        <p>{basic('errors.NOT_FOUND')}</p>
      )}
    </Modal>
  )
}

function Holder({ role, note }: { role: Role; note?: string }) {
  const t = useText()
  return (
    <li>
      {role.name} <span className="blank">· {t('roles.people', { count: role.staffCount })}</span>
      {note && <span className="roles-waiting"> · {note}</span>}
    </li>
  )
}

/** Administrators hold every permission that people make; that alone keeps none. */
function useRemovalRefusal(permission: Permission | undefined, holding: readonly Role[]): string | undefined {
  const t = useText()
  const may = useCan('roles.delete')
  const refusalText = useRefusalText()
  if (!may) return refusalText('FORBIDDEN')
  if (permission?.builtIn) return refusalText('BUILT_IN')
  const others = holding.filter(({ role }) => role !== administratorRole)
  if (others.length === 0) return undefined
  return t('roles.permissionHeld', { roles: others.map((role) => role.name).join(', ') })
}
